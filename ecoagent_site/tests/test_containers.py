"""The container files, checked by the tools of their trade as far as no engine is needed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SITE = {"migrate", "web", "worker", "beat"}
# `name` is unknown to Debian's docker-compose; the order here is the reader's: data, then site.
DCLINT_RULES_BROKEN_ON_PURPOSE = (
    "require-project-name-field",
    "services-alphabetical-order",
    "service-keys-order",
)


def program(*places: Path | str) -> str:
    for place in places:
        if path := shutil.which(place):
            return path
    pytest.skip(f"{Path(places[-1]).name} is not installed")


def complaints(*command: str | Path) -> str:
    """What a checker prints when it is not content."""
    environment = {name: value for name, value in os.environ.items() if name != "PORT"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr if done.returncode else ""


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


@pytest.fixture(scope="module")
def services(compose):
    return compose["services"]


def test_docker_compose_accepts_the_file():
    assert complaints(program("docker-compose"), "config", "--quiet") == ""


def test_dclint_finds_nothing_in_the_file():
    dclint = program(ROOT / "node_modules" / ".bin" / "dclint", "dclint")
    rules = ("--disable-rule", *DCLINT_RULES_BROKEN_ON_PURPOSE)
    assert complaints(dclint, "docker-compose.yml", "--max-warnings", "0", *rules) == ""


def test_hadolint_finds_nothing_in_the_image():
    hadolint = program(Path(sys.executable).with_name("hadolint"), "hadolint")
    assert complaints(hadolint, "Dockerfile") == ""


def test_every_lasting_service_is_watched_and_started_again(services):
    for name, service in services.items():
        if name != "migrate":
            assert {"test", "interval", "timeout", "retries"} <= service["healthcheck"].keys(), name
            assert service["restart"] == "unless-stopped", name


def test_nothing_of_the_site_starts_before_the_tables_are_up_to_date(services):
    for name in SITE - {"migrate"}:
        conditions = services[name]["depends_on"]
        assert conditions["migrate"] == {"condition": "service_completed_successfully"}
    assert services["migrate"]["depends_on"]["db"] == {"condition": "service_healthy"}


def test_any_number_of_workers_can_run(services):
    assert "container_name" not in services["worker"]
    assert "ports" not in services["worker"]
    assert "--beat" not in services["worker"]["command"]


def test_the_web_server_and_the_workers_see_the_same_uploads(services):
    uploads = [services[name]["volumes"] for name in ("web", "worker")]
    assert uploads == [["media:/srv/media"]] * 2


def test_secrets_come_from_files_only(compose, services):
    for service in services.values():
        for name, value in service.get("environment", {}).items():
            if any(word in name for word in ("PASSWORD", "SECRET", "DATABASE_URL")):
                assert value.startswith("/run/secrets/")
    assert all(secret["file"].startswith(".local/") for secret in compose["secrets"].values())


def test_the_image_takes_no_secret_and_no_data_from_the_checkout():
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {".git", ".local", ".venv"} <= set(ignored)


def test_the_image_does_not_run_as_root():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users[-1:] not in ([], ["0"], ["root"])
