"""The upload form: a file and two choices; what is in the file is for the job to judge."""

from typing import Any
from uuid import uuid4

from django import forms

from runs_app.models import Visibility


class ArchiveUploadForm(forms.Form):
    """An empty file is taken, so that it ends in the same report as every other bad one."""

    file = forms.FileField(
        label="Archive",
        allow_empty_file=True,
        help_text="A .zip or .tar.gz with manifest.json and episodes*.jsonl.",
        error_messages={"required": "Choose a file first."},
    )
    visibility = forms.ChoiceField(
        label="Who may see the runs",
        choices=[
            (Visibility.PUBLIC, "Everybody: the runs are ranked on the boards"),
            (Visibility.PRIVATE, "Only you and the maintainers: not on any board"),
        ],
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    dry_run = forms.BooleanField(
        label="Dry run: only report what is wrong, store nothing", required=False
    )
    idempotency_key = forms.CharField(
        max_length=200, required=False, widget=forms.HiddenInput, initial=lambda: uuid4().hex
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
