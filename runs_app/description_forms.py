"""Forms for candidates; what they mean is for the actions."""

from collections.abc import Iterable
from typing import Any

from django import forms

from runs_app.domain.candidate_rows import LIMITS, CandidateRow
from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from tasks_app.domain.descriptions.gate import MOST_CHARACTERS


class CandidateForm(forms.Form):
    """One candidate, typed in."""

    task_id = forms.CharField(label="Task", max_length=100)
    source = forms.CharField(
        label="Source configuration",
        max_length=DESCRIPTION_LENGTH,
        help_text="Whose work it was made from: the model, “ x ” and the CLI.",
    )
    text = forms.CharField(
        label="Wording", max_length=MOST_CHARACTERS, widget=forms.Textarea({"rows": 8})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)

    @property
    def row(self) -> CandidateRow:
        """What was sent; only of a valid form."""
        return CandidateRow(**self.cleaned_data)


class CandidateFileForm(forms.Form):
    """Many candidates as a file."""

    file = forms.FileField(
        label="File",
        allow_empty_file=True,
        help_text="CSV or JSON Lines with task_id, source and text; "
        f"at most {LIMITS.rows:,} rows and {LIMITS.bytes // 1024**2} MiB.",
        error_messages={"required": "Choose a file first."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class SourceForm(forms.Form):
    """A source to work on; ``task_id`` limits it to one task."""

    source = forms.ChoiceField(label="Source configuration")
    task_id = forms.CharField(max_length=100, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sources: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        field: forms.ChoiceField = self.fields["source"]  # type: ignore[assignment]
        field.choices = [(source, source) for source in sources]
