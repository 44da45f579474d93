"""Pages of tasks_app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
