"""What a list of candidates can be filtered by. Nobody but maintainers may filter by what only
the evaluator knows."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet

from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from runs_app.models import Candidate
from runs_app.run_filters import ShownFilter
from tasks_app.domain.descriptions.findings import FindingCode
from tasks_app.web.params import Param, Reading

STATES = {
    "passes": Q(passes_public=True),
    "refused": Q(passes_public=False),
    "frozen": Q(is_frozen=True),
}
MAINTAINERS_STATES = {"accepted": Q(accepted=True), "leaks": Q(passes_public=True, accepted=False)}
LABELS = {
    "task": "Task",
    "source": "Source",
    "origin": "Origin",
    "state": "State",
    "finding": "Finding",
}


def candidate_params(user: Any) -> tuple[Param, ...]:
    """The parameters that a person has."""
    is_maintainer = getattr(user, "is_maintainer", False)
    states = {**STATES, **MAINTAINERS_STATES} if is_maintainer else STATES
    hidden = () if is_maintainer else (FindingCode.HIDDEN_EVALUATION,)
    return (
        Param("task", max_length=100),
        Param("source", max_length=DESCRIPTION_LENGTH),
        Param("origin", tuple(Candidate.Origin.values)),
        Param("state", tuple(states)),
        Param("finding", tuple(code for code in FindingCode if code not in hidden)),
    )


def filtered_candidates(rows: QuerySet[Candidate], wanted: Reading) -> QuerySet[Candidate]:
    """The candidates that meet parameters which were read for the same person."""
    fields = {"task": "task_id", "source": "source", "origin": "origin"}
    equal = {field: wanted[name] for name, field in fields.items() if wanted[name]}
    rows = rows.filter(**equal)
    if state := wanted["state"]:
        rows = rows.filter({**STATES, **MAINTAINERS_STATES}[state])
    if code := wanted["finding"]:
        rows = rows.filter(findings__contains=[{"code": code}])
    return rows


def shown_candidate_filters(
    params: Sequence[Param], reading: Reading, sources: Sequence[str]
) -> list[ShownFilter]:
    """The filters with their present values; a source is chosen from those there are."""
    choices = {param.name: param.choices for param in params} | {"source": tuple(sources)}
    return [
        ShownFilter(
            param.name,
            LABELS[param.name],
            reading[param.name] or "",
            tuple((choice, str(choice).replace("_", " ")) for choice in choices[param.name]),
        )
        for param in params
    ]
