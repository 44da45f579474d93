"""What the site promises as a whole, through the real stack: pages, browser, worker, demo."""
