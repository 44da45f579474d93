"""Golden values and labelled items as values, for the tests of the statistics."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from audit_app.domain.audited import AuditedItem, ReviewerLabel
from audit_app.domain.cells import Cell, CellCount
from audit_app.domain.labels import Decision
from runs_app.domain.episode import Verdict
from tasks_app.domain.families import Family

DATA = Path(__file__).parent / "data"
FOUR_FAMILIES = (Family.FROZEN, Family.ESCALATION, Family.CHEAP, Family.MODEL_UPGRADE)
EXACT = 1e-12
SHOWN = 5e-7
"""Golden values are given to six decimals."""


@cache
def vectors(name: str) -> dict[str, Any]:
    return json.loads((DATA / f"{name}.json").read_text())


def verdict(positive: bool) -> Verdict:
    return Verdict.CORRECT if positive else Verdict.INCORRECT


def decision(positive: bool) -> Decision:
    return Decision.CORRECT if positive else Decision.INCORRECT


def cell(positive: bool = True, family: str = Family.CHEAP) -> Cell:
    return Cell(family, verdict(positive))


def item(number: int, judge: bool, *humans: bool | Decision, **changes: Any) -> AuditedItem:
    """Item ``number`` with the judge's verdict and the labels of reviewers a, b, c ..."""
    labels = tuple(
        ReviewerLabel(name, said if isinstance(said, Decision) else decision(said))
        for name, said in zip("abcdef", humans, strict=False)
    )
    family = changes.pop("family", Family.CHEAP)
    fields = {"agent": "alpha", "cell": cell(judge, family), "labels": labels} | changes
    return AuditedItem(f"item-{number}", f"task-{number}", **fields)


def published_items() -> list[AuditedItem]:
    """96 items of four families, 12 a cell; 8 of the 48 positive verdicts are wrong."""
    found = []
    for index in range(96):
        family, judge = FOUR_FAMILIES[index % 4], index < 48
        is_wrong = judge and index < 8
        found.append(item(index, judge, judge and not is_wrong, family=family))
    return found


def vector_counts(case: dict[str, Any]) -> list[CellCount]:
    return [
        CellCount(
            cell(bool(row["judge"]), "all"),
            row["population"],
            row["sampled"],
            row["human_positive"],
        )
        for row in case["cells"]
    ]
