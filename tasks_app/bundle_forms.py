"""The form of a bundle made of a table."""

from typing import Any

from django import forms

from tasks_app.domain.meter_table import TableBundle

NAME, COLUMN = 100, 200


class TableBundleForm(forms.Form):
    """What is in the table, and what a bundle may be called, is for the domain to judge."""

    file = forms.FileField(
        label="Table",
        allow_empty_file=True,
        help_text="CSV, JSON or JSON Lines that names the tasks: a table of results will do.",
        error_messages={"required": "Choose a file first."},
    )
    name = forms.CharField(
        label="Name", max_length=NAME, help_text="Letters, digits and _ -: swe-bench-verified."
    )
    version = forms.CharField(label="Version", max_length=50, initial="1")
    title = forms.CharField(label="Title", max_length=300, required=False)
    licence = forms.CharField(label="Licence of the tasks", max_length=200, initial="unknown")
    task_column = forms.CharField(
        label="Column of the task ids",
        max_length=COLUMN,
        required=False,
        help_text="Blank: found by its usual names, or the keys of a JSON object.",
    )
    wording_column = forms.CharField(
        label="Column of what the tasks ask",
        max_length=COLUMN,
        required=False,
        help_text="Blank: the bundle knows the ids only, which is enough to compare results.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)

    @property
    def about(self) -> TableBundle:
        """What was sent; only of a valid form."""
        return TableBundle(
            **{key: sent for key, sent in self.cleaned_data.items() if key != "file"}
        )
