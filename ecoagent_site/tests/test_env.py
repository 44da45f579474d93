"""Environment readers refuse nonsense, naming the variable."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from ecoagent_site import env


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda: env.env_bool("X_FLAG", default=False), "maybe"),
        (lambda: env.env_int("X_FLAG", default=1), "1.5"),
        (lambda: env.env_int("X_FLAG", default=1, minimum=1), "0"),
        (lambda: env.env_choice("X_FLAG", ("a", "b"), "a"), "c"),
    ],
)
def test_nonsense_is_refused_by_the_name_of_the_variable(monkeypatch, read, value):
    monkeypatch.setenv("X_FLAG", value)
    with pytest.raises(ImproperlyConfigured, match="X_FLAG"):
        read()


def test_a_missing_secret_is_refused_by_name(monkeypatch):
    monkeypatch.delenv("X_SECRET", raising=False)
    with pytest.raises(ImproperlyConfigured, match="X_SECRET"):
        env.env_secret("X_SECRET")


def test_a_secret_may_come_from_a_file(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("hush\n")
    monkeypatch.setenv("X_SECRET_FILE", str(tmp_path / "secret"))
    assert env.env_secret("X_SECRET") == "hush"


def test_a_secret_from_two_places_or_from_an_absent_file_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("X_SECRET_FILE", str(tmp_path / "absent"))
    with pytest.raises(ImproperlyConfigured, match="X_SECRET_FILE"):
        env.env_secret("X_SECRET")
    monkeypatch.setenv("X_SECRET", "one")
    with pytest.raises(ImproperlyConfigured, match="not both"):
        env.env_secret("X_SECRET")


@pytest.mark.parametrize("url", ["mysql://u@h/db", "nonsense", "postgresql://h:port/db?bad=1"])
def test_a_database_url_that_is_not_postgres_is_refused(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        env.database_settings(url)


def test_a_database_url_may_name_a_socket_folder_and_options():
    settings = env.database_settings("postgresql://ana:pw@/eco?host=/run/pg&connect_timeout=3")
    assert settings["NAME"] == "eco"
    assert settings["HOST"] == "/run/pg"
    assert settings["OPTIONS"] == {"connect_timeout": "3"}
