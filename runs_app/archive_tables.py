"""The tables and problem groups of the archive pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from runs_app.domain.archive.kinds import ERROR, KINDS, Kind
from runs_app.domain.episode import RunKey
from runs_app.episode_tables import NOT_REPORTED
from runs_app.models import Archive, Run
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    dollars_cell,
    score_cell,
    share_cell,
    text_cell,
    time_cell,
)
from tasks_app.domain.numbers import bytes_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "archives",
    {
        "file": "file_name",
        "status": "status",
        "size": "file_bytes",
        "problems": "problem_count",
        "created": "created_at",
    },
    default=Order("created", descending=True),
)


@dataclass(frozen=True)
class ProblemGroup:
    """All problems of one kind: how many there are, and the listed ones."""

    kind: Kind
    code: str
    count: int
    places: tuple[dict[str, Any], ...]

    @property
    def is_error(self) -> bool:
        return self.kind.severity == ERROR

    @property
    def unlisted(self) -> int:
        return self.count - len(self.places)


def problem_groups(archive: Archive) -> list[ProblemGroup]:
    """The archive's problems by kind: errors first, then in the order of the format."""
    counts = archive.counts.get("by_code", {})
    groups = [
        ProblemGroup(
            kind,
            code,
            counts.get(code, 0),
            tuple(problem for problem in archive.problems if problem["code"] == code),
        )
        for code, kind in KINDS.items()
        if counts.get(code)
    ]
    return sorted(groups, key=lambda group: not group.is_error)


def archive_table(page: ListPage[Archive]) -> Table:
    """One row an upload."""
    header = (
        HeaderCell("file", "File"),
        HeaderCell("status", "Status"),
        HeaderCell("problems", "Problems", "Errors and warnings together.", numeric=True),
        HeaderCell("size", "Size", numeric=True),
        HeaderCell("bundle", "Bundle", sortable=False),
        HeaderCell("created", "Uploaded (UTC)"),
    )
    rows = tuple(_archive_row(archive) for archive in page.rows)
    empty = "You have uploaded nothing yet."
    return Table(
        "archives", "Your archives", header, rows, empty=empty, order=page.order, is_page=True
    )


def _archive_row(archive: Archive) -> Row:
    notes = ("dry run" if archive.dry_run else "", archive.visibility)
    name = text_cell(
        archive.file_name,
        reverse("archive", args=[archive.pk]),
        note=", ".join(filter(None, notes)),
    )
    size = Cell(bytes_text(archive.file_bytes), archive.file_bytes, CellKind.NUMBER)
    bundle = code_cell(str(archive.bundle)) if archive.bundle else text_cell("")
    cells = (
        name,
        _status_cell(archive.status, archive.reason),
        count_cell(archive.problem_count),
        size,
        bundle,
        time_cell(archive.created_at),
    )
    return Row(cells)


def stored_table(runs: Sequence[Run]) -> Table:
    """What became of the archive: one row a run."""
    metered = any(run.is_metered for run in runs)
    header = (
        HeaderCell("agent", "Agent"),
        HeaderCell("budget", "Description" if metered else "Budget"),
        HeaderCell("tasks", "Tasks covered", numeric=True),
        HeaderCell("status", "Status"),
    )
    rows = tuple(
        Row(
            (
                text_cell(run.agent.name, reverse("run-detail", args=[run.pk])),
                text_cell(run.terms),
                share_cell(run.episodes_done, run.tasks_total),
                _status_cell(run.status, run.reason),
            )
        )
        for run in runs
    )
    return Table("stored", "Runs stored", header, rows)


def preview_table(archive: Archive) -> Table:
    """The first episodes as they were understood."""
    episodes = archive.counts.get("preview", ())
    metered = any("description" in episode for episode in episodes)
    header = (
        HeaderCell("task", "Task", sortable=False),
        HeaderCell("agent", "Agent", sortable=False),
        HeaderCell("budget", "Description" if metered else "Budget", sortable=False),
        HeaderCell("status", "Status", sortable=False),
        HeaderCell("steps", "Steps", numeric=True, sortable=False),
        *(METER_PREVIEW if metered else (HeaderCell("answer", "Answer", sortable=False),)),
    )
    rows = tuple(_preview_row(episode) for episode in episodes)
    return Table("preview", "First episodes", header, rows)


METER_PREVIEW = (
    HeaderCell("reward", "Reward", numeric=True, sortable=False),
    HeaderCell("usd", "USD", numeric=True, sortable=False),
)


def _preview_row(episode: dict[str, Any]) -> Row:
    cells = (
        code_cell(episode["task_id"]),
        text_cell(episode["agent"]),
        text_cell(_terms(episode)),
        text_cell(episode["status"].replace("_", " ")),
        amount_cell(episode["steps"], NOT_REPORTED),
        *(_measures(episode) if "description" in episode else (_said(episode),)),
    )
    return Row(cells)


def _terms(episode: dict[str, Any]) -> str:
    run = RunKey(
        episode["agent"],
        episode["budget_label"],
        episode.get("description", ""),
        episode.get("repeat", 1),
    )
    return run.budget_label or run.wording


def _measures(episode: dict[str, Any]) -> tuple[Cell, Cell]:
    return (
        score_cell(episode["reward"], NOT_REPORTED),
        dollars_cell(episode["cost_usd"], NOT_REPORTED),
    )


def _said(episode: dict[str, Any]) -> Cell:
    said = "abstained" if episode["abstained"] else episode["answer"] or "no answer"
    return text_cell(said, css="wide", note=", ".join(episode["actions"]))


def _status_cell(status: str, reason: str) -> Cell:
    return Cell(status, status, reason=reason, css=f"status-cell status-{status}")
