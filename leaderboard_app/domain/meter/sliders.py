"""The sliders of the parameters of AMS: names in URLs, ranges, and what they mean together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isclose

from leaderboard_app.domain.meter.parameters import STATISTICS, Parameters


@dataclass(frozen=True)
class Slider:
    """One number that a reader moves, from ``lowest`` to ``highest``; ``group`` is its heading."""

    name: str
    group: str
    text: str
    lowest: float
    highest: float
    step: float


_WEIGHTS = "Effort: weights of its parts"
_BUDGETS = "Budgets: percentiles of rewarded cost"
_SCORE = "Score"
BUDGET_NAMES = tuple(f"budget_{number}" for number in range(1, 6))

SLIDERS = (
    Slider("alpha", _SCORE, "alpha: TQ against AUBQC", 0, 1, 0.01),
    Slider("lambda", _SCORE, "lambda: expensive failures", 0, 1, 0.01),
    Slider("failure", _SCORE, "Expensive from percentile", 0, 100, 1),
    Slider("tokens", _WEIGHTS, "Median tokens", 0, 1, 0.01),
    Slider("steps", _WEIGHTS, "Median steps", 0, 1, 0.01),
    Slider("non_pass", _WEIGHTS, "Share not passed", 0, 1, 0.01),
    *(
        Slider(name, _BUDGETS, f"Budget {number}", 0, 100, 1)
        for number, name in enumerate(BUDGET_NAMES, 1)
    ),
)
"""Weights count as shares of their sum. A calibration has as many budgets as its parameters say:
sliders beyond them do not exist for it."""

Values = Mapping[str, float]
WEIGHT_TOLERANCE = 0.002
"""Relative: a weight that was written with three digits is the weight that was meant."""


def slider_values(parameters: Parameters) -> dict[str, float]:
    """Where each slider stands for ``parameters``, which have at most five budgets."""
    return {
        "alpha": parameters.alpha,
        "lambda": parameters.lambda_,
        "failure": parameters.failure_percentile,
        **dict(zip(STATISTICS, parameters.effort_weights, strict=True)),
        **dict(zip(BUDGET_NAMES, parameters.budget_percentiles, strict=False)),
    }


def slider_problems(values: Values) -> dict[str, str]:
    """What is wrong with the sliders, by the name of one; nothing where they make parameters."""
    return {**dict(_order_problems(values)), **dict(_range_problems(values))}


def parameters_at(published: Parameters, values: Values) -> Parameters:
    """The parameters at which the sliders stand; what still stands as published is not rounded.

    ``values`` name every slider of ``published`` and have no problem.
    """
    weights = _shares([values[name] for name in STATISTICS])
    usual = _shares(list(published.effort_weights))
    same = all(
        isclose(mine, other, rel_tol=WEIGHT_TOLERANCE)
        for mine, other in zip(weights, usual, strict=True)
    )
    return Parameters(
        alpha=values["alpha"],
        lambda_=values["lambda"],
        effort_weights=published.effort_weights if same else weights,
        budget_percentiles=tuple(values[name] for name in BUDGET_NAMES if name in values),
        failure_percentile=values["failure"],
    )


def _range_problems(values: Values) -> Iterator[tuple[str, str]]:
    for slider in SLIDERS:
        value = values.get(slider.name, slider.lowest)
        if not slider.lowest <= value <= slider.highest:
            yield slider.name, f"It lies between {slider.lowest} and {slider.highest}."


def _order_problems(values: Values) -> Iterator[tuple[str, str]]:
    if not sum(values[name] for name in STATISTICS):
        yield from ((name, "One of the weights of effort is above 0.") for name in STATISTICS)
    budgets = [name for name in BUDGET_NAMES if name in values]
    for below, name in pairwise(budgets):
        if values[name] <= values[below]:
            yield name, f"It lies above {below}: the budgets rise."


def _shares(weights: list[float]) -> tuple[float, ...]:
    return tuple(weight / sum(weights) for weight in weights)
