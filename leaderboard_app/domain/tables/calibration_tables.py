"""What a calibration fixes, as tables: budgets and thresholds by stratum, effort by task."""

from collections.abc import Callable, Iterator

from leaderboard_app.domain.meter.calibration import StratumCalibration, TaskEffort
from leaderboard_app.domain.meter.effort import EffortPart
from leaderboard_app.domain.meter.frozen import CalibrationDraft
from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.domain.cells import count_cell, dollars_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import amount_text, rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

STRATUM_PLACES = {name: place for place, name in enumerate(Stratum)}
UNKNOWN_PART = "Unknown for every reference episode of the task."


def strata_table(draft: CalibrationDraft) -> Table:
    """Budgets and threshold of each stratum in USD, with how many episodes they were cut from."""
    percentiles = draft.calibration.parameters.budget_percentiles
    return Table(
        key="strata",
        caption="Budgets and thresholds by stratum",
        header=tuple(_strata_header(percentiles, draft)),
        rows=tuple(
            Row(tuple(_stratum_cells(name, cut, draft)), key=f"stratum-{name}")
            for name, cut in draft.calibration.strata.items()
        ),
    )


def _strata_header(percentiles: tuple[float, ...], draft: CalibrationDraft) -> Iterator[HeaderCell]:
    yield HeaderCell("stratum", "Stratum", sortable=False)
    yield HeaderCell("tasks", "Tasks", numeric=True, sortable=False)
    for percentile in percentiles:
        share = amount_text(percentile)
        about = f"{share} % of the episodes with a reward above 0 cost at most this much."
        yield HeaderCell(f"budget_{share}", f"Budget {share} %", about, True, sortable=False)
    share = amount_text(draft.calibration.parameters.failure_percentile)
    about = f"A failure above it is expensive: {share} % of the episodes with reward 0 cost less."
    yield HeaderCell("threshold", "Threshold", about, True, sortable=False)
    for key, title, about in (
        ("rewarded", "With reward", "Priced reference episodes with a reward above 0."),
        ("unrewarded", "Without", "Priced reference episodes with reward 0."),
        ("unpriced", "No cost", "Reference episodes whose cost is unknown."),
    ):
        yield HeaderCell(key, title, about, True, sortable=False)


def _stratum_cells(
    name: Stratum, cut: StratumCalibration, draft: CalibrationDraft
) -> Iterator[Cell]:
    yield text_cell(name.value)
    yield count_cell(cut.tasks)
    yield from map(dollars_cell, cut.budgets)
    yield dollars_cell(cut.threshold, cut.threshold_reason or "")
    yield count_cell(cut.rewarded)
    yield count_cell(cut.unrewarded)
    yield count_cell(draft.costs[name]["unpriced"])


def effort_table(draft: CalibrationDraft, href: Callable[[str], str]) -> Table:
    """Every task with its effort, the parts of it and its stratum; the least effort first."""
    return Table(
        key="effort",
        caption="Tasks by effort",
        header=(
            HeaderCell("task", "Task"),
            HeaderCell("stratum", "Stratum", "A third of the tasks each, by effort."),
            HeaderCell("effort", "Effort", "Weighted mean of the three ranks beside it.", True),
            HeaderCell("tokens", "Tokens", "Median tokens of reference episodes, and rank.", True),
            HeaderCell("steps", "Steps", "Median steps of reference episodes, and rank.", True),
            HeaderCell("non_pass", "Not passed", "Share of reference episodes, and rank.", True),
        ),
        rows=tuple(_task_row(task, href) for task in draft.calibration.tasks),
        order=Order("effort"),
        note="A rank is the average place of a task among all, from 0 (least) to 1 (most).",
    )


def _task_row(task: TaskEffort, href: Callable[[str], str]) -> Row:
    stratum = Cell(task.stratum.value, STRATUM_PLACES[task.stratum])
    return Row(
        (
            text_cell(task.task_id, href=href(task.task_id)),
            stratum,
            Cell(f"{task.effort:.3f}", task.effort, CellKind.NUMBER),
            _part_cell(task.parts["tokens"], amount_text),
            _part_cell(task.parts["steps"], amount_text),
            _part_cell(task.parts["non_pass"], rate_text),
        )
    )


def _part_cell(part: EffortPart, text: Callable[[float], str]) -> Cell:
    if part.value is None or part.rank is None:
        return unknown_cell(UNKNOWN_PART)
    return Cell(text(part.value), part.value, CellKind.NUMBER, note=f"rank {part.rank:.3f}")
