"""Sent on commit, for apps downstream."""

from django.dispatch import Signal

session_closed = Signal()
"""An audit was closed: corrections of its bundle's boards may have changed; keyword:
``bundle_id``."""
