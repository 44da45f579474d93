"""What the page of one table shows: the form, and the table as the form's choices read it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from runs_app import import_tables
from runs_app.actions.result_tables import table_problems
from runs_app.domain.result_tables.account import unknown_sentences
from runs_app.domain.result_tables.conversion import Checked, Conversion
from runs_app.domain.result_tables.fields import ResultField
from runs_app.domain.result_tables.guessing import guessed_mapping
from runs_app.domain.result_tables.result_mapping import ResultMapping
from runs_app.import_forms import NAME_LENGTH, MappingForm, initial_of
from runs_app.models import ResultTable
from runs_app.queries.result_tables import (
    bundle_with_tasks,
    fitting_mapping,
    kept_mapping,
    meter_bundles,
    meter_facts,
    own_mappings,
)
from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.foreign_tables import ForeignRow, ForeignTable, open_table
from tasks_app.domain.foreign_tables.limits import WEB_LIMITS
from tasks_app.domain.table import Table

"""What is read while somebody waits; ``manage.py ingest_table`` takes more."""

PREVIEWED = 10
SHOWN_PROBLEMS = 50


@dataclass(frozen=True)
class Preview:
    """A table as a mapping reads it. ``conversion`` is None where the mapping does not fit."""

    conversion: Conversion | None = None
    checked: Checked = field(default_factory=Checked)
    problems: tuple[Problem, ...] = ()

    @property
    def can_be_taken(self) -> bool:
        return self.conversion is not None and not self.problem_count

    @property
    def problem_count(self) -> int:
        return max(self.checked.problem_count, len(self.problems))

    @property
    def unlisted(self) -> int:
        return self.problem_count - len(self.problems)

    @property
    def sentences(self) -> list[str]:
        return list(unknown_sentences(self.checked))

    @property
    def tables(self) -> Iterator[Table]:
        if self.conversion:
            first = islice(self.conversion.readings(), PREVIEWED)
            yield import_tables.preview_table(first, self.conversion.table.place_word)
            yield import_tables.configuration_table(self.checked)


@dataclass(frozen=True)
class Choice:
    """What the form begins with; ``is_kept`` where its owner chose so before."""

    mapping: ResultMapping
    bundle: str
    name: str
    is_kept: bool = False


@dataclass(frozen=True)
class TablePage:
    """One waiting table, opened, with what its owner did to earlier ones."""

    user: Any
    stored: ResultTable
    table: ForeignTable
    sample: tuple[ForeignRow, ...]

    @classmethod
    def of(cls, stored: ResultTable, user: Any) -> "TablePage":
        with stored.file.open("rb") as file:
            table = open_table(file.read(), WEB_LIMITS)
        return cls(user, stored, table, tuple(islice(table.rows(), WEB_LIMITS.sampled)))

    def first_choice(self, kept_name: str | None) -> Choice:
        """What was kept under that name or for such columns, else what is guessed."""
        named = own_mappings(self.user).filter(name=kept_name).first() if kept_name else None
        kept = named or fitting_mapping(self.user, self.table.columns)
        if kept:
            return Choice(kept_mapping(kept), str(kept.bundle), kept.name, is_kept=True)
        mapping = guessed_mapping(self.table.columns, self.sample)
        column = mapping.columns.get(ResultField.TASK, "")
        bundle = bundle_with_tasks(row.cells.get(column) for row in self.sample)
        name = self.stored.file_name.rpartition(".")[0] or self.stored.file_name
        return Choice(mapping, bundle, name[:NAME_LENGTH])

    def form(self, choice: Choice) -> MappingForm:
        """The form before anything was sent."""
        initial = initial_of(choice.mapping, self.table.columns)
        return self._form(initial=initial | {"bundle": choice.bundle, "keep_as": choice.name})

    def sent_form(self, sent: Any) -> MappingForm:
        return self._form(sent)

    def preview(self, mapping: ResultMapping, bundle_ref: str) -> Preview:
        """The whole table read through: what it holds and what is wrong."""
        facts = meter_facts(bundle_ref)
        if facts is None:
            hint = "Choose a meter bundle, or have one made of this table."
            return Preview(problems=(Problem("unknown_bundle", "No bundle is chosen.", hint),))
        try:
            conversion = Conversion(self.table, mapping, facts)
            checked = conversion.checked()
        except Refused as refused:
            return Preview(problems=tuple(refused.problems))
        problems = table_problems(conversion, checked, self.stored.file_name)
        return Preview(conversion, checked, tuple(problems[:SHOWN_PROBLEMS]))

    def raw_table(self) -> Table:
        """The first rows as they are in the file, the first columns of them."""
        return import_tables.raw_table(self.table.columns, self.sample[:PREVIEWED])

    def _form(self, *args: Any, **kwargs: Any) -> MappingForm:
        first = self.sample[0].cells if self.sample else {}
        bundles = [row.ref for row in meter_bundles()]
        return MappingForm(self.table.columns, first, bundles, *args, **kwargs)
