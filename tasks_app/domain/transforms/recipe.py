"""What every transform shares: how a seed row becomes a task once its evidence is placed.

Nothing that an agent sees tells the family's row apart: ids are salted hashes, documents lie in
the order of their ids, and the instruction says how a family works, never what to decide.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tasks_app.domain.canonical import salted_key
from tasks_app.domain.families import MODEL_TIER_FAMILIES, Decision, Family
from tasks_app.domain.labeller import TierLabels
from tasks_app.domain.prices import Action, PriceSchedule, Tier, split_action
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.task_spec import Document, Oracle, Source, Surface, TaskSpec, Trace

_FAST = f"{Action.RUN_MODEL}:{Tier.FAST}"
_FRONTIER = f"{Action.RUN_MODEL}:{Tier.FRONTIER}"

TRACES = {
    Decision.CHEAP: ("search", "read", "answer"),
    Decision.ESCALATE: ("search", "read", "read", "deep_research", "answer"),
    Decision.STOP: ("search", "read", "deep_research", "abstain"),
    Decision.FAST: (_FAST, "answer"),
    Decision.FRONTIER: (_FRONTIER, "answer"),
}
"""The canonical trace of each decision."""

CONTRASTS = {
    Decision.CHEAP: Decision.ESCALATE,
    Decision.ESCALATE: Decision.CHEAP,
    Decision.STOP: Decision.ESCALATE,
    Decision.FAST: Decision.FRONTIER,
    Decision.FRONTIER: Decision.FAST,
}
"""The decision that a task's decision is held against."""

SEARCH_TOOLS = (
    Action.SEARCH,
    Action.READ,
    Action.LOOKUP,
    Action.DEEP_RESEARCH,
    Action.ASK_HUMAN,
    Action.ANSWER,
    Action.ABSTAIN,
)
TIER_TOOLS = (_FAST, _FRONTIER, Action.LOOKUP, Action.ASK_HUMAN, Action.ANSWER, Action.ABSTAIN)

_SEARCH_INSTRUCTION = (
    "Answer the question from documents that your actions find. Each action has a price in units; "
    "stay within the budget. Answer with the shortest text that names the answer, or abstain if "
    "the evidence does not suffice."
)
_TIER_INSTRUCTION = (
    "Answer the question from the documents given. You may run a model on them; each action has a "
    "price in units; stay within the budget. Answer with the shortest text that names the answer, "
    "or abstain if the evidence does not suffice."
)


@dataclass(frozen=True)
class Workbench:
    """What a transform works with besides its row."""

    salt: str
    prices: PriceSchedule
    label: Callable[[SeedRow], TierLabels]


@dataclass(frozen=True)
class Unfit:
    """Why a row makes no task of a family; counted, never guessed around."""

    reason: str


@dataclass(frozen=True)
class Draft:
    """What a transform decided about a row; one surface per paragraph of the row."""

    family: Family
    decision: Decision
    surfaces: Sequence[Surface]
    rationale: str
    tier_labels: Mapping[str, tuple[bool, ...]] | None = None


def make_task(row: SeedRow, draft: Draft, bench: Workbench) -> TaskSpec:
    is_tier = draft.family in MODEL_TIER_FAMILIES
    return TaskSpec(
        task_id="t-" + _hidden(row, bench.salt, "task")[:16],
        family=draft.family,
        instruction=_TIER_INSTRUCTION if is_tier else _SEARCH_INSTRUCTION,
        question=row.question,
        tools={
            str(name): bench.prices.price(*split_action(name))
            for name in (TIER_TOOLS if is_tier else SEARCH_TOOLS)
        },
        documents=tuple(sorted(_documents(row, draft, bench.salt), key=lambda each: each.doc_id)),
        oracle=_oracle(row, draft, bench),
    )


def _documents(row: SeedRow, draft: Draft, salt: str) -> list[Document]:
    placed = zip(row.paragraphs, draft.surfaces, strict=True)
    return [
        Document(_doc_id(row, salt, place), paragraph.title, paragraph.text, surface)
        for place, (paragraph, surface) in enumerate(placed)
    ]


def _oracle(row: SeedRow, draft: Draft, bench: Workbench) -> Oracle:
    support = [place for place, each in enumerate(row.paragraphs) if each.is_supporting]
    return Oracle(
        decision=draft.decision,
        answer=row.answer,
        aliases=row.aliases,
        support=tuple(sorted(_doc_id(row, bench.salt, place) for place in support)),
        rationale=draft.rationale,
        tier_labels=draft.tier_labels,
        canonical=trace(draft.decision, bench.prices),
        contrast=trace(CONTRASTS[draft.decision], bench.prices),
        source=Source(row.dataset, row.row_id, row.licence, row.raw_sha256),
    )


def trace(decision: Decision, prices: PriceSchedule) -> Trace:
    """The canonical trace of a decision, priced."""
    actions = TRACES[decision]
    return Trace(actions, prices.total(split_action(name) for name in actions))


def _doc_id(row: SeedRow, salt: str, place: int) -> str:
    return "d-" + _hidden(row, salt, f"document {place}")[:16]


def _hidden(row: SeedRow, salt: str, what: str) -> str:
    return salted_key(salt, what, row.dataset, row.row_id)
