"""Start, share and stop: commands of one checkout use the same servers, the last one stops them.

The count of users is the kernel's: each holds a shared lock on `services.lock` for as long as it
lives. However a user dies, its lock is gone; a user that gets the exclusive lock is the last.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ecoagent_site.local_services.postgres import Postgres
from ecoagent_site.local_services.server import Server
from ecoagent_site.local_services.valkey import Valkey

CHECKOUT = Path(__file__).resolve().parents[2]
VARIABLES = (Postgres.variable, Valkey.variable)


@contextmanager
def running(checkout: Path = CHECKOUT) -> Iterator[None]:
    """Set DATABASE_URL and REDIS_URL for the block, with embedded servers for those unset."""
    unset = {name for name in VARIABLES if not os.environ.keys() & {name, f"{name}_FILE"}}
    if not unset:
        yield
        return
    local = checkout.resolve() / ".local"
    local.mkdir(exist_ok=True)
    with (local / "services.lock").open("w") as users:
        try:
            os.environ.update(join(local, users, unset))
            yield
        finally:
            for variable in unset:
                os.environ.pop(variable, None)
            leave(local, users)


def join(local: Path, users: IO[str], unset: set[str]) -> dict[str, str]:
    """Become a user of the servers that are needed, and return their URLs by variable."""
    with exclusive_lock(local / "start.lock"):
        fcntl.flock(users, fcntl.LOCK_SH)
        return {
            server.variable: server.ensure_running()
            for server in servers(local)
            if server.variable in unset
        }


def leave(local: Path, users: IO[str]) -> None:
    """Stop the servers unless another process still uses them."""
    with exclusive_lock(local / "start.lock"):
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        for server in servers(local):
            server.stop()


def servers(local: Path) -> list[Server]:
    """Both servers of a checkout."""
    password = password_of(local)
    return [Valkey(local, password), Postgres(local, password)]


def password_of(local: Path) -> str:
    """The password of both servers, made with the checkout's first start."""
    path = local / "password"
    if not path.exists():
        path.touch(mode=0o600)
    if not path.stat().st_size:
        path.write_text(secrets.token_urlsafe(24))
    return path.read_text()


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Wait for the lock; the kernel frees it even if the holder is killed."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
