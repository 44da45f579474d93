"""Publications, and what one was computed from."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Protocol

from leaderboard_app.domain.manifest import Manifest, ManifestRun
from leaderboard_app.domain.meter.manifest import MeterManifestRun
from leaderboard_app.domain.proof_parts import RunLine
from tasks_app.domain.cells import code_cell, count_cell, text_cell, time_cell
from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table

SHORT_DIGEST = 12
NO_RUN = "No run: the boards were emptied by a withdrawal."


class PublishedSnapshot(Protocol):
    """What a list of publications shows of each."""

    @property
    def digest(self) -> str: ...
    @property
    def bundle_ref(self) -> str: ...
    @property
    def scoring_version(self) -> str: ...
    @property
    def manifest(self) -> Manifest: ...
    @property
    def published_at(self) -> datetime: ...


def snapshots_table(
    rows: Iterable[PublishedSnapshot], order: Order, href: Callable[[str], str]
) -> Table:
    """One page of the publications, in an order that the database has sorted them by."""
    return Table(
        key="snapshots",
        caption="Publications",
        header=(
            HeaderCell("digest", "Digest", "The first digits of the SHA-256 of all its boards."),
            HeaderCell("published", "Published (UTC)"),
            HeaderCell("bundle", "Bundle"),
            HeaderCell("runs", "Runs", "Runs that its boards rest on.", True, sortable=False),
            HeaderCell("scoring", "Scoring version"),
        ),
        rows=tuple(
            Row(
                (
                    code_cell(row.digest[:SHORT_DIGEST], href=href(row.digest)),
                    time_cell(row.published_at),
                    text_cell(row.bundle_ref),
                    count_cell(len(row.manifest["runs"])),
                    text_cell(row.scoring_version),
                )
            )
            for row in rows
        ),
        order=order,
        is_page=True,
        empty="Nothing is published yet: the first scored public run publishes its boards.",
    )


def snapshot_runs_table(runs: Sequence[ManifestRun], href: Callable[[str], str]) -> Table:
    """The runs behind a snapshot with the digests of their scores."""
    return Table(
        key="runs",
        caption="The runs it was computed from",
        header=(
            HeaderCell("agent", "Agent"),
            HeaderCell("budget", "Budget"),
            HeaderCell("created", "Begun (UTC)"),
            HeaderCell("judge", "Judge"),
            HeaderCell("run", "Run"),
            HeaderCell("scores", "Scores", "The first digits of the SHA-256 of its scores."),
        ),
        rows=tuple(_run_row(run, href) for run in runs),
        empty=NO_RUN,
    )


def _run_row(run: ManifestRun, href: Callable[[str], str]) -> Row:
    return Row(
        (
            _agent_cell(run),
            text_cell(run["budget_label"]),
            time_cell(datetime.fromisoformat(run["created_at"])),
            text_cell(run["judge"]),
            *_proof_cells(run, href),
        )
    )


def meter_runs_table(runs: Sequence[MeterManifestRun], href: Callable[[str], str]) -> Table:
    """The runs behind a snapshot of a meter bundle with the digests of their measures."""
    return Table(
        key="runs",
        caption="The runs it was computed from",
        header=(
            HeaderCell("agent", "Agent"),
            HeaderCell("model", "Model"),
            HeaderCell("cli", "CLI"),
            HeaderCell("description", "Description", "The wording of the tasks it was given."),
            HeaderCell("repeat", "Repeat", "Which episode of each task it is.", numeric=True),
            HeaderCell("created", "Begun (UTC)"),
            HeaderCell("run", "Run"),
            HeaderCell("scores", "Measures", "The first digits of the SHA-256 of its measures."),
        ),
        rows=tuple(_meter_run_row(run, href) for run in runs),
        empty=NO_RUN,
    )


def _meter_run_row(run: MeterManifestRun, href: Callable[[str], str]) -> Row:
    return Row(
        (
            _agent_cell(run),
            text_cell(run["agent"]["model"]),
            text_cell(run["agent"]["scaffold"]),
            text_cell(run["description"]),
            count_cell(run["repeat"]),
            time_cell(datetime.fromisoformat(run["created_at"])),
            *_proof_cells(run, href),
        )
    )


def _agent_cell(run: RunLine) -> Cell:
    owner = run["agent"]["owner"]
    return text_cell(run["agent"]["name"], note=f"by {owner}" if owner else "")


def _proof_cells(run: RunLine, href: Callable[[str], str]) -> tuple[Cell, Cell]:
    return (
        code_cell(run["run_id"][:8], href=href(run["run_id"])),
        code_cell(run["scores_digest"][:SHORT_DIGEST]),
    )
