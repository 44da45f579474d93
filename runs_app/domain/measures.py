"""What a meter episode is measured by (AgentMeter, arXiv 2606.21140v2): nothing is judged here."""

from runs_app.domain.episode import EpisodeStatus

MEASURES_VERSION = "1"
"""Raised, with a line in CHANGELOG.md, whenever the same episode may be measured differently."""

PASS = 1.0
"""The reward of an episode that passes."""


def counted_reward(status: str, reward: float | None) -> float | None:
    """The reward that counts, 0 to 1; None where the episode is missing.

    An agent that ran out of time or broke down has failed: 0 unless it was rewarded. An
    infrastructure error is no attempt, and a completed episode without reward is *ungraded*.
    """
    if status == EpisodeStatus.INFRASTRUCTURE_ERROR:
        return None
    if reward is None and status != EpisodeStatus.COMPLETED:
        return 0.0
    return reward


def passed(status: str, reward: float | None) -> bool | None:
    """Whether an episode passes; None where it is missing."""
    counted = counted_reward(status, reward)
    return None if counted is None else counted >= PASS
