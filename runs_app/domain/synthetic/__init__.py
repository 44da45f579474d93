"""Episodes that nobody ran, drawn from a seed over the synthetic bundle: for demo and tests."""
