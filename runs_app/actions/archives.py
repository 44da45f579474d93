"""Taking an uploaded archive in: one code path for the browser, the API and the command."""

from uuid import UUID

from runs_app.actions.archive_receipt import receive_archive

__all__ = ["ingest_archive", "receive_archive"]


def ingest_archive(archive_id: UUID | str) -> None:
    """Read, check, store, judge and score a received archive; may be repeated at any time."""
    raise NotImplementedError
