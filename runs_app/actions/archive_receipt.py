"""Keeping an uploaded archive: streamed to disk, hashed on the way, once per idempotency key."""

import hashlib
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.files.base import File
from django.db import IntegrityError, transaction

from runs_app.domain.archive.names import shown_name
from runs_app.models import Archive, Visibility
from tasks_app.domain.errors import Conflict, NotAllowed, Problem, Refused

CHUNK_BYTES = 256 * 1024


class HashedFile(File):
    """An upload that is hashed and counted while the storage copies it.

    It has no temporary path on purpose: the storage would move the file instead of reading it.
    """

    def __init__(self, upload: Any, limit: int) -> None:
        super().__init__(None, "archive")
        self.upload = upload
        self.limit = limit
        self.length = 0
        self.sha256 = hashlib.sha256()

    def chunks(self, chunk_size: int | None = None) -> Iterator[bytes]:
        for chunk in self.upload.chunks(chunk_size or CHUNK_BYTES):
            self.length += len(chunk)
            if self.length > self.limit:
                raise Refused((file_too_large(self.limit),))
            self.sha256.update(chunk)
            yield chunk


def receive_archive(
    file: Any,
    owner: Any,
    visibility: str = Visibility.PUBLIC,
    dry_run: bool = False,
    idempotency_key: str | None = None,
) -> Archive:
    """Keep an upload for ``ingest_archive``; the caller enqueues that job on commit.

    ``file`` is a Django ``File``: an uploaded one, or ``File(path.open("rb"), name)``.
    The same ``idempotency_key`` with the same content and choices returns the first archive,
    whatever has become of it; None asks for a new archive.

    Raises NotAllowed (no submitter), Refused (too large), Conflict (key used for something else).
    """
    if not owner.is_submitter:
        raise NotAllowed("Only people with the submitter role may upload archives.")
    archive = Archive(owner=owner, visibility=visibility, dry_run=dry_run)
    archive.idempotency_key = idempotency_key or None
    archive.file_name = shown_name(file.name or "archive")
    _keep_file(archive, file)
    try:
        return _stored(archive)
    except BaseException:
        archive.file.delete(save=False)
        raise


def file_too_large(limit: int) -> Problem:
    return Problem(
        code="file_too_large",
        message=f"The file has more than {limit:,} bytes, the most that this site takes.",
        hint="Spread the episodes over several archives, or shorten long observations.",
    )


def _keep_file(archive: Archive, file: Any) -> None:
    """Copy the upload under a name of ours, so that no name of the sender reaches the disk."""
    hashed = HashedFile(file, settings.ARCHIVE_MAX_BYTES)
    name = f"{uuid4().hex}.upload"
    try:
        archive.file.save(name, hashed, save=False)
    except BaseException:
        archive.file.storage.delete(archive.file.field.generate_filename(archive, name))
        raise
    archive.file_bytes = hashed.length
    archive.sha256 = hashed.sha256.hexdigest()


def _stored(archive: Archive) -> Archive:
    """The row of this upload, or that of the same upload made before under its key."""
    try:
        with transaction.atomic():
            archive.save()
    except IntegrityError:
        earlier = Archive.objects.get(owner=archive.owner, idempotency_key=archive.idempotency_key)
        same = ("sha256", "visibility", "dry_run")
        if any(getattr(earlier, name) != getattr(archive, name) for name in same):
            raise Conflict(
                "This Idempotency-Key was used for another upload; take a new key."
            ) from None
        archive.file.delete(save=False)
        return earlier
    return archive
