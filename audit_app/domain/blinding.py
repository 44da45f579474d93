"""What a reviewer may see of an item: an allow-list type, and nothing that is not in it.

Serving code makes a ``BlindItem`` and sends that; what tells model, agent, judge or verdict is
kept in another table (``Provenance``), which serving never reads.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from audit_app.domain.labels import OwnLabel
from tasks_app.domain.canonical import digest


@dataclass(frozen=True)
class Passage:
    """One document of the evidence surface; its id stays behind."""

    title: str
    text: str


@dataclass(frozen=True)
class BlindItem:
    """The allow-list. ``id`` is random and tells nothing."""

    id: UUID
    question: str
    evidence: tuple[Passage, ...]
    answer: str
    rubric_version: str


SHOWN = ("id", "question", "evidence", "answer", "rubric_version")
"""The keys of an item that leave the server, in this order, always all of them."""


@dataclass(frozen=True)
class Progress:
    """Counts of labelled readings out of all readings that there are to make."""

    done: int
    total: int


@dataclass(frozen=True)
class Claimed:
    """An item in a reviewer's hands. ``version`` goes back with the label; ``draft`` is what was
    begun, ``label`` the own label where there is one; ``expires_at`` None needs no lease."""

    item: BlindItem
    version: int
    expires_at: datetime | None
    draft: Mapping[str, Any]
    label: OwnLabel | None


@dataclass(frozen=True)
class Recorded:
    """What became of a decision (``label`` None: it was taken back).

    ``is_repeated``: it was stored before, nothing was added; ``is_late``: the lease had run out;
    ``counts``: it holds one of the item's readings.
    """

    label: OwnLabel | None
    version: int
    is_repeated: bool
    is_late: bool
    counts: bool
    mine: int
    """How many items I have labelled in this audit."""
    audit: Progress


@dataclass(frozen=True)
class Revealed:
    """What blinding hid, once a reviewer asked for it; the label remembers."""

    agent: str
    judge: str
    verdict: str


def shown(item: BlindItem) -> dict[str, Any]:
    """The item as JSON: the allow-list and nothing else."""
    values = {**asdict(item), "id": str(item.id)}
    return {key: values[key] for key in SHOWN}


def content_digest(question: str, evidence: list[dict[str, str]], answer: str) -> str:
    """SHA-256 (hex) of what a reviewer is shown of an item; a label remembers it."""
    return digest({"question": question, "evidence": evidence, "answer": answer})
