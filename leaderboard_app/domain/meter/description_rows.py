"""A configuration under every condition, and a condition over all configurations, as typed JSON."""

from collections.abc import Sequence

from leaderboard_app.domain.intervals import Interval
from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.condition_comparison import Compared
from leaderboard_app.domain.meter.conditions import ConditionScores
from leaderboard_app.domain.meter.descriptions_payload import (
    ConditionCellPayload,
    ConditionPayload,
    DescriptionRowPayload,
)
from leaderboard_app.domain.meter.numbers import number
from leaderboard_app.domain.meter.opt_values import OptValues
from leaderboard_app.domain.payload import NumberPayload
from leaderboard_app.domain.payload_parts import number_payload, rate_payload


def row_payload(values: OptValues, compared: Sequence[Compared], row: int) -> DescriptionRowPayload:
    one = values.configurations[row]
    return {
        "key": one.key,
        "model": one.model,
        "cli": one.cli,
        "agent": one.agent,
        "is_source": bool(values.own[:, row].any()),
        "conditions": {each.scores.condition.value: _cell(each, row) for each in compared},
    }


def condition_payload(values: OptValues, compared: Compared) -> ConditionPayload:
    agreement = compared.agreement()
    first = compared.places == 1
    return {
        "condition": compared.scores.condition.value,
        "macro_ams": _with_interval(compared.macro("ams")),
        "macro_reward": _with_interval(compared.macro("reward")),
        "macro_ams_change": _with_interval(compared.macro_change("ams")),
        "macro_reward_change": _with_interval(compared.macro_change("reward")),
        "spearman": number_payload(agreement["spearman"]),
        "kendall": number_payload(agreement["kendall"]),
        "largest_shift": number_payload(agreement["shift"]),
        "leaders": [key for key, is_first in zip(values.keys, first, strict=True) if is_first],
    }


def _cell(compared: Compared, row: int) -> ConditionCellPayload:
    scores = compared.scores
    place = int(compared.places[row])
    counted = int(scores.counted[row])
    ams = number(float(scores.ams[row]), counted, scores.ams_reasons[row])
    reward = number(float(scores.reward[row]), counted, scores.reward_reasons[row])
    is_common = bool(compared.common[row])
    return {
        "ams": number_payload(ams, compared.ams_intervals[row]),
        "reward": number_payload(reward),
        "coverage": rate_payload(_coverage(scores, row)),
        "place": place or None,
        "unplaced_reason": None if place else _unplaced_reason(scores, row),
        "ams_change": number_payload(compared.change("ams", row), compared.change_intervals[row]),
        "reward_change": number_payload(compared.change("reward", row)),
        "shift": int(compared.shifts[row]) if is_common and not compared.is_original else None,
    }


def _coverage(scores: ConditionScores, row: int) -> Rate:
    return Rate(int(scores.counted[row]), int(scores.promised[row]), scores.reward_reasons[row])


def _unplaced_reason(scores: ConditionScores, row: int) -> str:
    missing = int(scores.promised[row] - scores.counted[row])
    if missing and not scores.ams_reasons[row]:
        return f"{missing} of {scores.promised[row]:.0f} episodes are missing."
    return scores.ams_reasons[row]


def _with_interval(found: tuple[Number, Interval]) -> NumberPayload:
    return number_payload(*found)
