"""Pytest plugin: the services of the test run, before pytest-django reads the settings.

Tests never touch what a running site uses: pytest-django makes databases called `test_...`, and
the Redis databases from 1 up are the tests'. Two runs in one checkout, say a terminal's and an
editor's, take different slots and so do not drop each other's databases.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from ecoagent_site import local_services
from ecoagent_site.local_services.lifecycle import CHECKOUT

SLOTS = 8
REDIS_DATABASES_PER_SLOT = 32  # one for each xdist worker, and the controller's


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Start the services in the controlling process; xdist's workers inherit its environment."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        use_redis_database(int(os.environ["ECOAGENT_TEST_SLOT"]), 1 + int(worker.lstrip("gw")))
        return
    os.environ["ECOAGENT_MODE"] = "test"
    # Playwright's synchronous interface runs an event loop in the tests' thread.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    services = ExitStack()
    early_config.add_cleanup(services.close)
    services.enter_context(local_services.running())
    slot = services.enter_context(own_slot())
    os.environ["ECOAGENT_TEST_SLOT"] = str(slot)
    os.environ["TEST_DATABASE_NAME"] = f"test_ecoagent_{slot}"
    use_redis_database(slot, 0)


@contextmanager
def own_slot() -> Iterator[int]:
    """A number that no other test run of this checkout has."""
    local = CHECKOUT / ".local"
    local.mkdir(exist_ok=True)
    for slot in range(SLOTS):
        with (local / f"tests-{slot}.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield slot
            return
    raise pytest.UsageError(f"{SLOTS} test runs use this checkout already.")


def use_redis_database(slot: int, process: int) -> None:
    """Point REDIS_URL at the database of this process."""
    number = 1 + slot * REDIS_DATABASES_PER_SLOT + process
    os.environ["REDIS_URL"] = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{number}").geturl()
