"""One configuration of a grid as typed JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.meter.estimates import MeterEstimate
from leaderboard_app.domain.meter.numbers import settled
from leaderboard_app.domain.meter.payload import (
    ConfigurationRowPayload,
    MeterBoundsPayload,
    StratumScorePayload,
)
from leaderboard_app.domain.meter.scores import ConfigurationScore, StratumScore
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.payload import RatePayload
from leaderboard_app.domain.payload_parts import number_payload, rate_payload, share_payload
from leaderboard_app.domain.ranking import Rank


@dataclass(frozen=True)
class ScoredRow:
    """A configuration, at ``place`` among the episodes, with its intervals and its rank (None:
    unranked); ``best`` is the best AMS of the ranked ones."""

    place: int
    score: ConfigurationScore
    estimate: MeterEstimate
    rank: Rank | None
    best: float | None

    @property
    def gap(self) -> Number:
        """Best AMS - AMS, from 0; (ours): only ranked rows have one."""
        value = self.score.ams.value
        if self.rank is None or value is None or self.best is None:
            return Number(None, self.score.ams.n, self.score.unranked_reason or "")
        return Number(settled(self.best - value), self.score.ams.n)


def row_payload(
    row: ScoredRow, unpriced: Mapping[str, str], run_ids: list[str]
) -> ConfigurationRowPayload:
    """``unpriced``: why episodes have no cost, by key."""
    score, tally = row.score, row.score.tally
    payload = {
        **_who(row),
        **_figures(row),
        "bounds": _bounds(score),
        "strata": {
            name.value: _stratum(found, row.estimate, name) for name, found in score.strata.items()
        },
        "missing": {**tally.missing, "total": sum(tally.missing.values())},
        "unpriced": {
            "episodes": tally.unpriced,
            "reason": unpriced.get(score.key) if tally.unpriced else None,
            "examples": list(tally.examples),
        },
        "run_ids": run_ids,
    }
    return cast(ConfigurationRowPayload, payload)


def _who(row: ScoredRow) -> dict[str, Any]:
    one = row.score.configuration
    return {
        "key": one.key,
        "model": one.model,
        "cli": one.cli,
        "agent": one.agent,
        "repeats": row.score.repeats,
        "rank": row.rank.rank if row.rank else None,
        "rank_interval": [row.rank.best, row.rank.worst] if row.rank else None,
        "ranked": row.rank is not None,
        "unranked_reason": row.score.unranked_reason,
    }


def _figures(row: ScoredRow) -> dict[str, Any]:
    """Every number of the whole grid, with its interval where it has one."""
    tally, interval = row.score.tally, row.estimate.interval
    return {
        "ams": number_payload(row.score.ams, interval("ams")),
        "gap": number_payload(row.gap, interval("gap")),
        "coverage": rate_payload(tally.coverage),
        "passes": rate_payload(tally.passes, interval("passes")),
        "mean_reward": number_payload(tally.mean_reward, interval("mean_reward")),
        "tokens_per_pass": number_payload(tally.tokens_per_pass, interval("tokens_per_pass")),
        "usd_per_pass": number_payload(tally.usd_per_pass, interval("usd_per_pass")),
        "total_tokens": number_payload(tally.total_tokens),
        "total_usd": number_payload(tally.total_usd),
    }


def _bounds(score: ConfigurationScore) -> MeterBoundsPayload | None:
    if score.bounds is None:
        return None
    return {"ams": {"lowest": score.bounds.lowest, "highest": score.bounds.highest}}


def _stratum(found: StratumScore, estimate: MeterEstimate, name: Stratum) -> StratumScorePayload:
    return {
        "tq": number_payload(found.tq, estimate.stratum_interval(name, "tq")),
        "aubqc": number_payload(found.aubqc, estimate.stratum_interval(name, "aubqc")),
        "efr": _efr(found, estimate, name),
        "score": number_payload(found.score, estimate.stratum_interval(name, "score")),
        "passes": rate_payload(found.passes, estimate.stratum_interval(name, "passes")),
    }


def _efr(found: StratumScore, estimate: MeterEstimate, name: Stratum) -> RatePayload:
    """With its counts wherever they give its value: not where some repeats are missing."""
    interval = estimate.stratum_interval(name, "efr")
    value = found.failures.value
    if found.efr.value is None or value is None or settled(value) != found.efr.value:
        return share_payload(found.efr, interval)
    return rate_payload(found.failures, interval)
