"""The figures of one row of an economic board (EcoAgent-Bench, arXiv 2608.05519).

Every function takes one ``ScoredEpisode`` per task of the bundle, missing ones included, so that
denominators are always all tasks. Shares are in [0, 1], costs in the agent's cost basis.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from leaderboard_app.domain.measures import Number, Rate, known_units, share
from leaderboard_app.domain.scored import MissingCause, ScoredEpisode
from runs_app.domain.episode import EpisodeStatus
from tasks_app.domain.families import Group

Episodes = Sequence[ScoredEpisode]

LAMBDAS = (0.0, 0.1, 0.25, 0.5, 1.0)
"""The weights of cost that S_lambda is published for."""


def micro(episodes: Episodes) -> Rate:
    """Micro = strict successes / all tasks. [E], main metrics."""
    return share(episodes, "strict")


def up(episodes: Episodes) -> Rate:
    """Up = strict successes / tasks of the families where spending more is right. [E]."""
    return share(of_group(episodes, Group.UP), "strict")


def save(episodes: Episodes) -> Rate:
    """Save = strict successes / tasks of the families where saving is right. [E]."""
    return share(of_group(episodes, Group.SAVE), "strict")


def econ(episodes: Episodes) -> Number:
    """Econ = min(Up, Save): the side of the economy that an agent is worse at. [E]."""
    shares = {Group.UP: up(episodes).value, Group.SAVE: save(episodes).value}
    known = [value for value in shares.values() if value is not None]
    if len(known) < len(shares):
        empty = next(group for group, value in shares.items() if value is None)
        return Number(None, 0, f"The bundle has no task of the group '{empty}'.")
    return Number(min(known), len(episodes))


def lenient(episodes: Episodes) -> Rate:
    """Lenient = correct answers / all tasks, whatever was spent. [E]."""
    return share(episodes, "lenient")


def feasibility(episodes: Episodes) -> Rate:
    """Feasibility = episodes within budget / all tasks; equality is within. [E]."""
    return share(episodes, "feasibility")


def abstention_rate(episodes: Episodes) -> Rate:
    """Abstentions / all tasks. [E]."""
    return share(episodes, "abstention_rate")


def composite_rate(episodes: Episodes) -> Rate:
    """Episodes with at least one composite research step / all tasks. [E]."""
    return share(episodes, "composite_rate")


def no_step_rate(episodes: Episodes) -> Rate:
    """Episodes without any step / all tasks. [E]."""
    return share(episodes, "no_step_rate")


def coverage(episodes: Episodes) -> Rate:
    """Tasks with a scored episode / all tasks. (ours)."""
    return Rate(sum(e.missing is None for e in episodes), len(episodes))


def missing_by_cause(episodes: Episodes) -> dict[MissingCause, int]:
    """Tasks without a scored episode, counted by cause; every cause is a key. (ours)."""
    counts = Counter(e.missing for e in episodes)
    return {cause: counts[cause] for cause in MissingCause}


def units_per_success(episodes: Episodes) -> Number:
    """Total cost of all scored episodes / strict successes. [E].

    Undefined without a success, and where the cost of any scored episode is unknown.
    """
    successes = micro(episodes).numerator
    scored = coverage(episodes).numerator
    costs = known_units(episodes)
    if not successes:
        return Number(None, 0, "There is no strict success.")
    if len(costs) < scored:
        unknown = f"The cost of {scored - len(costs)} of {scored} episodes is unknown."
        return Number(None, successes, unknown)
    return Number(sum(costs) / successes, successes)


def s_lambda(success: float, cost: float, c_max: float, weight: float) -> float:
    """S_lambda = s - lambda * C / C_max. [E].

    s: Micro; C: mean units; C_max > 0: the largest mean units among the scripted controls of
    the same bundle and budget label; ``weight``: lambda >= 0.
    """
    return success - weight * cost / c_max


def bounds(
    episodes: Episodes, metric: Callable[[Episodes], Rate | Number]
) -> tuple[float | None, float | None]:
    """(lowest, highest) value of a share if all missing episodes failed, or succeeded. (ours)."""
    succeeded = [_succeeded(e) if e.missing else e for e in episodes]
    return metric(episodes).value, metric(succeeded).value


def of_group(episodes: Episodes, group: Group) -> list[ScoredEpisode]:
    return [e for e in episodes if e.group is group]


def _succeeded(episode: ScoredEpisode) -> ScoredEpisode:
    return replace(
        episode,
        status=EpisodeStatus.COMPLETED,
        correct=True,
        grounded=True,
        within_budget=True,
    )
