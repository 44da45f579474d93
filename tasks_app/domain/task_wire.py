"""A task line of ``tasks.jsonl`` and its typed value, both ways."""

from typing import Annotated, Any, cast

import msgspec

from tasks_app.domain.families import Decision, Family
from tasks_app.domain.meter_task import Descriptions, MeterTask, TaskSet
from tasks_app.domain.task_spec import Document, Oracle, Source, Surface, TaskSpec, Trace

Identifier = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]*\Z",
        max_length=100,
        description="letters, digits and . _ : -, a letter or digit first",
    ),
]
Amount = (
    Annotated[int, msgspec.Meta(ge=0, le=10**9)] | Annotated[float, msgspec.Meta(ge=0, le=10**9)]
)
Text = Annotated[str, msgspec.Meta(min_length=1)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Unknown keys are refused: nobody could say whether an agent may see them."""


class DocumentWire(Strict, frozen=True):
    doc_id: Identifier
    title: str
    text: str
    surface: Surface


class TraceWire(Strict, frozen=True):
    actions: list[Text]
    units: Amount


class SourceWire(Strict, frozen=True):
    dataset: str
    row_id: str
    licence: str
    row_sha256: str


class TaskWire(Strict, frozen=True):
    task_id: Identifier
    family: Family
    instruction: str
    question: Text
    tools: dict[str, Amount]
    documents: list[DocumentWire]
    decision: Decision
    canonical: TraceWire
    contrast: TraceWire
    source: SourceWire
    answer: str | None
    aliases: list[str] = []
    support: list[str] = []
    rationale: str = ""
    tier_labels: dict[str, list[bool]] | None = None


class DescriptionsWire(Strict, frozen=True):
    original: Text
    generic: str | None = None
    by_source: dict[str, str] = {}


class MeterTaskWire(Strict, frozen=True):
    task_id: Identifier
    instruction: str
    artifacts: list[Any]
    outputs: list[Any]
    success_criteria: Any
    source: dict[str, Any]
    sets: list[TaskSet]
    descriptions: DescriptionsWire


def task_spec(wire: TaskWire) -> TaskSpec:
    oracle = Oracle(
        decision=wire.decision,
        answer=wire.answer,
        aliases=tuple(wire.aliases),
        support=tuple(wire.support),
        rationale=wire.rationale,
        tier_labels=_tier_labels(wire),
        canonical=Trace(tuple(wire.canonical.actions), wire.canonical.units),
        contrast=Trace(tuple(wire.contrast.actions), wire.contrast.units),
        source=Source(**msgspec.structs.asdict(wire.source)),
    )
    return TaskSpec(
        task_id=wire.task_id,
        family=wire.family,
        instruction=wire.instruction,
        question=wire.question,
        tools=dict(wire.tools),
        documents=tuple(Document(**msgspec.structs.asdict(each)) for each in wire.documents),
        oracle=oracle,
    )


def _tier_labels(wire: TaskWire) -> dict[str, tuple[bool, ...]] | None:
    if wire.tier_labels is None:
        return None
    return {tier: tuple(attempts) for tier, attempts in wire.tier_labels.items()}


def meter_task(wire: MeterTaskWire) -> MeterTask:
    return MeterTask(
        task_id=wire.task_id,
        instruction=wire.instruction,
        artifacts=tuple(wire.artifacts),
        outputs=tuple(wire.outputs),
        success_criteria=wire.success_criteria,
        source=wire.source,
        sets=tuple(wire.sets),
        descriptions=Descriptions(**msgspec.structs.asdict(wire.descriptions)),
    )


def plain_json(value: object) -> dict[str, Any]:
    """A dataclass or struct as nothing but JSON types (lists, not tuples)."""
    return cast(dict[str, Any], msgspec.json.decode(msgspec.json.encode(value)))


def task_from_json(value: dict[str, Any]) -> TaskSpec:
    """A task line that was accepted before, as a value. Raises msgspec.ValidationError."""
    return task_spec(msgspec.convert(value, TaskWire))


def meter_task_from_json(value: dict[str, Any]) -> MeterTask:
    return meter_task(msgspec.convert(value, MeterTaskWire))


def task_to_json(task: TaskSpec) -> dict[str, Any]:
    """The task line of a task: the format's keys, evaluator's part included."""
    agent_part = plain_json(task)
    oracle: dict[str, Any] = agent_part.pop("oracle")
    if oracle["tier_labels"] is None:
        del oracle["tier_labels"]
    return agent_part | oracle


def meter_task_to_json(task: MeterTask) -> dict[str, Any]:
    """The task line of a meter task."""
    return plain_json(task)
