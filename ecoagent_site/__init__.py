"""Wiring of the site; importing it makes the Celery application known to Django."""

import os

# Set before numpy loads: our matrices are small, and threads of several workers fight for cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from ecoagent_site.celery import app as celery_app

__all__ = ["celery_app"]
