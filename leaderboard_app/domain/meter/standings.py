"""Who is first by which criterion: they differ, and that is the point.

Only complete configurations stand here: a share of what is there flatters whoever left out the
hard tasks. Source: AgentMeter (arXiv 2606.21140v2), comparison of criteria.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class _Measure:
    """``sign`` is 1 where more is better, -1 where less is."""

    value: Callable[[ConfigurationScore], float | None]
    sign: int


_MEASURES: Mapping[Criterion, _Measure] = {
    "ams": _Measure(lambda score: score.ams.value, 1),
    "passes": _Measure(lambda score: score.tally.passes.value, 1),
    "usd_per_pass": _Measure(lambda score: score.tally.usd_per_pass.value, -1),
    "tokens_per_pass": _Measure(lambda score: score.tally.tokens_per_pass.value, -1),
}


def leaders(scores: Sequence[ConfigurationScore]) -> list[LeaderPayload]:
    """The first by each criterion; equal ones are all first."""
    return [_leader(criterion, scores) for criterion in CRITERIA]


def ranks_by_criterion(scores: Sequence[ConfigurationScore]) -> dict[str, dict[str, int]]:
    """1 + the number of configurations that are better by value; by criterion and key."""
    return {str(criterion): _places(_values(criterion, scores)) for criterion in CRITERIA}


def clis_by_model(scores: Sequence[ConfigurationScore]) -> list[ModelClisPayload]:
    """The best and the worst CLI of each model by AMS, and how far apart they are."""
    by_model: dict[str, list[CliAmsPayload]] = defaultdict(list)
    for score in scores:
        known = by_model[score.configuration.model]
        if score.is_complete and score.ams.value is not None:
            known.append({"cli": score.configuration.cli, "ams": score.ams.value})
    return [_model(model, known) for model, known in sorted(by_model.items())]


def _leader(criterion: Criterion, scores: Sequence[ConfigurationScore]) -> LeaderPayload:
    values = _values(criterion, scores)
    first = [key for key, place in _places(values).items() if place == 1]
    value = abs(values[first[0]]) if first else None
    return {"criterion": criterion, "keys": first, "value": value}


def _values(criterion: Criterion, scores: Sequence[ConfigurationScore]) -> dict[str, float]:
    """The known values, so signed that more is better."""
    return dict(_signed(_MEASURES[criterion], scores))


def _signed(measure: _Measure, scores: Sequence[ConfigurationScore]) -> Iterator[tuple[str, float]]:
    for score in scores:
        value = measure.value(score)
        if score.is_complete and value is not None:
            yield score.key, measure.sign * value


def _places(values: Mapping[str, float]) -> dict[str, int]:
    places: dict[str, int] = {}
    place_of: dict[float, int] = {}
    for count, (key, value) in enumerate(sorted(values.items(), key=lambda pair: -pair[1]), 1):
        places[key] = place_of.setdefault(value, count)
    return places


def _model(model: str, known: Sequence[CliAmsPayload]) -> ModelClisPayload:
    ordered = sorted(known, key=lambda one: -one["ams"])
    several = len(ordered) > 1
    return {
        "model": model,
        "best": ordered[0] if ordered else None,
        "worst": ordered[-1] if several else None,
        "spread": settled(ordered[0]["ams"] - ordered[-1]["ams"]) if several else None,
    }
