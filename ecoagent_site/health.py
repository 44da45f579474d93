"""Whether the site can do its work: database, broker and a worker."""

from collections.abc import Callable
from dataclasses import dataclass

from celery import current_app
from django.db import connection

WORKER_SECONDS = 1.0
BROKER_SECONDS = 1.0


class Unreachable(Exception):
    """A part did not answer as it should."""


@dataclass(frozen=True)
class Part:
    name: str
    ok: bool
    reason: str


def readiness() -> tuple[Part, ...]:
    """Each part that answering and executing need; a worker is asked only through a broker."""
    database = _checked("database", _ask_database)
    broker = _checked("broker", _ask_broker)
    if not broker.ok:
        return (database, broker, Part("worker", ok=False, reason="The broker is not reachable."))
    return (database, broker, _checked("worker", _ask_worker))


def _checked(name: str, ask: Callable[[], None]) -> Part:
    try:
        ask()
    except Unreachable as error:
        return Part(name, ok=False, reason=str(error))
    except Exception as error:
        # Whatever a driver raises, the part is not there. Its message stays unsaid: it may hold
        # addresses and user names.
        return Part(name, ok=False, reason=f"Not reachable ({type(error).__name__}).")
    return Part(name, ok=True, reason="")


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    with current_app.connection_for_read() as broker:
        broker.ensure_connection(max_retries=1, timeout=BROKER_SECONDS)


def _ask_worker() -> None:
    if not current_app.control.ping(timeout=WORKER_SECONDS, limit=1):
        raise Unreachable(f"No worker answered within {WORKER_SECONDS:g} s.")
