"""The cache with and without a server behind it."""

import socket

import pytest
from django.urls import reverse

from ecoagent_site.cache import ForgivingRedisCache


@pytest.fixture
def away():
    """A cache whose server is gone."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    return ForgivingRedisCache(f"redis://127.0.0.1:{port}/0", {})


def test_a_cache_that_is_away_knows_and_keeps_nothing(away):
    away.set("key", "value")
    assert away.get("key") is None
    assert away.get("key", "otherwise") == "otherwise"
    assert away.add("key", "value") is True
    assert away.delete("key") is False


def test_one_that_is_there_is_a_cache(settings):
    cache = ForgivingRedisCache(settings.REDIS_URL, {"KEY_PREFIX": "test"})
    cache.delete("key")
    assert cache.add("key", 1) is True
    assert cache.add("key", 2) is False
    assert cache.get("key") == 1
    cache.set("key", 3)
    assert cache.get("key") == 3
    assert cache.delete("key") is True


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/bundles/", "/api/v1/runs/"])
def test_the_api_answers_without_it(client, monkeypatch, away, address):
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.cache", away)
    assert client.get(address).status_code == 200
    assert client.get(reverse("run-list")).status_code == 200
