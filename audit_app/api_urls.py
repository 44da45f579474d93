"""API routes of audit_app, below /api/v1/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
