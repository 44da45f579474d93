"""Sent on commit, for apps downstream."""

from django.dispatch import Signal

run_scored = Signal()
"""A run's public scores changed (scored, re-scored, withdrawn); keyword: ``bundle_id``."""
