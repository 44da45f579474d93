"""How Postgres runs for root, which it refuses to run as: as `nobody`, in folders nobody can reach.

No folder's mode is changed for that. Where a folder above the checkout is closed to others, as
/root is, the cluster and a copy of the wheel's programs live in /var/lib/ecoagent instead.
"""

import hashlib
import os
import pwd
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

ACCOUNT = "nobody"
SHELTERS = Path("/var/lib/ecoagent")


def needed() -> bool:
    """Whether this process is root."""
    return os.geteuid() == 0


def identity() -> dict[str, Any]:
    """The arguments of subprocess.run that give up root's rights."""
    if not needed():
        return {}
    return {"user": ACCOUNT, "group": pwd.getpwnam(ACCOUNT).pw_gid, "extra_groups": []}


def give(path: Path) -> None:
    """Hand a file or folder over to the account that Postgres runs as."""
    if needed():
        account = pwd.getpwnam(ACCOUNT)
        os.chown(path, account.pw_uid, account.pw_gid)


def can_reach(path: Path) -> bool:
    """Whether the account that Postgres runs as can enter the folder and all above it."""
    return not needed() or all(
        folder.stat().st_mode & 0o001 for folder in (path, *path.resolve().parents)
    )


def shelter(local: Path, password: str) -> Path:
    """The checkout's folder outside itself; those of checkouts that are gone are removed."""
    # The password is new with each checkout: one made anew at an old path starts afresh.
    key = hashlib.sha256(f"{local}\n{password}".encode()).hexdigest()[:16]
    folder = SHELTERS / key
    folder.mkdir(parents=True, exist_ok=True)
    for other in SHELTERS.iterdir():
        link = other / "checkout"
        if (
            other != folder
            and link.is_symlink()
            and (not link.exists() or link.readlink() == local)
        ):
            shutil.rmtree(other, ignore_errors=True)
    if not (folder / "checkout").is_symlink():
        (folder / "checkout").symlink_to(local)
    return folder


def reachable_copy(name: str, originals: Path, parts: tuple[str, ...]) -> Path:
    """A copy of some subfolders that all checkouts of the machine share."""
    copy = SHELTERS / name
    if not copy.exists():
        SHELTERS.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(dir=SHELTERS))
        unfinished.chmod(0o755)
        for part in parts:
            shutil.copytree(originals / part, unfinished / part)
        with suppress(OSError):  # another checkout was faster
            unfinished.rename(copy)
        shutil.rmtree(unfinished, ignore_errors=True)
    return copy
