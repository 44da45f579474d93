"""Wiring of the site; importing it makes the Celery application known to Django."""

from ecoagent_site.celery import app as celery_app

__all__ = ["celery_app"]
