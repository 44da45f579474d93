"""One row of a table as an episode, with what is wrong and what is unknown in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.limits import (
    LARGEST_AMOUNT,
    MOST_STEPS_COUNTED,
    REPEATS_OF_AN_ARCHIVE,
)
from runs_app.domain.archive.names import quoted
from runs_app.domain.descriptions import ORIGINAL
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Usage
from runs_app.domain.result_tables import cell_values as cells
from runs_app.domain.result_tables.cell_values import WrongCell
from runs_app.domain.result_tables.fields import NEEDED, TOKEN_FIELDS, ResultField
from runs_app.domain.result_tables.result_mapping import ResultMapping
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.foreign_tables.rows import ForeignRow, Scalar
from tasks_app.domain.foreign_tables.task_ids import task_id_of

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
    facts: BundleFacts
    problems: list[CellProblem] = field(default_factory=list)

    def read(self) -> RowReading:
        """The row as an episode of the bundle, or why it is none."""
        if self.row.fault:
            self.add("unreadable_row", self.row.fault, "Correct the row, or take it out.")
            return RowReading(self.row.number, None, problems=tuple(self.problems))
        names = {wanted: self._needed(wanted) for wanted in NEEDED}
        model, cli = names[ResultField.MODEL], names[ResultField.CLI]
        status = self.value(ResultField.STATUS, cells.status) or EpisodeStatus.COMPLETED
        measures = self._measures()
        unknown = frozenset(self._unknown(measures, status))
        if Unknown.ZERO_COST in unknown:
            measures["cost_usd"] = None
        record = EpisodeRecord(
            agent=configuration_key(model, cli),
            task_id=self._task_id(names[ResultField.TASK]),
            budget_label="",
            attempt=1,
            status=status,
            description=self.value(ResultField.DESCRIPTION, cells.text) or ORIGINAL,
            repeat=self._repeat(),
            **measures,
        )
        self._check_description(record)
        found = None if self.problems else record
        return RowReading(self.row.number, found, model, cli, unknown, tuple(self.problems))

    def add(self, code: str, message: str, hint: str, wanted: ResultField | None = None) -> None:
        column = self.mapping.columns.get(wanted, "") if wanted else ""
        self.problems.append(CellProblem(self.row.number, column, code, message, hint))

    def value(self, wanted: ResultField, read: Callable[[Scalar], Value]) -> Value | None:
        """The field's value; None where its cell is empty, or, with a problem, wrong."""
        column = self.mapping.columns.get(wanted)
        cell = self.row.cells.get(column) if column else self.mapping.constants.get(wanted)
        if cell is None:
            return None
        try:
            return read(cell)
        except WrongCell as wrong:
            self.add("wrong_value", wrong.message, wrong.hint, wanted)
            return None

    def _needed(self, wanted: ResultField) -> str:
        count = len(self.problems)
        found = self.value(wanted, cells.text)
        if not found and len(self.problems) == count:
            message = f"There is no {wanted.value}."
            self.add("missing_value", message, "Every row needs its task, model and CLI.", wanted)
        return found or ""

    def _task_id(self, written: str) -> str:
        known = self.facts.families
        task_id = written if written in known else task_id_of(written)
        if written and task_id not in known:
            message = f"{self.facts.spec.ref} has no task {quoted(written, 60)}."
            hint = "Choose the bundle that was run, or make one of this table."
            self.add("unknown_task", message, hint, ResultField.TASK)
        return task_id

    def _check_description(self, record: EpisodeRecord) -> None:
        if self.problems or record.task_id in self.facts.descriptions.get(record.description, ()):
            return
        name = quoted(record.description, 60)
        message = f"{self.facts.spec.ref} has no description {name} of this task."
        hint = "Leave it blank for the original wording."
        self.add("unknown_description", message, hint, ResultField.DESCRIPTION)

    def _repeat(self) -> int:
        first = self.mapping.first_repeat
        if not self.mapping.tells(ResultField.REPEAT):
            return 1
        most = REPEATS_OF_AN_ARCHIVE - 1 + first
        found = self.value(ResultField.REPEAT, lambda cell: cells.whole(cell, first, most))
        return 1 if found is None else found + 1 - first

    def _measures(self) -> dict[str, Any]:
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
            message = "There are fewer input tokens than cached ones, which are part of them."
            hint = "Say that cached tokens are counted apart."
            self.add("cached_apart", message, hint, ResultField.INPUT_TOKENS)
        return Usage(**tokens)

    def _unknown(self, measures: dict[str, Any], status: EpisodeStatus) -> Iterator[Unknown]:
        tokens, steps = total_tokens(measures["usage"]), measures["step_count"]
        worked = measures["reward"] is not None or bool(tokens or steps)
        if measures["reward"] is None and status is EpisodeStatus.COMPLETED:
            yield Unknown.UNGRADED
        if measures["cost_usd"] is None:
            yield Unknown.NO_COST
        elif measures["cost_usd"] == 0 and self.mapping.zero_cost_is_unknown and worked:
            yield Unknown.ZERO_COST
        if tokens is None:
            yield Unknown.NO_TOKENS
        if steps is None:
            yield Unknown.NO_STEPS


def total_tokens(usage: Usage | None) -> int | None:
    """All tokens of an episode, as told or as input and output; None where unknown."""
    if usage is None or usage.total_tokens is not None:
        return usage.total_tokens if usage else None
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    return usage.input_tokens + usage.output_tokens
