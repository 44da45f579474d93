"""API routes of runs_app, below /api/v1/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
