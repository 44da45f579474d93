"""Checkouts made for one test, and the processes that live in them."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[2]
NOT_COPIED = shutil.ignore_patterns(".*", "node_modules", "staticfiles", "docs")

# A command that uses the services of a checkout until its standard input ends.
USER = """
import json, os, sys
from pathlib import Path
from ecoagent_site import local_services
with local_services.running(Path(sys.argv[1])):
    print(json.dumps([os.environ["DATABASE_URL"], os.environ["REDIS_URL"]]), flush=True)
    sys.stdin.read()
"""


@contextmanager
def empty_checkout() -> Iterator[Path]:
    """A folder that every user can enter, unlike pytest's own temporary ones."""
    folder = Path(tempfile.mkdtemp(prefix="checkout-")).resolve()
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for process in processes_in(folder):
            process.kill()
        shutil.rmtree(folder)


@contextmanager
def copied_checkout() -> Iterator[Path]:
    """The code of this checkout, without what it has stored."""
    with empty_checkout() as folder:
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED, dirs_exist_ok=True)
        yield folder


@contextmanager
def user_of(checkout: Path, **variables: str) -> Iterator[tuple[psutil.Popen, list[str]]]:
    """Another process that uses the checkout's services, and the two URLs that it was given."""
    with started_user(checkout, **variables) as process:
        yield process, urls_given_to(process)


def started_user(checkout: Path, **variables: str) -> psutil.Popen:
    """A process that will use the checkout's services until the end of a `with` block."""
    return psutil.Popen(
        [sys.executable, "-c", USER, str(checkout)],
        cwd=ROOT,
        env=environment(**variables),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def urls_given_to(user: psutil.Popen) -> list[str]:
    """Both URLs, once the services run."""
    urls: list[str] = json.loads(user.stdout.readline())
    return urls


def environment(**variables: str) -> dict[str, str]:
    """The environment of a terminal in which nobody has named any services."""
    ours = {"DATABASE_URL", "REDIS_URL", "ECOAGENT_MODE", "DJANGO_SETTINGS_MODULE"}
    return {name: value for name, value in os.environ.items() if name not in ours} | variables


def processes_in(checkout: Path) -> list[psutil.Process]:
    """Every process that runs in the checkout or in a folder of it."""
    return [process for process in psutil.process_iter() if runs_in(checkout, process)]


def runs_in(checkout: Path, process: psutil.Process) -> bool:
    try:
        return Path(process.cwd()).is_relative_to(checkout)
    except (OSError, psutil.Error):  # gone, or gone but not yet waited for
        return False


def runs_still(pid: int) -> bool:
    """Whether the process does anything yet; one that ended may wait for init to take note."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until(condition: Callable[[], Any], seconds: float = 60) -> None:
    """Poll; fails the test when the condition does not come true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.05)
