"""The flat row that every metric of an economic bundle takes."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.scoring import rests_on_verdict
from tasks_app.domain.families import Family, Group


class MissingCause(StrEnum):
    """Why a task has no scored episode."""

    ABSENT = "absent"
    INFRASTRUCTURE = "infrastructure"
    UNJUDGED = "unjudged"


@dataclass(frozen=True)
class ScoredEpisode:
    """What counts of one agent at one task. Costs are in the agent's cost basis (units, or
    execution proxy); ``units`` is None where unknown, ``budget`` None where there is no cap.

    ``status`` is None where there was no attempt. ``correct`` is None where nobody has judged
    the answer yet; such an episode, like an infrastructure error or an absent one, is missing:
    it is in every denominator and in no numerator.
    """

    task_id: str
    family: Family
    group: Group
    units: float | None = None
    budget: float | None = None
    within_budget: bool = False
    grounded: bool = False
    correct: bool | None = None
    abstained: bool = False
    used_composite: bool = False
    steps: int = 0
    failure_stage: str | None = None
    status: EpisodeStatus | None = EpisodeStatus.COMPLETED
    run_id: str = ""

    @cached_property
    def missing(self) -> MissingCause | None:
        if self.status is None:
            return MissingCause.ABSENT
        if self.status is EpisodeStatus.INFRASTRUCTURE_ERROR:
            return MissingCause.INFRASTRUCTURE
        return MissingCause.UNJUDGED if self.correct is None else None

    @property
    def rests_on_verdict(self) -> bool:
        """Whether a judge decided ``correct``."""
        return self.status is not None and rests_on_verdict(
            self.status, self.family, self.abstained, self.correct
        )

    @property
    def is_lenient(self) -> bool:
        """Correct, whatever was spent (EcoAgent-Bench, lenient success)."""
        return self.missing is None and self.correct is True

    @property
    def is_strict(self) -> bool:
        """Correct, grounded and within budget (EcoAgent-Bench, strict success)."""
        return self.is_lenient and self.grounded and self.within_budget

    @property
    def is_feasible(self) -> bool:
        return self.missing is None and self.within_budget

    @property
    def is_over_budget(self) -> bool:
        return self.missing is None and not self.within_budget

    @property
    def is_abstention(self) -> bool:
        return self.missing is None and self.abstained

    @property
    def is_composite(self) -> bool:
        return self.missing is None and self.used_composite

    @property
    def is_without_step(self) -> bool:
        """Nothing was bought: answering and abstaining are free, and no other action is."""
        return self.missing is None and (self.steps == 0 or self.units == 0)
