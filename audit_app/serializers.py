"""Audits as the API sends them. What a reviewer gets of an item is the allow-list of
``domain.blinding`` and nothing else."""

from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from rest_framework.request import Request

from audit_app.domain.blinding import Claimed, Progress, Recorded, shown
from audit_app.domain.labels import OwnLabel
from audit_app.queries import AuditRow, DesignView
from tasks_app.web.api_addresses import address


class ProgressJson(TypedDict):
    """Readings made of all that there are to make."""

    done: int
    total: int


class AuditJson(TypedDict):
    """An audit; `mine` counts the items that you have labelled. The report exists once closed."""

    id: UUID
    url: str
    title: str
    kind: str
    status: str
    reason: str
    rubric: str
    rubric_version: str
    reveal_allowed: bool
    created_at: datetime
    closed_at: datetime | None
    progress: ProgressJson
    mine: int


class AuditDetailJson(AuditJson):
    """An audit with its design, which is null for reviewers until it is closed."""

    design: dict[str, Any] | None


class PassageJson(TypedDict):
    title: str
    text: str


class BlindItemJson(TypedDict):
    """All that a reviewer gets of an item. Its id is random."""

    id: UUID
    question: str
    evidence: list[PassageJson]
    answer: str
    rubric_version: str


class LabelJson(TypedDict):
    """A label of yours. `is_stale`: the item has changed since, so that it no longer counts."""

    decision: str
    reason: str
    comment: str
    flag: bool
    was_blind: bool
    version: int
    created_at: datetime
    is_stale: bool


class ClaimedJson(TypedDict):
    """An item in your hands. Send `version` back with the label."""

    item: BlindItemJson
    version: int
    expires_at: datetime | None
    draft: dict[str, Any]
    label: LabelJson | None


class ClaimJson(TypedDict):
    """The next item; null where nothing is left for you."""

    claimed: ClaimedJson | None


class LeaseJson(TypedDict):
    """When the item goes back to others; null where it has gone back already."""

    expires_at: datetime | None


class RecordedJson(TypedDict):
    """What became of a label, which is null where it was taken back.

    `is_repeated`: it was stored before; `is_late`: the lease had run out; `counts`: it is one of
    the item's planned readings. `next` is the next item, if it was asked for and one could be had
    at once; where it is null, claim one.
    """

    label: LabelJson | None
    version: int
    is_repeated: bool
    is_late: bool
    counts: bool
    mine: int
    audit: ProgressJson
    next: ClaimedJson | None


class RevealedJson(TypedDict):
    """What blinding hid."""

    agent: str
    judge: str
    verdict: str


def audit_json(request: Request, row: AuditRow) -> AuditJson:
    return {
        "id": row.id,
        "url": address(request, "api-audit", row.id),
        "title": row.title,
        "kind": row.kind,
        "status": row.status,
        "reason": row.reason,
        "rubric": row.rubric,
        "rubric_version": row.rubric_version,
        "reveal_allowed": row.reveal_allowed,
        "created_at": row.created_at,
        "closed_at": row.closed_at,
        "progress": progress_json(row.progress),
        "mine": row.mine,
    }


def audit_detail_json(
    request: Request, row: AuditRow, design: DesignView | None
) -> AuditDetailJson:
    return {**audit_json(request, row), "design": None if design is None else design_json(design)}


def design_json(design: DesignView) -> dict[str, Any]:
    return {name: getattr(design, name) for name in DesignView.__dataclass_fields__}


def progress_json(progress: Progress) -> ProgressJson:
    return {"done": progress.done, "total": progress.total}


def claimed_json(claimed: Claimed) -> ClaimedJson:
    return {
        "item": shown(claimed.item),
        "version": claimed.version,
        "expires_at": claimed.expires_at,
        "draft": dict(claimed.draft),
        "label": label_json(claimed.label),
    }


def label_json(label: OwnLabel | None) -> LabelJson | None:
    if label is None:
        return None
    return {
        "decision": str(label.decision),
        "reason": label.reason,
        "comment": label.comment,
        "flag": label.flag,
        "was_blind": label.was_blind,
        "version": label.version,
        "created_at": label.created_at,
        "is_stale": label.is_stale,
    }


def recorded_json(recorded: Recorded, following: Claimed | None) -> RecordedJson:
    return {
        "label": label_json(recorded.label),
        "version": recorded.version,
        "is_repeated": recorded.is_repeated,
        "is_late": recorded.is_late,
        "counts": recorded.counts,
        "mine": recorded.mine,
        "audit": progress_json(recorded.audit),
        "next": None if following is None else claimed_json(following),
    }
