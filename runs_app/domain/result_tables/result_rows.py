"""One row of a table as an episode, with what is wrong and what is unknown in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from runs_app.domain.archive.limits import (
    LARGEST_AMOUNT,
    MOST_STEPS_COUNTED,
    REPEATS_OF_AN_ARCHIVE,
)
from runs_app.domain.descriptions import ORIGINAL
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Usage
from runs_app.domain.result_tables import cell_values as cells
from runs_app.domain.result_tables.cell_values import WrongCell
from runs_app.domain.result_tables.fields import NEEDED, TOKEN_FIELDS, ResultField
from runs_app.domain.result_tables.result_mapping import ResultMapping
from tasks_app.domain.foreign_tables.rows import ForeignRow, Scalar

Value = TypeVar("Value")


class Unknown(StrEnum):
    """What a row leaves open; counted and told, never filled in."""

    UNGRADED = "ungraded"
    ZERO_COST = "zero_cost"
    NO_COST = "no_cost"
    NO_TOKENS = "no_tokens"
    NO_STEPS = "no_steps"


@dataclass(frozen=True)
class CellProblem:
    """What is wrong in a row; ``column`` is blank where it is not one column's fault."""

    row: int
    column: str
    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True)
class RowReading:
    """``record`` is None where the row has a problem."""

    row: int
    record: EpisodeRecord | None
    model: str = ""
    cli: str = ""
    unknown: frozenset[Unknown] = frozenset()
    problems: tuple[CellProblem, ...] = ()


@dataclass
class RowReader:
    """Reads the fields of one row by a mapping, and collects what is wrong on the way."""

    row: ForeignRow
    mapping: ResultMapping
    problems: list[CellProblem] = field(default_factory=list)

    def read(self) -> RowReading:
        """The row as an episode; its task id is still as written."""
        if self.row.fault:
            self.add("", "unreadable_row", self.row.fault, "Correct the row, or take it out.")
            return RowReading(self.row.number, None, problems=tuple(self.problems))
        names = {wanted: self._needed(wanted) for wanted in NEEDED}
        model, cli = names[ResultField.MODEL], names[ResultField.CLI]
        status = self.value(ResultField.STATUS, cells.status) or EpisodeStatus.COMPLETED
        measured = self._measured()
        record = EpisodeRecord(
            agent=f"{model} x {cli}",
            task_id=names[ResultField.TASK],
            budget_label="",
            attempt=1,
            status=status,
            description=self.value(ResultField.DESCRIPTION, cells.text) or ORIGINAL,
            repeat=self._repeat(),
            **measured,
        )
        unknown = frozenset(self._unknown(record))
        found = None if self.problems else self._priced(record, unknown)
        return RowReading(self.row.number, found, model, cli, unknown, tuple(self.problems))

    def add(self, column: str, code: str, message: str, hint: str) -> None:
        self.problems.append(CellProblem(self.row.number, column, code, message, hint))

    def cell(self, wanted: ResultField) -> Scalar:
        column = self.mapping.columns.get(wanted)
        if column is None:
            return self.mapping.constants.get(wanted)
        return self.row.cells.get(column)

    def value(self, wanted: ResultField, read: Callable[[Scalar], Value]) -> Value | None:
        """The field's value; None, and a problem, where its cell is wrong."""
        try:
            return read(self.cell(wanted))
        except WrongCell as wrong:
            column = self.mapping.columns.get(wanted, "")
            self.add(column, "wrong_value", wrong.message, wrong.hint)
            return None

    def _needed(self, wanted: ResultField) -> str:
        count = len(self.problems)
        found = self.value(wanted, cells.text)
        if not found and len(self.problems) == count:
            message = f"There is no {wanted.value}."
            hint = "Every row needs its task, model and CLI."
            self.add(self.mapping.columns.get(wanted, ""), "missing_value", message, hint)
        return found or ""

    def _repeat(self) -> int:
        first = self.mapping.first_repeat
        if not self.mapping.tells(ResultField.REPEAT):
            return 1
        most = REPEATS_OF_AN_ARCHIVE - 1 + first
        found = self.value(ResultField.REPEAT, lambda cell: cells.whole(cell, first, most))
        return 1 if found is None else found + 1 - first

    def _measured(self) -> dict[str, Any]:
        return {
            "reward": self._reward(),
            "cost_usd": self.value(ResultField.COST_USD, cells.amount),
            "usage": self._usage(),
            "step_count": self.value(
                ResultField.STEPS, lambda cell: cells.whole(cell, most=MOST_STEPS_COUNTED)
            ),
            "seconds": self.value(ResultField.SECONDS, cells.amount),
        }

    def _reward(self) -> float | None:
        if self.mapping.tells(ResultField.PASSED):
            passed = self.value(ResultField.PASSED, cells.verdict)
            return None if passed is None else float(passed)
        return self.value(ResultField.REWARD, lambda cell: cells.amount(cell, most=1))

    def _usage(self) -> Usage | None:
        tokens = {wanted.value: self.value(wanted, cells.whole) for wanted in TOKEN_FIELDS}
        if all(count is None for count in tokens.values()):
            return None
        read = tokens["cached_input_tokens"] or 0
        written = tokens["cache_creation_tokens"] or 0
        if tokens["input_tokens"] is not None and self.mapping.cached_apart:
            tokens["input_tokens"] = min(
                tokens["input_tokens"] + read + written, int(LARGEST_AMOUNT)
            )
        if (tokens["input_tokens"] or LARGEST_AMOUNT) < read + written:
            column = self.mapping.columns.get(ResultField.INPUT_TOKENS, "")
            message = "There are fewer input tokens than cached ones, which are part of them."
            self.add(column, "cached_apart", message, "Say that cached tokens are counted apart.")
        return Usage(**tokens)

    def _unknown(self, record: EpisodeRecord) -> Iterator[Unknown]:
        if record.reward is None and record.status is EpisodeStatus.COMPLETED:
            yield Unknown.UNGRADED
        if record.cost_usd is None:
            yield Unknown.NO_COST
        elif record.cost_usd == 0 and self.mapping.zero_cost_is_unknown and _worked(record):
            yield Unknown.ZERO_COST
        if total_tokens(record) is None:
            yield Unknown.NO_TOKENS
        if record.step_count is None:
            yield Unknown.NO_STEPS

    def _priced(self, record: EpisodeRecord, unknown: frozenset[Unknown]) -> EpisodeRecord:
        return replace(record, cost_usd=None) if Unknown.ZERO_COST in unknown else record


def total_tokens(record: EpisodeRecord) -> int | None:
    """All tokens of an episode, as told or as input and output; None where unknown."""
    usage = record.usage
    if usage is None or usage.total_tokens is not None:
        return usage.total_tokens if usage else None
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    return usage.input_tokens + usage.output_tokens


def _worked(record: EpisodeRecord) -> bool:
    """Whether anything was done that must have cost something."""
    return record.reward is not None or bool(total_tokens(record) or record.step_count)
