"""Pages of the site itself: home, account, health."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
