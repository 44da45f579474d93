"""The audit of EcoAgent-Bench's table: 96 items, 12 for each of four families and two verdicts."""

from audit_app.actions.storing import ItemDraft, store_items
from audit_app.domain.blinding import Passage
from audit_app.models import Audit

FAMILIES = ("cheap_qa", "escalation_qa", "model_upgrade_qa", "frozen_information_qa")
IN_CELL = 12
WRONGLY_POSITIVE = 2
"""Judge false positives in each family: eight in all, and no false negative."""
POPULATIONS = {"correct": 75, "incorrect": 175}
"""Of each family: 1,000 answers, of which the judge called 30 % correct."""

MORE_POSITIVE = {"correct": 100, "incorrect": 150}
"""Of each family: 40 %."""


def paper_audit(populations: dict[str, int] = POPULATIONS) -> Audit:
    """The audit, open."""
    cells = [
        {
            "family": family,
            "verdict": verdict,
            "population": population,
            "drawn": IN_CELL,
            "inclusion": IN_CELL / population,
        }
        for family in FAMILIES
        for verdict, population in populations.items()
    ]
    audit = Audit.objects.create(
        title="Judge of the main board",
        kind="answers",
        judge="exact",
        size=96,
        frame_size=1000,
        seed="salt-7",
        rubric="Correct is an answer that the evidence supports.\n\nWording does not matter.",
        rubric_version="r1",
        cells=cells,
    )
    store_items(audit, [_draft(cell, number) for number in range(IN_CELL) for cell in cells])
    return audit


def _draft(cell: dict, number: int) -> ItemDraft:
    question = f"Who first crossed strait {cell['family']}-{cell['verdict']}-{number}?"
    return ItemDraft(
        question,
        (Passage("Straits", "The strait was first crossed by Ann Lee in 1871."),) * 2,
        f"Ann Lee, {number}",
        family=cell["family"],
        verdict=cell["verdict"],
        agent=f"Agent {number % 3}",
        task_id=f"t-{number}",
    )


def human_decision(question: str) -> str:
    """What people say in the published table: 40 of the 48 positives, none of the negatives."""
    _family, verdict, number = question.removesuffix("?").rsplit(" ", 1)[1].split("-")
    return "correct" if verdict == "correct" and int(number) >= WRONGLY_POSITIVE else "incorrect"
