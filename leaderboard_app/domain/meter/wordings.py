"""Which tasks have a description made from whose trajectories, and where the original was kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypedDict
from uuid import UUID

from runs_app.domain.descriptions import ORIGINAL


class WordingsPayload(TypedDict):
    """Task ids by source configuration: `tasks` that have its description, and of these those on
    which the original was `kept`, because no candidate was better."""

    tasks: dict[str, list[str]]
    kept: dict[str, list[str]]


class SourceText(Protocol):
    """A description that stands for a source on a task, declared by the bundle or frozen here."""

    @property
    def task_id(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def candidate_id(self) -> UUID | None: ...
    @property
    def is_declared(self) -> bool: ...


@dataclass(frozen=True)
class SourceWordings:
    """Task ids by source configuration (``model x cli``); see ``WordingsPayload``."""

    tasks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    kept: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(sorted(self.tasks))

    def given(self, description: str, task_id: str) -> str:
        """Under which description the episodes of a task stand that was asked for in one: where
        the original was kept for a source, both have the same text (ours)."""
        return ORIGINAL if task_id in self.kept.get(description, ()) else description

    def to_json(self) -> WordingsPayload:
        return {"tasks": _listed(self.tasks), "kept": _listed(self.kept)}

    @classmethod
    def from_json(cls, payload: WordingsPayload) -> "SourceWordings":
        return cls(_sets(payload["tasks"]), _sets(payload["kept"]))


NO_WORDINGS = SourceWordings()


def source_wordings(texts: Iterable[SourceText]) -> SourceWordings:
    """What the descriptions of a bundle say, one a task and source."""
    tasks: dict[str, list[str]] = {}
    kept: dict[str, list[str]] = {}
    for text in texts:
        tasks.setdefault(text.source, []).append(text.task_id)
        if text.candidate_id is None and not text.is_declared:
            kept.setdefault(text.source, []).append(text.task_id)
    return SourceWordings(_sets(tasks), _sets(kept))


def _listed(found: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    return {source: sorted(found[source]) for source in sorted(found)}


def _sets(found: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    return {source: frozenset(ids) for source, ids in found.items()}
