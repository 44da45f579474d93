"""The board ``meter-descriptions``: whether the ranking survives another wording of the tasks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from leaderboard_app.domain.intervals import percentile_intervals
from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.adapted import Firsts, adapted_scores, assignments, firsts
from leaderboard_app.domain.meter.condition_comparison import TOO_FEW, Compared
from leaderboard_app.domain.meter.conditions import (
    MIXINGS,
    ConditionScores,
    condition_scores,
    scores_of,
    source_mixing,
)
from leaderboard_app.domain.meter.counted import ORIGINAL
from leaderboard_app.domain.meter.description_rows import condition_payload, row_payload
from leaderboard_app.domain.meter.descriptions_payload import (
    AdaptedPayload,
    DescriptionSourcePayload,
    FirstPayload,
    MeterDescriptionsPayload,
    TransferPayload,
)
from leaderboard_app.domain.meter.grid import GridFrame
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.numbers import number, settled
from leaderboard_app.domain.meter.opt_values import OptSubject, OptValues, opt_values
from leaderboard_app.domain.meter.transfer import Transfer, overall, transfers
from leaderboard_app.domain.payload import NumberPayload
from leaderboard_app.domain.payload_parts import number_payload, rate_payload
from leaderboard_app.domain.resampling import Floats

NO_ASSIGNMENT = "Some task has no description of a source, so that none can be drawn."


@dataclass(frozen=True, eq=False)
class _Comparison:
    """All conditions of one track."""

    subject: OptSubject
    values: OptValues

    @cached_property
    def scores(self) -> Mapping[Condition, ConditionScores]:
        """In the order of conditions; without Adapted-1 where no source can be drawn."""
        found = {condition: condition_scores(self.values, condition) for condition in MIXINGS}
        if self.values.has_text.any(axis=0).all():
            drawn = assignments(self.values.has_text, self.subject.seed)
            pooled = found[Condition.POOLED]
            found[Condition.ADAPTED_1] = adapted_scores(self.values, pooled, drawn)
        return {condition: found[condition] for condition in Condition if condition in found}

    @cached_property
    def compared(self) -> list[Compared]:
        original = self.scores[Condition.ORIGINAL]
        return [Compared(original, scores) for scores in self.scores.values()]

    @cached_property
    def transfers(self) -> list[Transfer]:
        return list(transfers(self.values))

    @cached_property
    def on_source(self) -> list[ConditionScores]:
        """Everybody on the descriptions of each source, without intervals."""
        once = self.values.once()
        return [
            scores_of(once, Condition.CROSS, [source_mixing(once, source)])
            for source in range(len(once.sources))
        ]


def descriptions_board(frame: GridFrame, subject: OptSubject) -> MeterDescriptionsPayload:
    """The board of one track; ``frame`` tells how it is priced and scored."""
    found = _Comparison(subject, opt_values(subject))
    adapted = _adapted(found)
    return {
        "kind": "meter-descriptions",
        **frame.spanning_head,
        "tasks": list(subject.task_ids),
        "sources": list(_sources(found.values)),
        "conditions": [condition_payload(found.values, one) for one in found.compared],
        "rows": [
            row_payload(found.values, found.compared, row) for row in range(len(found.values.keys))
        ],
        "adapted": None if isinstance(adapted, str) else adapted,
        "adapted_reason": adapted if isinstance(adapted, str) else None,
        "transfers": list(_transfers(found)),
        "effective": {
            "own": rate_payload(overall(one for one in found.transfers if one.is_own)),
            "others": rate_payload(overall(one for one in found.transfers if not one.is_own)),
        },
        "left_out": _left_out(found),
    }


def _sources(values: OptValues) -> Iterator[DescriptionSourcePayload]:
    for place, source in enumerate(values.sources):
        yield {
            "key": source,
            "tasks": int(values.has_text[place].sum()),
            "kept": int(values.kept[place].sum()),
            "is_target": bool(values.own[place].any()),
        }


def _left_out(found: _Comparison) -> list[str]:
    tried = found.subject.under(ORIGINAL)
    there = np.asarray(tried.graded.any(axis=(1, 2)))
    rows = set(found.values.keys)
    return [key for key, did in zip(tried.keys, there, strict=True) if did and key not in rows]


def _transfers(found: _Comparison) -> Iterator[TransferPayload]:
    rows = {key: row for row, key in enumerate(found.values.keys)}
    on_source = dict(zip(found.values.sources, found.on_source, strict=True))
    for one in found.transfers:
        scores, row = on_source[one.source], rows[one.target]
        ams = number(float(scores.ams[row]), int(scores.counted[row]), scores.ams_reasons[row])
        yield {
            "source": one.source,
            "target": one.target,
            "is_own": one.is_own,
            "effective": rate_payload(one.effective),
            "rises": one.rises,
            "cheaper": one.cheaper,
            "unknown": one.unknown,
            "kept": one.kept,
            "reward_change": number_payload(one.reward_change),
            "cost_change": number_payload(one.cost_change),
            "ams": number_payload(ams),
        }


def _adapted(found: _Comparison) -> AdaptedPayload | str:
    """First places and agreement over assignments, or why there are none."""
    compared = {one.scores.condition: one for one in found.compared}.get(Condition.ADAPTED_1)
    if compared is None:
        return NO_ASSIGNMENT
    if compared.scores.placed.sum() < 2:
        return next(filter(None, compared.scores.ams_reasons), TOO_FEW)
    return _assigned(found.values, compared)


def _assigned(values: OptValues, compared: Compared) -> AdaptedPayload:
    scores = compared.scores
    first = firsts(scores.samples, scores.placed)
    if compared.common.sum() < 2:
        spearman = kendall = number_payload(Number(None, 0, TOO_FEW))
        same = Rate(0, 0, TOO_FEW)
    else:
        agreed = compared.draws_agreements()
        spearman, kendall = _mean(agreed.spearman), _mean(agreed.kendall)
        same = Rate(int((agreed.shift == 0).sum()), first.assignments)
    return {
        "assignments": first.assignments,
        "firsts": list(_firsts(values.keys, first, scores)),
        "shared": rate_payload(Rate(first.shared, first.assignments)),
        "same_order": rate_payload(same),
        "spearman": spearman,
        "kendall": kendall,
    }


def _firsts(keys: Iterable[str], first: Firsts, scores: ConditionScores) -> Iterator[FirstPayload]:
    facts = zip(keys, first.counts, scores.placed.tolist(), scores.ams_reasons, strict=True)
    for key, count, is_placed, reason in facts:
        share = Rate(int(count) if is_placed else 0, first.assignments * is_placed, reason)
        yield {"key": key, "share": rate_payload(share)}


def _mean(found: Floats) -> NumberPayload:
    """Over the assignments in which an agreement is defined, with what 95 % of them give."""
    known = found[~np.isnan(found)]
    if not len(known):
        return number_payload(Number(None, 0, "In no assignment is it defined."))
    interval = percentile_intervals(known[None])[0]
    return number_payload(Number(settled(known.mean()), len(known)), interval)
