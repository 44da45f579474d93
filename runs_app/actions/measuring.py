"""Taking a meter run's measures as they are stored: nobody judges them, nothing is derived."""

import hashlib
from dataclasses import dataclass
from uuid import UUID

from runs_app.queries.meter import meter_outcomes
from tasks_app.domain.canonical import canonical_json


@dataclass(frozen=True)
class Measured:
    """A run's episodes: how many, how many of them have no reward that counts, and SHA-256 over
    their measures in order of task and attempt."""

    episodes: int
    missing: int
    digest: str

    def summary(self) -> str:
        if not self.missing:
            return f"All {self.episodes} episodes are graded."
        return f"{self.missing} of {self.episodes} episodes are ungraded or were not run."


def measured(run_id: UUID) -> Measured:
    """What the episodes of a run come to, whatever way they came in."""
    digest, episodes, missing = hashlib.sha256(), 0, 0
    for outcome in meter_outcomes([run_id]):
        digest.update(canonical_json(outcome[1:]) + b"\n")
        episodes += 1
        missing += outcome.reward is None
    return Measured(episodes, missing, digest.hexdigest())
