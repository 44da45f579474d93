"""The gates a bundle passes before it is published: is each task fair, solvable and affordable?

A gate is a function from a task and its manifest to the findings that speak against it. The
build skips candidates with a finding, import refuses bundles with one, ``check_bundle`` prints
them. Digests are not among them: they bind bytes, so reading a file checks them.
Source: EcoAgent-Bench (arXiv 2608.05519), sections on task construction and validation.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from tasks_app.domain.bundle_checks import count_problems, manifest_problems, task_problems
from tasks_app.domain.bundle_spec import Bundle, BundleSpec
from tasks_app.domain.errors import Problem
from tasks_app.domain.families import MODEL_TIER_FAMILIES, BudgetLabel, Decision, Family
from tasks_app.domain.normalise import contains_answer, normalised
from tasks_app.domain.prices import Action, Tier
from tasks_app.domain.retrieval import Corpus
from tasks_app.domain.task_spec import Document, Surface, TaskSpec

UNCHECKABLE_ANSWERS = frozenset(
    {"", "a", "an", "the", "yes", "no", "true", "false", "none", "unknown"}
)
"""Answers (normalised) too common in any text for finding them there to mean something."""

MILESTONES = {
    Decision.CHEAP: Action.ANSWER.value,
    Decision.ESCALATE: Action.DEEP_RESEARCH.value,
    Decision.STOP: Action.ABSTAIN.value,
    Decision.FAST: f"{Action.RUN_MODEL}:{Tier.FAST}",
    Decision.FRONTIER: f"{Action.RUN_MODEL}:{Tier.FRONTIER}",
}
"""The action that the canonical trace of a decision cannot do without."""

Gate = Callable[[TaskSpec, BundleSpec], Iterator[Problem]]


def findings(bundle: Bundle) -> tuple[Problem, ...]:
    """Everything that speaks against publishing a bundle; empty when nothing does."""
    counts = Counter(task.family.value for task in bundle.tasks)
    by_family = () if bundle.meter_tasks else count_problems(counts, bundle.spec)
    return (
        *manifest_problems(bundle.spec),
        *by_family,
        *(problem for task in bundle.tasks for problem in task_findings(task, bundle.spec)),
    )


def task_findings(task: TaskSpec, spec: BundleSpec) -> tuple[Problem, ...]:
    """Everything that speaks against one task."""
    incoherent = tuple(task_problems(task, spec))
    if incoherent:
        return incoherent  # the gates below rely on a coherent task
    return tuple(problem for gate in GATES for problem in gate(task, spec))


def surfaces(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """Evidence is given in context in the model-tier families, and searched for in the others."""
    given = any(document.surface is Surface.CONTEXT for document in task.documents)
    if given != (task.family in MODEL_TIER_FAMILIES):
        yield _finding(task, "wrong_surface", "Only model-tier tasks have context documents.")


def leakage(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """An escalation answer stands neither in the question nor in a document search can reach."""
    if task.family is not Family.ESCALATION:
        return
    if any(contains_answer(task.question, answer) for answer in _answers(task)):
        yield _finding(task, "answer_in_question", "The question holds the answer.")
    for document in _reached_by(task, Surface.SEARCH):
        if _holds_answer(document, task):
            message = f"The answer stands in {document.doc_id}, which search can reach."
            yield _finding(task, "answer_leaks", message)


def availability(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """A cheap answer is among the search results, an escalation answer in a withheld document."""
    if task.family is Family.CHEAP:
        hits = Corpus(_reached_by(task, Surface.SEARCH)).search(task.question)
        if not any(_holds_answer(hit.document, task) for hit in hits):
            yield _finding(task, "answer_not_found", "No search result holds the answer.")
    if task.family is Family.ESCALATION:
        withheld = _reached_by(task, Surface.DEEP)
        if not any(_holds_answer(document, task) for document in withheld):
            yield _finding(task, "answer_not_withheld", "No deep document holds the answer.")


def unanswerable(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """A stop-loss task has no answer, under any name and behind any action."""
    if task.family is not Family.STOP:
        return
    if task.oracle.aliases or _reached_by(task, Surface.DEEP):
        yield _finding(task, "answerable_stop", "A stop-loss task has an alias or deep document.")


def checkable(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """Whether an answer leaks or is available must be something that can be told from texts."""
    if task.family in (Family.CHEAP, Family.ESCALATION) and any(
        normalised(answer) in UNCHECKABLE_ANSWERS for answer in _answers(task)
    ):
        yield _finding(task, "uncheckable_answer", "The answer is too common to look for.")


def searchability(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """The canonical trace can be walked: its search finds as many documents as it reads."""
    if task.family in MODEL_TIER_FAMILIES:
        return
    wanted = max(1, task.oracle.canonical.actions.count(Action.READ))
    found = len(Corpus(_reached_by(task, Surface.SEARCH)).search(task.question))
    if found < wanted:
        message = f"Search finds {found} document(s), the canonical trace needs {wanted}."
        yield _finding(task, "search_finds_too_little", message)


def affordability(task: TaskSpec, spec: BundleSpec) -> Iterator[Problem]:
    """The canonical trace takes the decision and fits the family's main budget."""
    canonical = task.oracle.canonical
    budget = spec.families[task.family].budget(BudgetLabel.MAIN)
    if canonical.units > budget:
        message = f"The canonical trace costs {canonical.units:g}, the main budget is {budget:g}."
        yield _finding(task, "unaffordable", message)
    milestone = MILESTONES[task.oracle.decision]
    composite = Action.DEEP_RESEARCH in canonical.actions
    if milestone not in canonical.actions or (task.family is Family.CHEAP and composite):
        message = f"The canonical trace does not decide {task.oracle.decision}."
        yield _finding(task, "wrong_canonical", message)


def tiers(task: TaskSpec, _spec: BundleSpec) -> Iterator[Problem]:
    """The frontier tier is right (majority of attempts), and fast decides where fast is too."""
    labels = task.oracle.tier_labels
    if labels is None:
        return
    right = {tier: sum(attempts) * 2 > len(attempts) for tier, attempts in labels.items()}
    if not right[Tier.FRONTIER]:
        yield _finding(task, "frontier_fails", "The frontier tier is wrong in most attempts.")
    if right[Tier.FAST] != (task.oracle.decision is Decision.FAST):
        message = "The decision is not what the fast tier's attempts say."
        yield _finding(task, "wrong_tier_decision", message)


GATES: tuple[Gate, ...] = (
    surfaces,
    checkable,
    leakage,
    availability,
    unanswerable,
    searchability,
    affordability,
    tiers,
)


def _reached_by(task: TaskSpec, surface: Surface) -> tuple[Document, ...]:
    return tuple(document for document in task.documents if document.surface is surface)


def _answers(task: TaskSpec) -> tuple[str, ...]:
    return () if task.oracle.answer is None else (task.oracle.answer, *task.oracle.aliases)


def _holds_answer(document: Document, task: TaskSpec) -> bool:
    text = f"{document.title}\n{document.text}"
    return any(contains_answer(text, answer) for answer in _answers(task))


def _finding(task: TaskSpec, code: str, message: str) -> Problem:
    hint = "Choose another row, or place the documents otherwise."
    return Problem(code, message, hint, task_id=task.task_id)
