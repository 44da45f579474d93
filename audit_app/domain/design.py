"""What a maintainer chooses before an audit is opened."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from audit_app.domain.labels import Decision


class AuditKind(StrEnum):
    """Answers of runs, a bundle's tasks for realism, or labels that were made elsewhere."""

    ANSWERS = "answers"
    REALISM = "realism"
    IMPORTED = "imported"


@dataclass(frozen=True)
class ControlItem:
    """An answer whose label is known: served like any other, excluded from estimates."""

    episode_id: UUID
    known: Decision


@dataclass(frozen=True)
class AuditDesign:
    """``size`` items of the answers of some runs of one bundle, by one judge's verdicts; of kind
    REALISM, of the bundle's tasks, without runs and judge.

    ``overlap`` is the share of each cell (0 to 1) that a second reviewer gets too. An empty
    ``families`` is all of the frame's. ``title`` is shown to reviewers.
    """

    title: str
    bundle_id: int
    run_ids: tuple[UUID, ...]
    judge: str
    size: int
    seed: str
    rubric: str
    rubric_version: str
    families: tuple[str, ...] = ()
    overlap: float = 0.0
    reveal_allowed: bool = False
    controls: tuple[ControlItem, ...] = ()
    kind: AuditKind = AuditKind.ANSWERS
