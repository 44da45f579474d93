"""The site's own processes, kept alive for as long as a command runs and not a moment longer.

Each child leads a process group of its own, so that it ends together with whatever it started.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

CHECKOUT = Path(__file__).resolve().parents[1]
BEAT_SCHEDULE = ".local/celerybeat-schedule"  # within the checkout
LOOPBACK = "127.0.0.1"

RESTARTS = 4
HEALTHY_SECONDS = 60.0  # a child that lived this long has its earlier falls forgiven
FIRST_DELAY_SECONDS = 0.5  # doubled with each fall in a row
GRACE_SECONDS = 10.0  # to finish what is in hand; a job cut short is queued again
PR_SET_PDEATHSIG = 1


class ProcessError(RuntimeError):
    """A child could not be kept alive, or its port is not free; a sentence for the terminal."""


@dataclass(frozen=True)
class Program:
    """Python's arguments, under the name that messages use."""

    name: str
    arguments: str

    @property
    def command(self) -> list[str]:
        return [sys.executable, *self.arguments.split()]


def web_process(port: int) -> Program:
    """Granian serving the site on the loopback; two processes for two cores."""
    return Program(
        "web",
        f"-m granian --interface wsgi --host {LOOPBACK} --port {port} --http 1 --no-ws"
        " --workers 2 --blocking-threads 4 --respawn-failed-workers --log-level warning"
        " ecoagent_site.wsgi:application",
    )


def worker_process(concurrency: int = 2, name: str = "worker", beat: bool = True) -> Program:
    """A Celery worker; just one of all workers has the beat, which starts periodic jobs."""
    return Program(
        name,
        # Whoever started this as root knows; the warning would come with every start.
        "-W ignore::UserWarning:celery.platforms"
        f" -m celery --app ecoagent_site --quiet worker --hostname {name}@%h"
        f" --pool prefork --concurrency {concurrency} --without-gossip --without-mingle"
        " --loglevel WARNING" + (f" --beat --schedule {BEAT_SCHEDULE}" if beat else ""),
    )


class Supervisor:
    """Runs programs for a `with` block, which no process of theirs outlives.

    The block either calls `watch`, which returns only by an exception, or does work of its own
    and calls `restart_fallen` now and then.
    """

    def __init__(self, *programs: Program) -> None:
        self.programs = programs
        self.children: list[Child] = []

    def __enter__(self) -> Self:
        try:
            for program in self.programs:
                self.children.append(Child(program))
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def watch(self) -> None:
        """Restart children that fall, until one falls too often."""
        while True:
            self.restart_fallen()
            time.sleep(0.2)

    def wait_for_pages(self, port: int) -> None:
        """Return once the web process accepts connections."""
        while not answers(port):
            self.restart_fallen()
            time.sleep(0.05)

    def restart_fallen(self) -> None:
        """Look once at every child; raises ProcessError for one that fell too often in a row."""
        for child in self.children:
            if child.has_ended():
                child.restart()

    def stop(self) -> None:
        """Ask all at once, wait for the slowest, then make sure."""
        try:
            for child in self.children:
                child.ask_to_end()
            deadline = time.monotonic() + GRACE_SECONDS
            while time.monotonic() < deadline and not all(c.has_ended() for c in self.children):
                time.sleep(0.05)
        finally:
            for child in self.children:
                child.kill()


class Child:
    """One running program, and how often in a row it had to be started again."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.falls = 0
        self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 (our own command lines)
            self.program.command,
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_the_parent,  # noqa: PLW1509 (one system call, nothing to deadlock)
        )

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def restart(self) -> None:
        """Start again after a pause that grows with each fall in a row."""
        self.kill()  # what the fallen child had started
        if time.monotonic() - self.started > HEALTHY_SECONDS:
            self.falls = 0
        self.falls += 1
        if self.falls > RESTARTS:
            raise ProcessError(
                f"The {self.program.name} process ended {self.falls} times in a row, "
                f"last with status {self.process.returncode}; its own lines above say why."
            )
        time.sleep(FIRST_DELAY_SECONDS * 2 ** (self.falls - 1))
        self.start()

    def ask_to_end(self) -> None:
        """Only the leader is told: it knows how to end its own children in order."""
        if not self.has_ended():
            self.process.terminate()

    def kill(self) -> None:
        """End every process of the group at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def end_with_the_parent() -> None:
    """Ask Linux to terminate the child when its parent is gone, even by SIGKILL."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def refuse_taken_port(port: int) -> None:
    """Raise ProcessError if something listens there: Granian would share the port in silence."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            raise ProcessError(
                f"Port {port} is not free ({error.strerror}); set PORT to another one."
            ) from error


def answers(port: int) -> bool:
    """Whether the web process accepts connections."""
    with suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
        return True
    return False
