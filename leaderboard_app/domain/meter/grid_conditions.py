"""The conditions of a grid: which wording of its tasks each configuration is measured on.

Original and Generic are wordings that everybody was given; Self gives each configuration the one
made from its own trajectories. The others (AgentMeter-Opt) weight several wordings of a task, which
leaves no single episodes to show: they are in the board ``meter-descriptions`` only.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from leaderboard_app.domain.meter.counted import ORIGINAL, CountedEpisodes
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from runs_app.domain.descriptions import GENERIC
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
    Condition.SELF: lambda counted, track: counted.under_own(track),
    Condition.GENERIC: _one_wording(GENERIC),
}
"""What a configuration of a track did under a condition, of all tasks of the bundle. This is the
one place to add a condition: where it gives no configuration, there is no board."""
