"""What can go wrong with an embedded server, a sentence each."""

from pathlib import Path


class LocalServicesError(RuntimeError):
    """An embedded server did not do what was asked; the message says what to look at."""


def failure(complaint: str, log: Path) -> LocalServicesError:
    """The complaint, followed by the last lines that the server wrote."""
    lines = log.read_text(errors="replace").splitlines()[-5:] if log.exists() else []
    return LocalServicesError("\n    ".join([f"{complaint} Its log, {log}, ends with:", *lines]))
