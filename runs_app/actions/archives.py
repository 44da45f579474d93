"""Taking an uploaded archive in: one code path for the browser, the API and the command."""

from runs_app.actions.archive_ingestion import ingest_archive, retry_archive
from runs_app.actions.archive_receipt import file_too_large, receive_archive

__all__ = ["file_too_large", "ingest_archive", "receive_archive", "retry_archive"]
