"""The conditions of a grid: which wording of its tasks each configuration is measured on.

Original and Generic are wordings that everybody was given. The others put together episodes
under several wordings (AgentMeter-Opt); each has a function here once there is one.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from leaderboard_app.domain.meter.counted import ORIGINAL, CountedEpisodes
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from runs_app.domain.episode import Track


class Condition(StrEnum):
    """AgentMeter (arXiv 2606.21140v2), AgentMeter-Opt."""

    ORIGINAL = "original"
    SELF = "self"
    CROSS = "cross"
    POOLED = "pooled"
    CROSS_ONLY = "cross-only"
    GENERIC = "generic"
    ADAPTED_1 = "adapted-1"


CONDITION_TITLES: Mapping[Condition, str] = {
    Condition.ORIGINAL: "Original",
    Condition.SELF: "Self",
    Condition.CROSS: "Cross",
    Condition.POOLED: "Pooled",
    Condition.CROSS_ONLY: "Cross-only",
    Condition.GENERIC: "Generic",
    Condition.ADAPTED_1: "Adapted-1",
}

EpisodesOfCondition = Callable[[CountedEpisodes, Track], MeterEpisodes]


def _one_wording(description: str) -> EpisodesOfCondition:
    return lambda counted, track: counted.under(description, track)


EPISODES_OF: Mapping[Condition, EpisodesOfCondition] = {
    Condition.ORIGINAL: _one_wording(ORIGINAL),
    Condition.GENERIC: _one_wording("generic"),
}
"""What a configuration of a track did under a condition, of all tasks of the bundle. This is the
one place to add a condition: where it gives no configuration, there is no board."""
