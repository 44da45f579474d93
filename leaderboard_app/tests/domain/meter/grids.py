"""Small grids of episodes as values, for the tests of this folder."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from hypothesis import strategies as st

from leaderboard_app.domain.meter.configuration import Configuration, configurations
from leaderboard_app.domain.meter.episodes import MeterCell, MeterEpisodes, meter_episodes
from leaderboard_app.domain.rows import BoardAgent
from leaderboard_app.tests.metered import ams_vectors
from runs_app.domain.episode import AgentSpec, Track

REWARDS = (0.0, 0.25, 0.5, 1.0)


def configuration(model: str, cli: str, agent_id: int = 1) -> Configuration:
    spec = AgentSpec(f"{model} in {cli}", Track.IMPORTED, model, cli)
    return configurations([BoardAgent(agent_id, spec, "somebody")])[0]


def cell(key: str, task_id: str, reward: float | None = 1.0, **facts) -> MeterCell:
    """A completed episode of 1 USD, 1,000 tokens and 10 steps, unless told otherwise."""
    found = MeterCell(key, task_id, 1, reward, 1.0, 1000, 10, f"run of {key}", "completed")
    return found._replace(**facts)


def episodes(cells: Sequence[MeterCell], repeats=1, tasks: Sequence[str] = ()) -> MeterEpisodes:
    """A grid of whatever the cells name; keys are ``model x cli``."""
    keys = sorted({one.configuration for one in cells})
    named = [configuration(*key.split(" x "), place + 1) for place, key in enumerate(keys)]
    return meter_episodes(named, tasks or sorted({one.task_id for one in cells}), repeats, cells)


@cache
def vector_episodes() -> MeterEpisodes:
    """The six configurations x 30 tasks of the golden vectors."""
    return episodes(
        [
            MeterCell(
                configuration=f"{run['model']} x {run['cli']}",
                task_id=run["task_id"],
                repeat=1,
                reward=run["reward"],
                cost=run["cost_usd"],
                tokens=run["tokens"],
                steps=run["steps"],
                run_id=f"run of {run['model']} x {run['cli']}",
                status="completed",
            )
            for run in ams_vectors()["runs"]
        ]
    )


def without_price(found: MeterEpisodes, key: str) -> MeterEpisodes:
    """The same episodes, the costs of one configuration unknown."""
    cost = found.cost.copy()
    cost[found.keys.index(key)] = float("nan")
    return replace(found, cost=cost)


@st.composite
def cells(draw) -> list[MeterCell]:
    """Two or three configurations on three to five tasks, once or twice, nothing missing; the
    first configuration solves every task, so that there is a calibration."""
    size = st.integers
    rows, tasks, repeats = draw(st.tuples(size(2, 3), size(3, 5), size(1, 2)))
    places = list(product(range(rows), range(tasks), range(1, repeats + 1)))
    measures = st.tuples(st.sampled_from(REWARDS), size(1, 400), size(1, 9))
    drawn = draw(st.lists(measures, min_size=len(places), max_size=len(places)))
    return [
        cell(
            f"model-{row} x cli",
            f"t{task}",
            reward if row else 1.0,
            repeat=repeat,
            cost=cents / 100,
            tokens=cents * 7,
            steps=steps,
        )
        for (row, task, repeat), (reward, cents, steps) in zip(places, drawn, strict=True)
    ]


def repeats_of(found: Sequence[MeterCell]) -> int:
    return max(one.repeat for one in found)


def grid_of(found: Sequence[MeterCell]) -> MeterEpisodes:
    return episodes(found, repeats_of(found))
