"""What changes under other parameters, as tables; js/sensitivity.js writes the same cells."""

from collections.abc import Callable, Iterator

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.meter.sensitivity_payload import (
    ChangesPayload,
    MovedTaskPayload,
    SensitivityPayload,
    SensitivityRowPayload,
)
from leaderboard_app.domain.tables.core_tables import correlation_cell, places_cell
from leaderboard_app.domain.tables.grid_cells import CONFIGURATION_HEADER
from leaderboard_app.domain.tables.headers import meter_header
from leaderboard_app.domain.tables.shifts import place_cell, shift_cell
from tasks_app.domain.cells import score_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import fraction_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

NO_CALIBRATION = "These parameters make no calibration."
CHANGES = ("moved", "changed", "kept", "spearman", "largest_shift")

Href = Callable[[str], str]


def changes_table(found: SensitivityPayload) -> Table:
    """Tasks that move, places that change, the top five, Spearman and the largest shift."""
    changes = found["changes"]
    cells = dict.fromkeys(CHANGES, unknown_cell(NO_CALIBRATION))
    if changes is not None:
        cells = _change_cells(changes)
    return Table(
        key="changes",
        caption="What changed against the published parameters",
        header=(
            HeaderCell("change", "Change", sortable=False),
            HeaderCell("value", "Now", numeric=True, sortable=False),
            HeaderCell("about", "What it counts", sortable=False),
        ),
        rows=tuple(
            Row((text_cell(METER_TEXTS[key].header), cells[key], _about(key)), key=key)
            for key in CHANGES
        ),
    )


def _about(key: str) -> Cell:
    return text_cell(METER_TEXTS[key].explanation, css="about")


def _change_cells(changes: ChangesPayload) -> dict[str, Cell]:
    return {
        "moved": _of(changes["moved"], changes["tasks"]),
        "changed": _of(changes["changed"], changes["configurations"]),
        "kept": _of(changes["kept"], changes["top"]),
        "spearman": correlation_cell(changes["spearman"]),
        "largest_shift": places_cell(changes["largest_shift"]),
    }


def _of(count: int, of: int) -> Cell:
    return Cell(fraction_text(count, of), count, CellKind.NUMBER)


def orders_table(found: SensitivityPayload, href: Href) -> Table:
    """Configurations by place under the parameters; ``href``: key -> what is behind its AMS."""
    ams, place = METER_TEXTS["ams"].explanation, METER_TEXTS["place"].explanation
    return Table(
        key="orders",
        caption="Configurations under these parameters",
        header=(
            CONFIGURATION_HEADER,
            HeaderCell("place", "Place now", place, numeric=True),
            meter_header("shift"),
            HeaderCell("ams", "AMS now", ams, numeric=True),
            HeaderCell("published_place", "Published place", place, numeric=True),
            HeaderCell("published_ams", "Published AMS", ams, numeric=True),
        ),
        rows=tuple(Row(tuple(_order_cells(row, href))) for row in found["rows"]),
        order=Order("place"),
        empty="No configuration has a place on the full set.",
    )


def _order_cells(row: SensitivityRowPayload, href: Href) -> Iterator[Cell]:
    now = row["now"]
    yield text_cell(row["key"], href=href(row["key"]))
    yield place_cell(now["place"] if now else None, NO_CALIBRATION)
    yield shift_cell(row["shift"], NO_CALIBRATION)
    yield score_cell(now["ams"] if now else None, NO_CALIBRATION)
    yield place_cell(row["published"]["place"])
    yield score_cell(row["published"]["ams"])


def moved_table(found: SensitivityPayload, href: Href) -> Table:
    """Tasks in another stratum, the least effort first; ``href``: task id -> its page."""
    effort = METER_TEXTS["effort"].explanation
    return Table(
        key="moved",
        caption="Tasks that move to another stratum",
        header=(
            HeaderCell("task", "Task"),
            HeaderCell("published", "Published stratum"),
            HeaderCell("stratum", "Stratum now"),
            HeaderCell("published_effort", "Published effort", effort, numeric=True),
            HeaderCell("effort", "Effort now", effort, numeric=True),
        ),
        rows=tuple(Row(tuple(_moved_cells(task, href))) for task in found["moved"]),
        order=Order("effort"),
        empty="Every task is in the stratum that is published.",
    )


def _moved_cells(task: MovedTaskPayload, href: Href) -> Iterator[Cell]:
    yield text_cell(task["task_id"], href=href(task["task_id"]))
    yield text_cell(task["published"])
    yield text_cell(task["stratum"])
    yield score_cell(task["published_effort"])
    yield score_cell(task["effort"])
