"""Reads of archives."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.manifest import BundleRef
from runs_app.domain.descriptions import ORIGINAL
from runs_app.models import Archive, Visibility
from runs_app.queries.meter import described_tasks
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.queries import bundle_spec, find_bundle, task_families, task_specs

UNFINISHED = (Archive.Status.QUEUED, Archive.Status.READING, Archive.Status.JUDGING)
STATUS_WORDS = {
    Archive.Status.QUEUED: "Waiting for a worker",
    Archive.Status.READING: "Being read and checked",
    Archive.Status.JUDGING: "Stored; answers are being judged",
}


@dataclass(frozen=True)
class ArchiveProgress:
    """How far an archive is: a status word, the same in words, share done (0 to 1), and why it
    ended if it did."""

    status: str
    words: str
    share: float
    is_over: bool
    reason: str


def visible_archives(user: Any) -> QuerySet[Archive]:
    """The archives that ``user`` may see, newest first.

    What became of an upload concerns its owner and the maintainers; everybody sees those public
    ones whose runs may stand on a board.
    """
    archives = Archive.objects.select_related("owner", "bundle").defer("bundle__manifest")
    if getattr(user, "is_maintainer", False):
        return archives
    on_boards = Q(status=Archive.Status.SCORED, visibility=Visibility.PUBLIC, dry_run=False)
    if user is None or not user.is_authenticated:
        return archives.filter(on_boards)
    return archives.filter(on_boards | Q(owner=user))


def own_archives(user: Any) -> QuerySet[Archive]:
    """What ``user`` uploaded, newest first, without the problems."""
    return Archive.objects.filter(owner=user).defer("problems").select_related("bundle")


def archive_progress(archive: Archive) -> ArchiveProgress:
    """Progress of an archive, as fresh as a running job reports it."""
    is_over = archive.status not in UNFINISHED
    live = 0.0 if is_over else cache.get(progress_key(archive.pk), 0.0)
    return ArchiveProgress(
        status=archive.status,
        words=STATUS_WORDS.get(archive.status, archive.status),
        share=max(archive.progress, live),
        is_over=is_over,
        reason=archive.reason,
    )


def progress_key(archive_id: UUID | str) -> str:
    """Where a running job notes its share: its transaction hides from others what it writes."""
    return f"archive-progress:{archive_id}"


def unfinished_archives(stale_seconds: float) -> tuple[UUID, ...]:
    """Archives on which nothing has been noted for so long, oldest first."""
    stale = timezone.now() - timedelta(seconds=stale_seconds)
    waiting = Archive.objects.filter(status__in=UNFINISHED, touched_at__lte=stale)
    return tuple(waiting.order_by("created_at").values_list("pk", flat=True))


def bundle_facts(ref: BundleRef) -> BundleFacts | None:
    """What an archive is checked against, nothing of the oracle; None for no such bundle."""
    row = find_bundle(ref.ref)
    if row is None or (row.name, row.version) != (ref.name, ref.version):
        return None
    spec = bundle_spec(row.id)
    if spec.kind is BundleKind.METER:
        described = described_tasks(row.id)
        return BundleFacts(spec, dict.fromkeys(described[ORIGINAL], ""), {}, described)
    documents = {
        task_id: frozenset(document.doc_id for document in task.documents)
        for task_id, task in task_specs(row.id).items()
    }
    return BundleFacts(spec, task_families(row.id), documents)
