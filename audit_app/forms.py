"""Forms of audits: what was sent, checked for type and size; what it means is for the actions."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms

from audit_app.domain.controls import read_controls
from audit_app.domain.design import AuditDesign, AuditKind, ControlItem
from audit_app.domain.labels import Decision, LabelInput
from tasks_app.domain.errors import Refused
from tasks_app.domain.families import FAMILY_TITLES

MOST_TEXT = 2000
MOST_RUBRIC = 20_000
MOST_PASTED = 300_000
MOST_ITEMS = 100_000


class LabelForm(forms.Form):
    """A decision, as the labelling screen sends it without script."""

    decision = forms.ChoiceField(
        choices=[(word, word) for word in Decision if word is not Decision.CLEARED],
        error_messages={"required": "Choose a decision."},
    )
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = forms.CharField(required=False, max_length=MOST_TEXT)
    comment = forms.CharField(required=False, max_length=MOST_TEXT)
    flag = forms.BooleanField(required=False)

    @property
    def entered(self) -> dict[str, Any]:
        """What was sent, to be shown again."""
        texts = {name: self.data.get(name, "")[:MOST_TEXT] for name in ("reason", "comment")}
        return {"decision": self.data.get("decision", ""), "flag": "flag" in self.data, **texts}

    @property
    def label(self) -> LabelInput:
        """What was sent; only of a valid form."""
        return LabelInput(
            decision=Decision(self.cleaned_data["decision"]),
            item_version=self.cleaned_data["version"],
            reason=self.cleaned_data["reason"] if self._is_skip else "",
            comment=self.cleaned_data["comment"],
            flag=self.cleaned_data["flag"],
        )

    @property
    def problem(self) -> str:
        """What is wrong, in a sentence."""
        return " ".join(str(message) for found in self.errors.values() for message in found)

    @property
    def _is_skip(self) -> bool:
        return self.cleaned_data["decision"] == Decision.SKIP


class AdjudicationForm(forms.Form):
    """A third decision and why."""

    decision = forms.TypedChoiceField(
        label="Your decision",
        coerce=Decision,
        choices=[(Decision.CORRECT, "Correct"), (Decision.INCORRECT, "Incorrect")],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        max_length=MOST_TEXT,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Say why: readers see it beside the labels."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class DrawForm(forms.Form):
    """What the cells of an audit depend on; ``bundle_id``, ``runs`` and ``judges`` are what there
    is to choose from. A review of tasks has neither run nor judge, whatever was sent."""

    kind = forms.TypedChoiceField(
        label="What people look at",
        coerce=AuditKind,
        choices=[
            (AuditKind.ANSWERS, "Answers of runs: is the judge right about them?"),
            (AuditKind.REALISM, "Tasks of the bundle: are they realistic?"),
        ],
        required=False,
        empty_value=AuditKind.ANSWERS,
        initial=AuditKind.ANSWERS,
        widget=forms.RadioSelect,
    )
    runs = forms.TypedMultipleChoiceField(
        coerce=UUID, required=False, widget=forms.CheckboxSelectMultiple
    )
    families = forms.MultipleChoiceField(
        choices=list(FAMILY_TITLES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen: all of them.",
    )
    judge = forms.ChoiceField(required=False, help_text="Whose verdicts people are compared with.")
    size = forms.IntegerField(
        label="Items",
        min_value=1,
        max_value=MOST_ITEMS,
        initial=96,
        help_text="Answers or tasks to draw.",
    )
    of_answers = ("runs", "judge")
    """The fields that a review of tasks does without."""

    def __init__(
        self,
        *args: Any,
        bundle_id: int,
        runs: Iterable[tuple[str, str]],
        judges: Iterable[str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.bundle_id = bundle_id
        choices: dict[str, forms.ChoiceField] = self.fields  # type: ignore[assignment]
        choices["runs"].choices = list(runs)
        choices["judge"].choices = [(judge, judge) for judge in judges]

    def clean(self) -> dict[str, Any]:
        """Answers are of runs and have a judge."""
        found = super().clean() or {}
        if self.is_of_answers:
            if not found.get("runs") and "runs" not in self.errors:
                self.add_error("runs", "Choose at least one run.")
            if not found.get("judge") and "judge" not in self.errors:
                self.add_error("judge", "Choose a judge.")
        return found

    @property
    def is_of_answers(self) -> bool:
        return self.cleaned_data.get("kind") is not AuditKind.REALISM

    @property
    def draw(self) -> AuditDesign:
        """The design as far as it decides about cells; only of a valid form."""
        return AuditDesign(
            kind=self.cleaned_data["kind"],
            title="",
            bundle_id=self.bundle_id,
            run_ids=tuple(self.cleaned_data["runs"]) if self.is_of_answers else (),
            families=tuple(self.cleaned_data["families"]),
            judge=self.cleaned_data["judge"] if self.is_of_answers else "",
            size=self.cleaned_data["size"],
            seed="",
            rubric="",
            rubric_version="",
        )


class AuditForm(DrawForm):
    """The whole design of an audit."""

    title = forms.CharField(
        max_length=200, help_text="Reviewers see it: name no agent, model or judge."
    )
    seed = forms.CharField(
        max_length=100, help_text="The same seed over the same runs draws the same sample."
    )
    overlap = forms.IntegerField(
        label="Read twice, in percent",
        min_value=0,
        max_value=100,
        initial=20,
        help_text="Share of each cell, rounded up, that a second reviewer gets too: how well "
        "people agree.",
    )
    rubric_version = forms.CharField(max_length=50, initial="1")
    rubric = forms.CharField(
        max_length=MOST_RUBRIC,
        widget=forms.Textarea({"rows": 8}),
        help_text="When an answer counts as correct, or a task as realistic. It is one key away "
        "while labelling.",
    )
    controls = forms.CharField(
        label="Control items",
        required=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
        help_text="Answers whose label you know, one a line: the address or id of an episode, then "
        "correct or incorrect. They stand among the others, look like them and go into no "
        "estimate; the report tells how often reviewers gave the known label.",
    )
    reveal_allowed = forms.BooleanField(
        required=False,
        label="Reviewers may look behind the blinding of an item; labels remember that they did",
    )
    field_order = ("title", "kind", "runs", "families", "judge", "size", "seed", "overlap")
    of_answers = (*DrawForm.of_answers, "controls", "reveal_allowed")

    def clean_controls(self) -> tuple[ControlItem, ...]:
        """Raises ValidationError, a message for each line that is wrong."""
        try:
            return read_controls(self.cleaned_data["controls"])
        except Refused as error:
            raise forms.ValidationError([problem.message for problem in error.problems]) from error

    @property
    def design(self) -> dict[str, Any]:
        """What the form adds to ``draw``; only of a valid form."""
        names = ["title", "seed", "rubric", "rubric_version"]
        names += ["reveal_allowed", "controls"] if self.is_of_answers else []
        overlap = self.cleaned_data["overlap"] / 100
        return {name: self.cleaned_data[name] for name in names} | {"overlap": overlap}
