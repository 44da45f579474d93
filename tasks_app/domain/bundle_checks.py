"""What a bundle must hold beyond the types of its fields, so that its parts fit together.

The gates ask whether tasks are fair and solvable; these checks ask whether they are coherent.
"""

from collections import Counter
from collections.abc import Iterator

from tasks_app.domain.bundle_spec import BundleKind, BundleSpec
from tasks_app.domain.errors import Problem
from tasks_app.domain.families import (
    GROUP_OF,
    MODEL_TIER_FAMILIES,
    SWEEP_LABELS,
    Decision,
    Family,
)
from tasks_app.domain.prices import TERMINAL_ACTIONS, Action, Tier, split_action
from tasks_app.domain.task_spec import TaskSpec

ATTEMPTS = 3
"""Recorded attempts of a model tier at a task."""

DECISIONS_OF = {
    Family.CHEAP: {Decision.CHEAP},
    Family.ESCALATION: {Decision.ESCALATE},
    Family.STOP: {Decision.STOP},
    Family.MODEL_UPGRADE: {Decision.FAST, Decision.FRONTIER},
    Family.FROZEN: {Decision.FAST, Decision.FRONTIER},
}


def manifest_problems(spec: BundleSpec) -> Iterator[Problem]:
    for family, rules in spec.families.items():
        if rules.group is not GROUP_OF[family]:
            message = f"{family} belongs to the group {GROUP_OF[family]}."
            yield Problem("wrong_group", message, "Correct the family's group.")
        tight, medium, loose = (rules.budgets[label] for label in SWEEP_LABELS)
        if not tight < medium < loose:
            message = f"The budgets of {family} are not tight < medium < loose."
            yield Problem("budget_order", message, "Order the budgets.")
    for action, units in spec.prices.actions.items():
        if units == 0 and action not in TERMINAL_ACTIONS:
            message = f"The price of {action} is not positive."
            yield Problem("bad_price", message, "Only answer and abstain may be free.")
    # A meter bundle counts by set, and has no families.
    counted = set() if spec.kind is BundleKind.METER else set(spec.counts)
    for name in sorted(counted - set(spec.families)):
        message = f"counts names {name}, which families does not describe."
        yield Problem("undeclared_family", message, "Give the family a group and budgets.")


def count_problems(counts: dict[str, int], spec: BundleSpec) -> Iterator[Problem]:
    """Where the tasks found (by family) are not those the manifest announces."""
    for family in sorted({*counts, *spec.counts}):
        found, announced = counts.get(family, 0), spec.counts.get(family, 0)
        if found != announced:
            message = f"counts says {announced} {family} task(s), there are {found}."
            yield Problem("count_mismatch", message, "Correct counts or the tasks.")


def task_problems(task: TaskSpec, spec: BundleSpec) -> Iterator[Problem]:
    """Everything in a well-typed task that contradicts itself or the manifest."""
    for code, message, hint in (
        *_decision_findings(task, spec),
        *_document_findings(task),
        *_tier_label_findings(task),
        *_price_findings(task, spec),
    ):
        yield Problem(code, message, hint, task_id=task.task_id)


Finding = tuple[str, str, str]


def _decision_findings(task: TaskSpec, spec: BundleSpec) -> Iterator[Finding]:
    if task.family not in spec.families:
        message = f"The manifest does not describe the family {task.family}."
        yield "undeclared_family", message, "Add it to families and counts."
    if task.oracle.decision not in DECISIONS_OF[task.family]:
        allowed = " or ".join(sorted(DECISIONS_OF[task.family]))
        yield "wrong_decision", f"A {task.family} task decides {allowed}.", "Correct decision."
    if (task.oracle.answer is None) != (task.family is Family.STOP):
        message = "answer is null in stop_loss tasks and a text in all others."
        yield "wrong_answer", message, "Correct answer or family."


def _document_findings(task: TaskSpec) -> Iterator[Finding]:
    ids = Counter(document.doc_id for document in task.documents)
    for doc_id in sorted(doc_id for doc_id, times in ids.items() if times > 1):
        yield "duplicate_document", f"The document id {doc_id!r} occurs twice.", "Rename one."
    for doc_id in sorted(set(task.oracle.support) - set(ids)):
        yield "unknown_support", f"support names {doc_id!r}, no document.", "Correct support."


def _tier_label_findings(task: TaskSpec) -> Iterator[Finding]:
    labels = task.oracle.tier_labels
    hint = f"Record {ATTEMPTS} attempts for each of fast and frontier."
    if task.family not in MODEL_TIER_FAMILIES:
        if labels is not None:
            yield "unexpected_tier_labels", f"A {task.family} task has no tiers.", "Remove them."
    elif labels is None or set(labels) != set(Tier):
        yield "missing_tier_labels", "tier_labels lacks a tier or has an unknown one.", hint
    elif any(len(attempts) != ATTEMPTS for attempts in labels.values()):
        yield "missing_tier_labels", f"A tier has other than {ATTEMPTS} attempts.", hint


def _price_findings(task: TaskSpec, spec: BundleSpec) -> Iterator[Finding]:
    hint = "Tools and traces follow the manifest's prices."
    for name, units in task.tools.items():
        price = step_price(name, spec)
        if price is None:
            yield "unknown_action", f"The tool {name!r} has no price.", hint
        elif price != units:
            yield "wrong_price", f"{name} costs {price:g} in the manifest, here {units:g}.", hint
    traces = {"canonical": task.oracle.canonical, "contrast": task.oracle.contrast}
    for label, trace in traces.items():
        prices = [step_price(name, spec) for name in trace.actions]
        if None in prices or set(trace.actions) - set(task.tools):
            yield "unknown_action", f"{label} takes an action that is not offered.", hint
        elif abs(sum(price or 0 for price in prices) - trace.units) > 1e-6:
            yield "wrong_units", f"The steps of {label} do not cost its units.", hint


def step_price(name: str, spec: BundleSpec) -> float | None:
    """Units of an action as traces write it (``run_model:fast``); None where none is set."""
    action, tier = split_action(name)
    if (tier is not None) != (action == Action.RUN_MODEL):
        return None
    try:
        return spec.prices.price(action, tier)
    except KeyError:
        return None
