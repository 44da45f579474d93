"""The parameters of the AgentMeter Score: frozen with a calibration, moved by the sliders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from tasks_app.domain.errors import Problem, Refused

STATISTICS = ("tokens", "steps", "non_pass")
"""What the effort of a task rests on, in the order of its weights."""

ParametersPayload = TypedDict(
    "ParametersPayload",
    {
        "alpha": float,
        "lambda": float,
        "effort_weights": list[float],
        "budget_percentiles": list[float],
        "failure_percentile": float,
    },
)
"""As a call, because ``lambda`` is a word of Python."""


@dataclass(frozen=True)
class Parameters:
    """``alpha``: weight of TQ against AUBQC; ``lambda_``: weight of expensive failures;
    ``effort_weights``: of tokens, steps and non-pass share, used as shares of their sum;
    percentiles in [0, 100]. Refused: a value outside its range.

    AgentMeter (arXiv 2606.21140v2) tests alpha 0.5 and 0.7; the values that stand here are (ours).
    """

    alpha: float = 0.6
    lambda_: float = 1.0
    effort_weights: tuple[float, ...] = (1 / 3, 1 / 3, 1 / 3)
    budget_percentiles: tuple[float, ...] = (20, 40, 60, 80, 90)
    failure_percentile: float = 90

    def __post_init__(self) -> None:
        problems = tuple(_problems(self))
        if problems:
            raise Refused(problems)

    def to_json(self) -> ParametersPayload:
        return {
            "alpha": self.alpha,
            "lambda": self.lambda_,
            "effort_weights": list(self.effort_weights),
            "budget_percentiles": list(self.budget_percentiles),
            "failure_percentile": self.failure_percentile,
        }

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "Parameters":
        return cls(
            alpha=payload["alpha"],
            lambda_=payload["lambda"],
            effort_weights=tuple(payload["effort_weights"]),
            budget_percentiles=tuple(payload["budget_percentiles"]),
            failure_percentile=payload["failure_percentile"],
        )


def _problems(chosen: Parameters) -> Iterator[Problem]:
    for name, share in (("alpha", chosen.alpha), ("lambda", chosen.lambda_)):
        if not 0 <= share <= 1:
            yield Problem("bad_parameter", f"{name} is {share}; it lies between 0 and 1.")
    if not _are_weights(chosen.effort_weights):
        names = ", ".join(STATISTICS)
        message = f"The effort weights are three numbers from 0, not all 0: of {names}."
        yield Problem("bad_parameter", message)
    percentiles = chosen.budget_percentiles
    if not percentiles or list(percentiles) != sorted(set(percentiles)):
        yield Problem("bad_parameter", "The budget percentiles are at least one, and rise.")
    for percentile in (*percentiles, chosen.failure_percentile):
        if not 0 <= percentile <= 100:
            message = f"The percentile {percentile} does not lie between 0 and 100."
            yield Problem("bad_parameter", message)


def _are_weights(weights: Sequence[float]) -> bool:
    return len(weights) == len(STATISTICS) and min(weights) >= 0 and 0 < sum(weights) < float("inf")


DEFAULT_PARAMETERS = Parameters()
