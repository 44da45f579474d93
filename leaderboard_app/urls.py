"""Pages of leaderboard_app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
