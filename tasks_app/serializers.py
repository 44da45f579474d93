"""Bundles and tasks as the API sends them: allow-lists of frozen values, typed.

Nothing here takes an ``Oracle`` but ``oracle_json``, which only maintainers are sent.
"""

from datetime import datetime
from typing import Any, TypedDict

from tasks_app.domain.bundle_spec import BundleKind, BundleSpec, FamilyRules
from tasks_app.domain.families import BudgetLabel, Decision, Family, Group
from tasks_app.domain.task_spec import AgentView, Document, Oracle, Surface, TaskSpec, Trace
from tasks_app.models import Task
from tasks_app.queries import BundleRow


class BundleJson(TypedDict):
    """`ref` is `name@version`, as every other call takes it."""

    ref: str
    name: str
    version: str
    kind: BundleKind
    title: str
    tasks: int
    imported_at: datetime


class PricesJson(TypedDict):
    """Units per action, and per model tier of `run_model`."""

    actions: dict[str, float]
    tiers: dict[str, float]


class FamilyRulesJson(TypedDict):
    """Budgets in units; `main` names the label of the main board; `tasks` counts them."""

    group: Group
    tasks: int
    budgets: dict[str, float]
    main: BudgetLabel


class BundleDetailJson(BundleJson):
    """The manifest of a bundle, which never changes."""

    description: str
    licence: str
    sources: list[dict[str, Any]]
    prices: PricesJson
    families: dict[str, FamilyRulesJson]
    proxy_cap: float | None
    selection: dict[str, str]
    tasks_sha256: str
    canonical_sha256: str


class TaskRowJson(TypedDict):
    """A task in a list; `family` is empty in a meter bundle. `position` counts from 1."""

    task_id: str
    position: int
    family: str
    question: str


class DocumentJson(TypedDict):
    """A document that the agent is given."""

    doc_id: str
    title: str
    text: str


class TaskJson(TypedDict):
    """What an agent may see before its first step. `tools` maps an action to its price in units;
    `searchable` counts the documents that `search` can reach."""

    bundle: str
    task_id: str
    family: Family
    instruction: str
    question: str
    tools: dict[str, float]
    budgets: dict[str, float]
    main: BudgetLabel
    context: list[DocumentJson]
    searchable: int


class TraceJson(TypedDict):
    """A priced reference path."""

    actions: list[str]
    units: float


class SourceJson(TypedDict):
    """The row of the seed pool that the task was made from."""

    dataset: str
    row_id: str
    licence: str
    row_sha256: str


class PlacedDocumentJson(DocumentJson):
    """A document with the surface on which it can be reached."""

    surface: Surface


class OracleJson(TypedDict):
    """What only the evaluator may see. `answer` is null where there is none."""

    bundle: str
    task_id: str
    decision: Decision
    answer: str | None
    aliases: list[str]
    support: list[str]
    rationale: str
    tier_labels: dict[str, list[bool]] | None
    canonical: TraceJson
    contrast: TraceJson
    source: SourceJson
    documents: list[PlacedDocumentJson]


def bundle_json(bundle: BundleRow) -> BundleJson:
    return {
        "ref": bundle.ref,
        "name": bundle.name,
        "version": bundle.version,
        "kind": BundleKind(bundle.kind),
        "title": bundle.title,
        "tasks": bundle.task_count,
        "imported_at": bundle.imported_at,
    }


def bundle_detail_json(bundle: BundleRow, spec: BundleSpec) -> BundleDetailJson:
    return {
        **bundle_json(bundle),
        "description": spec.description,
        "licence": spec.licence,
        "sources": [dict(source) for source in spec.sources],
        "prices": {"actions": dict(spec.prices.actions), "tiers": dict(spec.prices.tiers)},
        "families": {
            family.value: _rules(rules, spec.counts.get(family, 0))
            for family, rules in spec.families.items()
        },
        "proxy_cap": spec.proxy_cap,
        "selection": dict(spec.selection),
        "tasks_sha256": spec.tasks_sha256,
        "canonical_sha256": spec.canonical_sha256,
    }


def task_row_json(task: Task) -> TaskRowJson:
    asked: str = task.asked or ""  # type: ignore[attr-defined] - annotated by listed_tasks
    return {
        "task_id": task.task_id,
        "position": task.position + 1,
        "family": task.family,
        "question": asked,
    }


def task_json(bundle: BundleRow, task: AgentView, rules: FamilyRules) -> TaskJson:
    return {
        "bundle": bundle.ref,
        "task_id": task.task_id,
        "family": task.family,
        "instruction": task.instruction,
        "question": task.question,
        "tools": dict(task.tools),
        "budgets": dict(rules.budgets),
        "main": rules.main,
        "context": [_document(document) for document in task.context],
        "searchable": task.searchable,
    }


def oracle_json(bundle: BundleRow, task: TaskSpec) -> OracleJson:
    oracle: Oracle = task.oracle
    labels = oracle.tier_labels
    return {
        "bundle": bundle.ref,
        "task_id": task.task_id,
        "decision": oracle.decision,
        "answer": oracle.answer,
        "aliases": list(oracle.aliases),
        "support": list(oracle.support),
        "rationale": oracle.rationale,
        "tier_labels": {tier: list(tries) for tier, tries in labels.items()} if labels else None,
        "canonical": _trace(oracle.canonical),
        "contrast": _trace(oracle.contrast),
        "source": {
            "dataset": oracle.source.dataset,
            "row_id": oracle.source.row_id,
            "licence": oracle.source.licence,
            "row_sha256": oracle.source.row_sha256,
        },
        "documents": [{**_document(d), "surface": d.surface} for d in task.documents],
    }


def _rules(rules: FamilyRules, tasks: int) -> FamilyRulesJson:
    return {
        "group": rules.group,
        "tasks": tasks,
        "budgets": dict(rules.budgets),
        "main": rules.main,
    }


def _document(document: Document) -> DocumentJson:
    return {"doc_id": document.doc_id, "title": document.title, "text": document.text}


def _trace(trace: Trace) -> TraceJson:
    return {"actions": list(trace.actions), "units": trace.units}
