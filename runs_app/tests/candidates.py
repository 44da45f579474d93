"""Candidate descriptions on the hand-made meter bundle, and the runs in which they are tried."""

from typing import Any

from runs_app.actions.candidates import add_candidates
from runs_app.domain.candidate_rows import CandidateRow
from runs_app.models import Candidate
from runs_app.tests.meter_archives import ingested, line, one_agent

SOURCE = "model-a x cli-x"
TASK = "m20"
"""Not in opt: its bundle declares no wording of it from any source."""
GOOD = "Write to m20.txt the sum of the column amount of m20.csv."
BETTER = "In m20.txt, write the sum of the amount column of m20.csv."
BAD = "Sum the column amount of m20.csv and write the sum to result.txt."
LEAK = "In m20.txt, write the sum of the column amount, hidden evaluator string of m20.csv."
"""Passes the public checks, which do not know that its last words are the evaluator's."""
HARMLESS = LEAK.replace("hidden evaluator string", "foreign checker phrase")


def candidate(bundle_id: int, user: Any, text: str = GOOD, task_id: str = TASK) -> Candidate:
    """A stored candidate of ``model-a x cli-x``."""
    (made,) = add_candidates(bundle_id, [CandidateRow(task_id, SOURCE, text)], user).candidates
    return made


def tried(owner: Any, description: str, **measures: Any) -> None:
    """A public run of the source under a description, of the one task that has candidates."""
    lines = [line(TASK, description=description, **measures)]
    archive = ingested(one_agent(lines).zip(), owner)
    assert archive.status == "scored", archive.problems
