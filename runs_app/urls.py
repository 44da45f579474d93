"""Pages of runs_app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
