"""The tables that show how a table of results is read."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from runs_app.domain.archive.names import shown_name
from runs_app.domain.episode import EpisodeRecord
from runs_app.domain.result_tables.conversion import Checked, ConfigurationTally
from runs_app.domain.result_tables.result_rows import RowReading, Unknown, total_tokens
from runs_app.models import ResultTable
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    dollars_cell,
    share_cell,
    text_cell,
    time_cell,
    unknown_cell,
)
from tasks_app.domain.foreign_tables.rows import ForeignRow, Scalar
from tasks_app.domain.numbers import bytes_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

ZERO_COST = "The table says 0, beside work that must have cost something."
NOT_TOLD = "The table does not tell it."
RAW_COLUMNS = 12
UNREAD = "The row cannot be read."


def preview_table(readings: Iterable[RowReading], place_word: str) -> Table:
    """The first rows as they are understood, one below the other."""
    header = (
        _head("row", place_word.capitalize(), numeric=True),
        _head("task", "Task"),
        _head("model", "Model"),
        _head("cli", "CLI"),
        _head("reward", "Reward", numeric=True),
        _head("cost", "Cost", numeric=True),
        _head("tokens", "Tokens", numeric=True),
        _head("steps", "Steps", numeric=True),
        _head("seconds", "Seconds", numeric=True),
        _head("repeat", "Repeat", numeric=True),
        _head("description", "Description"),
        _head("status", "Status"),
    )
    rows = tuple(_preview_row(reading) for reading in readings)
    return Table("preview", "The first rows, as they are read", header, rows)


def _preview_row(reading: RowReading) -> Row:
    record = reading.record
    if record is None:
        what = "; ".join(problem.message for problem in reading.problems)
        unread = (unknown_cell(UNREAD),) * 10
        return Row((count_cell(reading.row), text_cell(what, css="wide bad-text"), *unread))
    return Row(
        (
            count_cell(reading.row),
            code_cell(record.task_id),
            text_cell(reading.model),
            text_cell(reading.cli),
            _reward_cell(record),
            _cost_cell(reading, record),
            amount_cell(total_tokens(record.usage), NOT_TOLD),
            amount_cell(record.step_count, NOT_TOLD),
            amount_cell(record.seconds, NOT_TOLD),
            count_cell(record.repeat),
            text_cell(record.description),
            text_cell(record.status.replace("_", " ")),
        )
    )


def _reward_cell(record: EpisodeRecord) -> Cell:
    if record.reward is None:
        return unknown_cell("No verdict: the episode is ungraded.")
    return Cell(f"{record.reward:g}", record.reward, CellKind.NUMBER)


def _cost_cell(reading: RowReading, record: EpisodeRecord) -> Cell:
    reason = ZERO_COST if Unknown.ZERO_COST in reading.unknown else NOT_TOLD
    return dollars_cell(record.cost_usd, reason)


def raw_table(columns: Sequence[str], rows: Iterable[ForeignRow]) -> Table:
    """Rows as they are in the file, the first columns of them, cut to what a table can show."""
    shown = columns[:RAW_COLUMNS]
    header = tuple(_head(f"c{n}", shown_name(name, 40)) for n, name in enumerate(shown))
    cells = (
        tuple(text_cell(shown_name(_written(row.cells.get(name)), 80)) for name in shown)
        for row in rows
    )
    left = len(columns) - len(shown)
    note = f"{left} more columns are not shown." if left else ""
    caption = "The first rows, as they are in the file"
    return Table("raw", caption, header, tuple(map(Row, cells)), note)


def _written(cell: Scalar) -> str:
    return "" if cell is None else str(cell)


def configuration_table(checked: Checked) -> Table:
    """What the whole table holds of each configuration."""
    header = (
        _head("configuration", "Configuration"),
        _head("episodes", "Episodes", numeric=True),
        _head("passed", "Passed", "Reward 1, of all episodes.", numeric=True),
        _head("ungraded", "Ungraded", "Without a verdict: unknown, not failed.", numeric=True),
        _head("costs", "With cost", "Not unknown.", numeric=True),
        _head("tokens", "With tokens", numeric=True),
        _head("steps", "With steps", numeric=True),
    )
    rows = tuple(_configuration_row(tally) for tally in checked.configurations.values())
    return Table("configurations", "The whole table, by configuration", header, rows)


def _configuration_row(tally: ConfigurationTally) -> Row:
    cells = (
        text_cell(tally.agent.name),
        count_cell(tally.episodes),
        share_cell(tally.passes, tally.episodes),
        count_cell(tally.episodes - tally.graded),
        share_cell(tally.without(Unknown.NO_COST, Unknown.ZERO_COST), tally.episodes),
        share_cell(tally.without(Unknown.NO_TOKENS), tally.episodes),
        share_cell(tally.without(Unknown.NO_STEPS), tally.episodes),
    )
    return Row(cells)


def waiting_table(tables: Iterable[ResultTable]) -> Table:
    """The tables that a person brought."""
    header = (_head("file", "File"), _head("size", "Size", numeric=True), _head("at", "Brought"))
    return Table(
        "tables",
        "Tables you brought",
        header,
        tuple(
            Row(
                (
                    text_cell(shown_name(each.file_name), reverse("result-table", args=[each.pk])),
                    Cell(bytes_text(each.file_bytes), each.file_bytes, CellKind.NUMBER),
                    time_cell(each.created_at),
                )
            )
            for each in tables
        ),
    )


def _head(key: str, text: str, explanation: str = "", numeric: bool = False) -> HeaderCell:
    return HeaderCell(key, text, explanation, numeric, sortable=False)
