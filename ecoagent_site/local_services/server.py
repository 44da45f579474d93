"""What Postgres and Valkey have in common: a folder, a loopback port, a password, a pid file.

They listen on TCP, each on a free port, and not on a socket file: one form of URL then suits
psycopg, redis-py and Celery's kombu alike, and no path is too long for it. Two checkouts cannot
meet, since each has a password of its own and recognises its servers by the folder they run in.
"""

import os
import signal
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import psutil

from ecoagent_site.local_services.errors import failure

LOOPBACK = "127.0.0.1"
PATIENCE_SECONDS = 30.0  # recovery after a crash takes its time on a busy machine


class Server(ABC):
    """One embedded server; what its folder holds outlives it."""

    name: str
    variable: str
    stop_signal: signal.Signals
    folder: Path
    pid_file: Path
    log: Path

    @property
    @abstractmethod
    def url(self) -> str:
        """Where the running server is found, password included."""

    @abstractmethod
    def start(self) -> None:
        """Launch it in the background, making its folder first where there is none."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether a client gets a reply."""

    def ensure_running(self) -> str:
        """The URL of the server, which may be one that a killed command left behind."""
        if not self.is_alive():
            self.start()
        self.wait_until(self.answers, "did not answer")
        return self.url

    def stop(self) -> None:
        """Shut down in order, and come back once the process is gone."""
        if self.is_alive():
            os.kill(self.pid(), self.stop_signal)
            self.wait_until(lambda: not self.is_alive(), "did not stop")

    def is_alive(self) -> bool:
        """Whether the pid file tells the truth: pids are reused, working folders are not."""
        try:
            return Path(psutil.Process(self.pid()).cwd()) == self.folder
        except (OSError, ValueError, IndexError, psutil.Error):
            return False

    def pid(self) -> int:
        """The process that the pid file names."""
        return int(self.pid_file.read_text().splitlines()[0])

    def wait_until(self, condition: Callable[[], bool], complaint: str) -> None:
        """Poll until the condition holds; complain with the end of the log when it never does."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                raise failure(f"The embedded {self.name} {complaint} in time.", self.log)
            time.sleep(0.02)


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
