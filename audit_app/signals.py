"""Sent on commit, for apps downstream."""

from django.dispatch import Signal

session_closed = Signal()
"""What closed audits say of a bundle has changed: one was closed, or adjudicated since; keyword:
``bundle_id``, None for labels made elsewhere."""
