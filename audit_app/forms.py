"""Forms of audits: what was sent, checked for type and size; what it means is for the actions."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms

from audit_app.domain.design import AuditDesign
from audit_app.domain.labels import Decision, LabelInput
from tasks_app.domain.families import FAMILY_TITLES

MOST_TEXT = 2000
MOST_RUBRIC = 20_000
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
    is to choose from."""

    runs = forms.TypedMultipleChoiceField(
        coerce=UUID,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one run."},
    )
    families = forms.MultipleChoiceField(
        choices=list(FAMILY_TITLES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen: all of them.",
    )
    judge = forms.ChoiceField(help_text="Whose verdicts people are compared with.")
    size = forms.IntegerField(
        label="Items", min_value=1, max_value=MOST_ITEMS, initial=96, help_text="Answers to draw."
    )

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

    @property
    def draw(self) -> AuditDesign:
        """The design as far as it decides about cells; only of a valid form."""
        return AuditDesign(
            title="",
            bundle_id=self.bundle_id,
            run_ids=tuple(self.cleaned_data["runs"]),
            families=tuple(self.cleaned_data["families"]),
            judge=self.cleaned_data["judge"],
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
        help_text="Share of the items that a second reviewer gets too: how well people agree.",
    )
    rubric_version = forms.CharField(max_length=50, initial="1")
    rubric = forms.CharField(
        max_length=MOST_RUBRIC,
        widget=forms.Textarea({"rows": 8}),
        help_text="When an answer counts as correct. It is one key away while labelling.",
    )
    reveal_allowed = forms.BooleanField(
        required=False,
        label="Reviewers may look behind the blinding of an item; labels remember that they did",
    )
    field_order = ("title", "runs", "families", "judge", "size", "seed", "overlap")

    @property
    def design(self) -> dict[str, Any]:
        """What the form adds to ``draw``; only of a valid form."""
        names = ("title", "seed", "rubric", "rubric_version", "reveal_allowed")
        overlap = self.cleaned_data["overlap"] / 100
        return {name: self.cleaned_data[name] for name in names} | {"overlap": overlap}
