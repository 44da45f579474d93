"""Pages of audit_app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
