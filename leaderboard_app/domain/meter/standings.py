"""Who is first by which criterion: they differ, and that is the point.

Only complete configurations stand here: a share of what is there flatters whoever left out the
hard tasks. Source: AgentMeter (arXiv 2606.21140v2), comparison of criteria.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import get_args

from leaderboard_app.domain.meter.numbers import settled
from leaderboard_app.domain.meter.payload import (
    CliAmsPayload,
    Criterion,
    LeaderPayload,
    ModelClisPayload,
)
from leaderboard_app.domain.meter.scores import ConfigurationScore

CRITERIA: tuple[Criterion, ...] = get_args(Criterion)


SIGNS: Mapping[Criterion, int] = {
    "ams": 1,
    "passes": 1,
    "usd_per_pass": -1,
    "tokens_per_pass": -1,
}
"""1 where more is better, -1 where less is."""

Signed = Mapping[str, float]
"""Known values by key, each times the sign of its criterion: more is better."""

_MEASURES: Mapping[Criterion, Callable[[ConfigurationScore], float | None]] = {
    "ams": lambda score: score.ams.value,
    "passes": lambda score: score.tally.passes.value,
    "usd_per_pass": lambda score: score.tally.usd_per_pass.value,
    "tokens_per_pass": lambda score: score.tally.tokens_per_pass.value,
}


def leaders(scores: Sequence[ConfigurationScore]) -> list[LeaderPayload]:
    """The first by each criterion; equal ones are all first."""
    return [leader(criterion, _values(criterion, scores)) for criterion in CRITERIA]


def ranks_by_criterion(scores: Sequence[ConfigurationScore]) -> dict[str, dict[str, int]]:
    """1 + the number of configurations that are better by value; by criterion and key."""
    return {str(criterion): places(_values(criterion, scores)) for criterion in CRITERIA}


def clis_by_model(scores: Sequence[ConfigurationScore]) -> list[ModelClisPayload]:
    """The best and the worst CLI of each model by AMS, and how far apart they are."""
    by_model: dict[str, list[CliAmsPayload]] = defaultdict(list)
    for score in scores:
        known = by_model[score.configuration.model]
        if score.is_complete and score.ams.value is not None:
            known.append({"cli": score.configuration.cli, "ams": score.ams.value})
    return [model_clis(model, known) for model, known in sorted(by_model.items())]


def leader(criterion: Criterion, values: Signed) -> LeaderPayload:
    """Whoever is first by signed values; equal ones all are."""
    first = [key for key, place in places(values).items() if place == 1]
    value = abs(values[first[0]]) if first else None
    return {"criterion": criterion, "keys": first, "value": value}


def places(values: Signed) -> dict[str, int]:
    """1 + the number of better ones, the best first."""
    found: dict[str, int] = {}
    place_of: dict[float, int] = {}
    for count, (key, value) in enumerate(sorted(values.items(), key=lambda pair: -pair[1]), 1):
        found[key] = place_of.setdefault(value, count)
    return found


def model_clis(model: str, known: Sequence[CliAmsPayload]) -> ModelClisPayload:
    """The best and the worst of a model's CLIs; nothing is worst where there is only one."""
    ordered = sorted(known, key=lambda one: -one["ams"])
    several = len(ordered) > 1
    return {
        "model": model,
        "best": ordered[0] if ordered else None,
        "worst": ordered[-1] if several else None,
        "spread": settled(ordered[0]["ams"] - ordered[-1]["ams"]) if several else None,
    }


def _values(criterion: Criterion, scores: Sequence[ConfigurationScore]) -> dict[str, float]:
    return dict(_signed(criterion, scores))


def _signed(
    criterion: Criterion, scores: Sequence[ConfigurationScore]
) -> Iterator[tuple[str, float]]:
    for score in scores:
        value = _MEASURES[criterion](score)
        if score.is_complete and value is not None:
            yield score.key, SIGNS[criterion] * value
