"""Sent on commit, for apps downstream."""

from django.dispatch import Signal

run_scored = Signal()
"""A run's public scores changed (scored, re-scored, withdrawn); keyword: ``bundle_id``."""

descriptions_frozen = Signal()
"""The wordings that stand for a source on some tasks were frozen; keyword: ``bundle_id``."""
