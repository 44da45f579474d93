"""One benchmark task, split in two types: what an agent may see and what only the evaluator may.

``agent_view`` is the only door to what an agent sees; code that runs agents takes an
``AgentView`` and the task's ``documents``, never a ``TaskSpec``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tasks_app.domain.families import Decision, Family


class Surface(StrEnum):
    """How a document can be reached: given, by search and read, or only by deep research."""

    CONTEXT = "context"
    SEARCH = "search"
    DEEP = "deep"


@dataclass(frozen=True)
class Document:
    doc_id: str
    title: str
    text: str
    surface: Surface


@dataclass(frozen=True)
class Trace:
    """A priced path: actions such as ``search`` or ``run_model:fast``, and their sum in units."""

    actions: tuple[str, ...]
    units: float


@dataclass(frozen=True)
class Source:
    """The seed-pool row that a task was made from."""

    dataset: str
    row_id: str
    licence: str
    row_sha256: str


@dataclass(frozen=True)
class Oracle:
    """What only the evaluator may see of a task; it must reach no page, API, archive or error.

    ``answer`` is None for stop-loss tasks (there is none). ``tier_labels`` maps a model tier to
    its three recorded attempts (right or wrong); None outside the model-tier families.
    """

    decision: Decision
    answer: str | None
    aliases: tuple[str, ...]
    support: tuple[str, ...]
    rationale: str
    tier_labels: Mapping[str, tuple[bool, ...]] | None
    canonical: Trace
    contrast: Trace
    source: Source


@dataclass(frozen=True)
class AgentView:
    """What an agent may see of a task before its first step.

    ``tools`` maps an action (``run_model:fast`` for a tier) to its price in units; ``context``
    holds the documents that are given; ``searchable`` counts those that ``search`` can reach.
    """

    task_id: str
    family: Family
    instruction: str
    question: str
    tools: Mapping[str, float]
    context: tuple[Document, ...]
    searchable: int


@dataclass(frozen=True)
class TaskSpec:
    task_id: str
    family: Family
    instruction: str
    question: str
    tools: Mapping[str, float]
    documents: tuple[Document, ...]
    oracle: Oracle


def agent_view(task: TaskSpec) -> AgentView:
    """What an agent may see of ``task``: no oracle, no searchable or withheld text."""
    surfaces = [document.surface for document in task.documents]
    return AgentView(
        task_id=task.task_id,
        family=task.family,
        instruction=task.instruction,
        question=task.question,
        tools=task.tools,
        context=tuple(d for d in task.documents if d.surface is Surface.CONTEXT),
        searchable=surfaces.count(Surface.SEARCH),
    )
