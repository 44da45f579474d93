"""What an audit would draw from: its frame, and the cells that a maintainer sees beforehand."""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from audit_app.domain.cells import Cell
from audit_app.domain.collector import collector_paused
from audit_app.domain.design import AuditDesign, AuditKind
from audit_app.domain.sampling import FrameUnit, allocate, populations
from runs_app.domain.episode import Verdict
from runs_app.queries import AuditedRun, audit_frame, audited_runs
from tasks_app.domain.errors import Problem, Refused
from tasks_app.queries import task_families


@dataclass(frozen=True)
class Frame:
    """Every answer that may be drawn, the runs by id, counts by (run, cell), and the rubric of
    the verdicts; a review of tasks has none."""

    units: list[FrameUnit]
    runs: Mapping[UUID, AuditedRun]
    counts: Mapping[tuple[str, Cell], int]
    rubric: str = ""

    def agent_cells(self) -> list[dict[str, Any]]:
        """How many answers each agent has in each cell: what corrections are weighted by."""
        totals: Counter[tuple[int, str, Cell]] = Counter()
        for (run_id, cell), count in self.counts.items():
            run = self.runs[UUID(run_id)]
            totals[run.agent_id, run.agent, cell] += count
        return [
            {
                "agent_id": agent_id,
                "agent": agent,
                "family": cell.family,
                "verdict": cell.verdict,
                "population": population,
            }
            for (agent_id, agent, cell), population in sorted(totals.items())
        ]


@dataclass(frozen=True)
class CellPreview:
    """A cell of the frame: episodes in it, how many are drawn, and with what probability."""

    cell: Cell
    population: int
    drawn: int

    @property
    def inclusion(self) -> float:
        return self.drawn / self.population


def read_frame(design: AuditDesign) -> Frame:
    """All that may be drawn: tasks of the bundle for a realism review, else answers.

    Raises Refused where the answers were judged under several rubrics.
    """
    return _tasks(design) if design.kind is AuditKind.REALISM else _answers(design)


def _tasks(design: AuditDesign) -> Frame:
    """The bundle's tasks of the design's families, each its own unit."""
    wanted = set(design.families)
    units = [
        FrameUnit(task_id, task_id, Cell(family, None))
        for task_id, family in task_families(design.bundle_id).items()
        if not wanted or family in wanted
    ]
    return Frame(units, {}, {})


def _answers(design: AuditDesign) -> Frame:
    """The answers of the design's runs and families with a verdict of its judge."""
    runs = {run.run_id: run for run in audited_runs(design.run_ids)}
    runs = {key: run for key, run in runs.items() if run.bundle_id == design.bundle_id}
    wanted = set(design.families)
    units: list[FrameUnit] = []
    counts: Counter[tuple[str, str, str]] = Counter()
    cells: dict[tuple[str, str], Cell] = {}
    rubrics: set[str] = set()
    with collector_paused():
        for episode_id, run_id, task_id, family, verdict, rubric, answer_key in audit_frame(
            runs, design.judge
        ):
            if wanted and family not in wanted:
                continue
            cell = cells.get((family, verdict))
            if cell is None:
                cell = cells[family, verdict] = Cell(family, Verdict(verdict))
            units.append(FrameUnit(episode_id, task_id, cell, answer_key))
            counts[run_id, family, verdict] += 1
            rubrics.add(rubric)
    by_cell = {(run, cells[family, verdict]): n for (run, family, verdict), n in counts.items()}
    return Frame(units, runs, by_cell, _only(rubrics))


def _only(rubrics: Set[str]) -> str:
    """The rubric of a frame. Rates over a mixture would be those of no judge."""
    if len(rubrics) > 1:
        message = f"The answers are judged under several rubrics: {', '.join(sorted(rubrics))}."
        raise Refused(
            [Problem("mixed_rubrics", message, "Judge these runs anew, then audit them.")]
        )
    return next(iter(rubrics), "")


def preview_cells(design: AuditDesign) -> tuple[CellPreview, ...]:
    """The cells with population and draw, as ``open_audit`` would make them; nothing is stored.

    Raises Refused where the answers were judged under several rubrics.
    """
    found = populations(read_frame(design).units)
    draws = allocate(found, design.size)
    return tuple(CellPreview(cell, found[cell], draws[cell]) for cell in found)
