"""The flat row that every metric of an economic bundle takes."""

from dataclasses import dataclass

from tasks_app.domain.families import Family, Group


@dataclass(frozen=True)
class ScoredEpisode:
    """One attempt, scored. Costs are in the agent's cost basis (units, or execution proxy);
    ``units`` is None where the cost is unknown, ``budget`` is None where there is no cap.

    ``correct`` is None where nobody has judged the answer yet; such an episode, like an
    infrastructure error or an absent one, is missing. ``strict`` = correct, grounded and
    within budget (EcoAgent-Bench, strict success).
    """

    task_id: str
    family: Family
    group: Group
    units: float | None
    budget: float | None
    within_budget: bool
    grounded: bool
    correct: bool | None
    abstained: bool = False
    used_composite: bool = False
    steps: int = 0
    failure_stage: str | None = None

    @property
    def strict(self) -> bool | None:
        if self.correct is None:
            return None
        return self.correct and self.grounded and self.within_budget
