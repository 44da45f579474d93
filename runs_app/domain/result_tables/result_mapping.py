"""Which column, or which one value for all rows, tells what of an episode."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import msgspec

from runs_app.domain.result_tables.fields import FIELD_TEXTS, NEEDED, VERDICTS, ResultField
from tasks_app.domain.canonical import digest
from tasks_app.domain.errors import Problem, Refused

TEXT_LENGTH = 200
FIRST_REPEATS = (0, 1)

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=TEXT_LENGTH)]


@dataclass(frozen=True)
class ResultMapping:
    """``zero_cost_is_unknown``: a cost of 0 beside work is no price. ``cached_apart``: the input
    tokens of the table leave out those read from or written to a cache. ``first_repeat``: what
    the table calls the first repeat, 0 or 1."""

    columns: Mapping[ResultField, str]
    constants: Mapping[ResultField, str] = field(default_factory=dict)
    zero_cost_is_unknown: bool = True
    cached_apart: bool = False
    first_repeat: int = 1

    @property
    def digest(self) -> str:
        """SHA-256 over all of it."""
        return digest(self.to_json())

    def tells(self, wanted: ResultField) -> bool:
        return wanted in self.columns or wanted in self.constants

    def changed(
        self, columns: Mapping[ResultField, str], constants: Mapping[ResultField, str]
    ) -> "ResultMapping":
        """The mapping with these fields told otherwise; a blank name takes a field out."""
        kept_columns = {k: v for k, v in self.columns.items() if k not in constants}
        kept_constants = {k: v for k, v in self.constants.items() if k not in columns}
        return replace(
            self,
            columns={k: v for k, v in {**kept_columns, **columns}.items() if v},
            constants={k: v for k, v in {**kept_constants, **constants}.items() if v},
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "columns": {field_.value: name for field_, name in sorted(self.columns.items())},
            "constants": {field_.value: text for field_, text in sorted(self.constants.items())},
            "zero_cost_is_unknown": self.zero_cost_is_unknown,
            "cached_apart": self.cached_apart,
            "first_repeat": self.first_repeat,
        }


class MappingWire(msgspec.Struct, forbid_unknown_fields=True):
    columns: dict[ResultField, Text] = {}
    constants: dict[ResultField, Text] = {}
    zero_cost_is_unknown: bool = True
    cached_apart: bool = False
    first_repeat: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1


def mapping_from_json(value: Any) -> ResultMapping:
    """What ``to_json`` gave, or a person wrote. Raises Refused."""
    try:
        wire = msgspec.convert(value, MappingWire)
    except msgspec.ValidationError as error:
        hint = f"Its fields are {', '.join(ResultField)}."
        raise Refused((Problem("bad_mapping", f"The mapping is wrong: {error}.", hint),)) from error
    return ResultMapping(**msgspec.structs.asdict(wire))


def mapping_problems(mapping: ResultMapping, columns: Collection[str]) -> Iterator[Problem]:
    """Why a table with these columns cannot be read by the mapping."""
    yield from _untold(mapping)
    for wanted, name in mapping.columns.items():
        if name not in columns:
            message = f'There is no column "{name}" for the {_label(wanted)}.'
            yield Problem("unknown_column", message, "Choose one of the table's columns.")
        if len(name) > TEXT_LENGTH:
            message = f"The name of the column for the {_label(wanted)} is too long."
            hint = f"Give it a name of at most {TEXT_LENGTH} characters."
            yield Problem("unknown_column", message, hint)
    for wanted in mapping.constants:
        if wanted in mapping.columns:
            message = f"The {_label(wanted)} has a column and a value for all rows."
            yield Problem("mapped_twice", message, "Keep one of the two.")
        if not FIELD_TEXTS[wanted].may_be_constant:
            message = f"The {_label(wanted)} cannot be the same for all rows."
            yield Problem("not_mapped", message, "Choose a column.")


def _untold(mapping: ResultMapping) -> Iterator[Problem]:
    for wanted in NEEDED:
        if not mapping.tells(wanted):
            or_constant = FIELD_TEXTS[wanted].may_be_constant
            hint = "Choose a column" + (", or write one value for all rows." * or_constant or ".")
            yield Problem("not_mapped", f"Nothing tells the {_label(wanted)}.", hint)
    if sum(mapping.tells(wanted) for wanted in VERDICTS) != 1:
        message = "Either the reward or whether it passed has to be told, and not both."
        yield Problem("not_mapped", message, "Choose one column for one of the two.")


def _label(wanted: ResultField) -> str:
    label = FIELD_TEXTS[wanted].label
    return label if label.isupper() else label.casefold()
