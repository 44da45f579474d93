"""Domain values as the typed JSON of ``payload``."""

from collections.abc import Iterable

from leaderboard_app.domain.intervals import NO_INTERVAL, Interval
from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.payload import (
    AgentPayload,
    BundlePayload,
    NumberPayload,
    RatePayload,
)
from leaderboard_app.domain.rows import BoardAgent, BoardFrame
from leaderboard_app.domain.scored import ScoredEpisode


def rate_payload(rate: Rate, interval: Interval = NO_INTERVAL) -> RatePayload:
    payload: RatePayload = {
        "value": rate.value,
        "low": interval.low,
        "high": interval.high,
        "numerator": rate.numerator,
        "denominator": rate.denominator,
    }
    return payload if rate.value is not None else payload | {"reason": rate.reason}


def share_payload(number: Number, interval: Interval = NO_INTERVAL) -> RatePayload:
    """A share without counts: Econ, the minimum of two."""
    payload: RatePayload = {
        "value": number.value,
        "low": interval.low,
        "high": interval.high,
        "numerator": None,
        "denominator": None,
    }
    return payload if number.value is not None else payload | {"reason": number.reason}


def number_payload(number: Number, interval: Interval = NO_INTERVAL) -> NumberPayload:
    payload: NumberPayload = {
        "value": number.value,
        "low": interval.low,
        "high": interval.high,
        "n": number.n,
    }
    return payload if number.value is not None else payload | {"reason": number.reason}


def agent_payload(agent: BoardAgent) -> AgentPayload:
    return {
        "id": agent.id,
        "name": agent.spec.name,
        "model": agent.spec.model,
        "scaffold": agent.spec.scaffold,
        "track": agent.spec.track.value,
        "owner": agent.owner,
        "url": agent.spec.url,
        "composite_mode": agent.spec.composite_mode.value,
    }


def bundle_payload(frame: BoardFrame) -> BundlePayload:
    return {"name": frame.spec.name, "version": frame.spec.version, "ref": frame.spec.ref}


def run_ids(episodes: Iterable[ScoredEpisode]) -> list[str]:
    """The runs behind some episodes, each once, in a fixed order."""
    return sorted({episode.run_id for episode in episodes if episode.run_id})
