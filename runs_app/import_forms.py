"""The forms of results brought as a table: the file, and what its columns are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms

from runs_app.domain.archive.names import NAME_LENGTH as VALUE_LENGTH
from runs_app.domain.archive.names import shown_name
from runs_app.domain.result_tables.fields import FIELD_TEXTS, ResultField
from runs_app.domain.result_tables.result_mapping import ResultMapping
from runs_app.models import Visibility
from tasks_app.domain.foreign_tables.rows import Scalar

NAME_LENGTH = 100
SHOWN_NAME, SHOWN_SAMPLE = 60, 30
FIRST_REPEATS = [(1, "1"), (0, "0")]


class TableUploadForm(forms.Form):
    file = forms.FileField(
        label="Table",
        allow_empty_file=True,
        help_text="CSV with a header, JSON (a list of objects, or one object with a row under each "
        "key), or JSON Lines.",
        error_messages={"required": "Choose a file first."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


@dataclass(frozen=True)
class FieldRow:
    """One field of the mapping: its column and, where that makes sense, a value for all rows."""

    help: str
    column: forms.BoundField
    constant: forms.BoundField | None


class MappingForm(forms.Form):
    """Which column is what. A column is sent by its place, so that its name may be anything."""

    zero_cost_is_unknown = forms.BooleanField(
        label="A cost of 0 beside work is unknown, not free", required=False
    )
    cached_apart = forms.BooleanField(
        label="Input tokens leave out cached ones: add them", required=False
    )
    first_repeat = forms.TypedChoiceField(
        label="The first repeat is called", choices=FIRST_REPEATS, coerce=int
    )
    bundle = forms.ChoiceField(
        label="Bundle that was run",
        error_messages={"required": "Choose the bundle that the tasks are from."},
    )
    visibility = forms.ChoiceField(
        label="Who may see the runs",
        choices=[
            (Visibility.PUBLIC, "Everybody: they stand in the grid"),
            (Visibility.PRIVATE, "Only you and the maintainers"),
        ],
    )
    keep_as = forms.CharField(
        label="Keep these choices for next time as",
        max_length=NAME_LENGTH,
        required=False,
        help_text="Your next table with the same columns is read by them. Blank keeps nothing.",
    )
    idempotency_key = forms.CharField(
        max_length=200, required=False, widget=forms.HiddenInput, initial=lambda: uuid4().hex
    )

    def __init__(
        self,
        columns: Sequence[str],
        sample: Mapping[str, Scalar],
        bundles: Iterable[str],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.columns = columns
        self.fields["bundle"].choices = [("", "choose it"), *((ref, ref) for ref in bundles)]
        places = [(str(n), _shown(name, sample)) for n, name in enumerate(columns)]
        for wanted, text in FIELD_TEXTS.items():
            self.fields[f"column_{wanted}"] = forms.ChoiceField(
                label=text.label, choices=[("", "not in the table"), *places], required=False
            )
            if text.may_be_constant:
                self.fields[f"constant_{wanted}"] = forms.CharField(
                    label=f"{text.label} of all rows", max_length=VALUE_LENGTH, required=False
                )

    @property
    def field_rows(self) -> list[FieldRow]:
        return [
            FieldRow(
                text.help,
                self[f"column_{wanted}"],
                self[f"constant_{wanted}"] if text.may_be_constant else None,
            )
            for wanted, text in FIELD_TEXTS.items()
        ]

    @property
    def mapping(self) -> ResultMapping:
        """What was chosen; only of a valid form."""
        sent = self.cleaned_data
        columns = {
            wanted: self.columns[int(sent[f"column_{wanted}"])]
            for wanted in ResultField
            if sent[f"column_{wanted}"]
        }
        constants = {
            wanted: sent[f"constant_{wanted}"]
            for wanted in ResultField
            if sent.get(f"constant_{wanted}")
        }
        return ResultMapping(
            columns,
            constants,
            sent["zero_cost_is_unknown"],
            sent["cached_apart"],
            sent["first_repeat"],
        )


def initial_of(mapping: ResultMapping, columns: Sequence[str]) -> dict[str, Any]:
    """A mapping as the first values of the form."""
    places = {name: str(place) for place, name in enumerate(columns)}
    return {
        **{f"column_{field}": places.get(name, "") for field, name in mapping.columns.items()},
        **{f"constant_{field}": text for field, text in mapping.constants.items()},
        "zero_cost_is_unknown": mapping.zero_cost_is_unknown,
        "cached_apart": mapping.cached_apart,
        "first_repeat": mapping.first_repeat,
    }


def _shown(name: str, sample: Mapping[str, Scalar]) -> str:
    value = sample.get(name)
    example = "" if value in (None, "") else f" ({shown_name(str(value), SHOWN_SAMPLE)})"
    return f"{shown_name(name, SHOWN_NAME)}{example}"
