"""What a reviewer decides about an item, and what comes back of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from tasks_app.domain.errors import Conflict


class Decision(StrEnum):
    """What a label says. ``cleared`` takes an own label back: history keeps it, nothing counts
    it."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNSURE = "unsure"
    SKIP = "skip"
    CLEARED = "cleared"


BINARY = frozenset({Decision.CORRECT, Decision.INCORRECT})
"""The decisions that agreement and estimates are computed from."""


@dataclass(frozen=True)
class OwnLabel:
    """A label as its author sees it. ``version`` is the item's after it; ``is_stale``: the item
    has changed since, so that it no longer counts."""

    decision: Decision
    reason: str
    comment: str
    flag: bool
    was_blind: bool
    version: int
    created_at: datetime
    is_stale: bool = False


@dataclass(frozen=True)
class LabelInput:
    """One decision as sent. ``item_version`` is the version that the sender had on the screen;
    ``request_id`` makes a repeated sending recognisable."""

    decision: Decision
    item_version: int
    reason: str = ""
    comment: str = ""
    flag: bool = False
    request_id: UUID | None = None

    def same_as(self, stored: OwnLabel) -> bool:
        """Whether it says what is stored already."""
        sent = (self.decision, self.reason, self.comment, self.flag)
        return sent == (stored.decision, stored.reason, stored.comment, stored.flag)


class StaleWrite(Conflict):
    """A label on an old version of an item. ``members`` are both states, as JSON, for the person
    to choose from."""

    def __init__(self, version: int, stored: OwnLabel | None, sent: LabelInput) -> None:
        super().__init__("This item was changed elsewhere since you opened it; nothing is lost.")
        self.version, self.stored, self.sent = version, stored, sent

    @property
    def members(self) -> Mapping[str, Any]:
        stored = None if self.stored is None else _state(self.stored)
        return {"version": self.version, "stored": stored, "sent": _state(self.sent)}


def _state(label: OwnLabel | LabelInput) -> dict[str, Any]:
    return {
        "decision": str(label.decision),
        "reason": label.reason,
        "comment": label.comment,
        "flag": label.flag,
    }
