"""Tables of candidates, of the gate's findings and of a task's anchors."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.urls import reverse

from runs_app.models import Candidate
from runs_app.queries.candidates import FrozenText, visible_findings
from tasks_app.domain.cells import (
    code_cell,
    count_cell,
    dollars_cell,
    mark_cell,
    score_cell,
    text_cell,
    time_cell,
)
from tasks_app.domain.descriptions.anchors import Anchors
from tasks_app.domain.descriptions.findings import Finding, Text
from tasks_app.domain.short_text import shortened
from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "candidates",
    {"task": "task_id", "source": "source", "origin": "origin", "created": "created_at"},
    default=Order("created", descending=True),
)
SHOWN = 120
"""Characters of a text in a cell."""


def candidate_table(page: ListPage[Candidate], user: Any) -> Table:
    """One row a candidate, with what ``user`` may know of it."""
    header = (
        HeaderCell("task", "Task"),
        HeaderCell("source", "Source", "The configuration whose work it was made from."),
        HeaderCell(
            "state", "State", "What the gate says, and whether it was chosen.", sortable=False
        ),
        HeaderCell("findings", "Findings", numeric=True, sortable=False),
        HeaderCell("origin", "Origin", "How it came about; extractive ones are no rewordings."),
        HeaderCell("created", "Added (UTC)"),
    )
    rows = tuple(_candidate_row(candidate, user) for candidate in page.rows)
    empty = "No candidate that you may read is like that."
    return Table(
        "candidates", "Candidates", header, rows, empty=empty, order=page.order, is_page=True
    )


def _candidate_row(candidate: Candidate, user: Any) -> Row:
    href = reverse("candidate", args=[candidate.pk])
    return Row(
        (
            code_cell(candidate.task_id, href),
            text_cell(candidate.source),
            text_cell(state_words(candidate, user)),
            count_cell(len(visible_findings(candidate, user))),
            text_cell(candidate.get_origin_display(), note=candidate.label),
            time_cell(candidate.created_at),
        )
    )


def state_words(candidate: Any, user: Any) -> str:
    """What ``user`` may know: only maintainers are told whether it is accepted in the end."""
    if candidate.is_frozen:
        return "frozen"
    if not candidate.passes_public:
        return "refused"
    if getattr(user, "is_maintainer", False):
        return "accepted" if candidate.accepted else "refused: hidden evaluation"
    return "passes the public checks"


def finding_table(findings: Iterable[Finding], original: str, candidate: str) -> Table:
    """The gate's findings, each with the words it is about."""
    header = (
        HeaderCell("code", "Finding"),
        HeaderCell("text", "In", "Which of the two texts the words are in."),
        HeaderCell("words", "Words", sortable=False),
        HeaderCell("reason", "Why", sortable=False),
    )
    texts = {Text.ORIGINAL: original, Text.CANDIDATE: candidate}
    rows = tuple(
        Row(
            (
                text_cell(finding.code.replace("_", " ")),
                text_cell(finding.place.text),
                _words_cell(finding, texts[finding.place.text]),
                text_cell(finding.reason),
            )
        )
        for finding in findings
    )
    return Table(
        "findings", "Findings of the gate", header, rows, empty="The gate objects to nothing."
    )


def _words_cell(finding: Finding, text: str) -> Cell:
    """The words at the place; about hidden evaluation only where they stand."""
    start, end = finding.place.start, finding.place.end
    if finding.is_hidden:
        return text_cell(f"characters {start + 1} to {end}")
    words = text[start:end]
    return code_cell(shortened(words, SHOWN))


def anchor_table(
    anchors: Anchors, findings: Iterable[Finding] = (), compared: bool = False
) -> Table:
    """The public anchors of a task; ``compared`` adds whether a candidate keeps each."""
    lost = {
        (finding.place.start, finding.place.end)
        for finding in findings
        if finding.place.text is Text.ORIGINAL
    }
    header = (
        HeaderCell("kind", "Kind"),
        HeaderCell("words", "Words", sortable=False),
        *((HeaderCell("kept", "Kept", "Whether the candidate keeps it."),) if compared else ()),
    )
    named = [
        (anchor.kind.value, anchor.text, (anchor.start, anchor.end)) for anchor in anchors.named
    ]
    goal = anchors.objective
    parts = [("objective", goal.text, (goal.start, goal.end)), *named]
    rows = tuple(
        Row((text_cell(kind), code_cell(words), *_kept_cells(place not in lost, compared)))
        for kind, words, place in parts
    )
    note = "Read from the original wording by rules: anything that a wording may not lose."
    return Table("anchors", "Public anchors", header, rows, note=note)


def _kept_cells(is_kept: bool, compared: bool) -> tuple[Cell, ...]:
    return (mark_cell(is_kept),) if compared else ()


def frozen_table(texts: Iterable[FrozenText], href: Callable[[str], str]) -> Table:
    """The wordings that stand for sources; ``href`` leads to a task's page."""
    header = (
        HeaderCell("task", "Task"),
        HeaderCell("source", "Source"),
        HeaderCell("wording", "Wording", "What stands for the source on this task."),
        HeaderCell("reason", "Why", sortable=False),
        HeaderCell("frozen", "Frozen (UTC)"),
    )
    rows = tuple(
        Row(
            (
                code_cell(text.task_id, href(text.task_id)),
                text_cell(text.source),
                text_cell(wording_words(text)),
                text_cell(text.reason),
                time_cell(text.frozen_at, "It came with the bundle."),
            )
        )
        for text in texts
    )
    empty = "Nothing is frozen yet: candidates are chosen once their source has tried them."
    return Table("frozen", "Frozen descriptions", header, rows, empty=empty)


def evidence_table(text: FrozenText, key: str) -> Table | None:
    """What a frozen wording rests on; None where the bundle declares it."""
    if text.evidence is None:
        return None
    header = (
        HeaderCell("description", "Description"),
        HeaderCell("reward", "Reward", "Mean over the source's repeats, 0 to 1.", numeric=True),
        HeaderCell("cost", "Cost", f"Mean USD, {text.evidence['pricing']}.", numeric=True),
        HeaderCell("episodes", "Episodes", numeric=True),
    )
    rows = tuple(_evidence_row(compared) for compared in text.evidence["compared"])
    return Table(key, f"What {text.source} did", header, rows)


def _evidence_row(compared: Mapping[str, Any]) -> Row:
    episodes = compared["episodes"]
    href = reverse("episode-detail", args=[episodes[0]]) if episodes else ""
    return Row(
        (
            code_cell(compared["description"]),
            score_cell(compared["reward"], "No episode counts."),
            dollars_cell(compared["cost_usd"], "Some episode has no cost."),
            count_cell(len(episodes), href),
        )
    )


def wording_words(text: FrozenText) -> str:
    if text.is_declared:
        return "declared by the bundle"
    return "a candidate" if text.candidate_id else "the original"
