"""Settings are safe by default; each case loads them in a fresh process."""

import os
import subprocess
import sys

import pytest

BASE = {
    "PATH": os.environ["PATH"],
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "DJANGO_SETTINGS_MODULE": "ecoagent_site.settings",
}


def load(expression: str, **environment: str) -> subprocess.CompletedProcess:
    code = f"from django.conf import settings as s; print({expression})"
    return subprocess.run(
        [sys.executable, "-c", code],
        env=BASE | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_is_the_default_and_needs_a_secret_key():
    assert "SECRET_KEY" in load("s.MODE").stderr


def test_production_sends_hsts_secure_cookies_and_no_debug():
    shown = load(
        "(s.DEBUG, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0,"
        " s.SECURE_SSL_REDIRECT, s.ALLOWED_HOSTS)",
        SECRET_KEY="x" * 50,
    )
    assert shown.stdout.strip() == "(False, True, True, True, True, [])", shown.stderr


def test_production_names_static_files_by_their_content_down_to_the_last_module():
    shown = load("s.STORAGES['staticfiles']['BACKEND']", SECRET_KEY="x" * 50)
    assert shown.stdout.strip() == "ecoagent_site.static_files.HashedStaticFiles", shown.stderr


def test_the_demo_needs_no_secret_key_and_answers_this_machine_only():
    shown = load("(s.DEBUG, s.ALLOWED_HOSTS)", ECOAGENT_MODE="demo")
    assert shown.stdout.strip() == "(False, ['127.0.0.1', 'localhost'])", shown.stderr


@pytest.mark.parametrize("name", ["ECOAGENT_MODE", "DEBUG", "ARCHIVE_MAX_BYTES", "TLS_PROXY"])
def test_nonsense_in_a_variable_is_refused_by_its_name(name):
    shown = load("s.MODE", SECRET_KEY="x" * 50, **{name: "nonsense"})
    assert shown.returncode != 0
    assert name in shown.stderr


def test_scripts_may_come_from_the_site_only():
    shown = load("s.CONTENT_SECURITY_POLICY['DIRECTIVES']['script-src']", ECOAGENT_MODE="demo")
    assert shown.stdout.strip() == "[\"'self'\"]", shown.stderr
