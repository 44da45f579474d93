"""The synthetic grid: complete, the same every time, and made of what an archive may hold."""

from collections import Counter

from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.synthetic.grid import (
    description_records,
    grid_records,
    source_agents,
    synthetic_agents,
)
from tasks_app.domain.synthetic.bundle import synthetic_bundle
from tasks_app.domain.synthetic.configurations import SOURCES

TASKS = synthetic_bundle().meter_tasks
GRID = list(grid_records(TASKS))
OTHERS = list(description_records(TASKS))


def counting(records):
    """Those that count: everything but what the infrastructure broke."""
    return [r for r in records if r.status is not EpisodeStatus.INFRASTRUCTURE_ERROR]


def test_28_configurations_run_30_tasks_twice():
    assert len({agent.key for agent in synthetic_agents()}) == 28
    cells = Counter((r.agent, r.task_id, r.repeat) for r in counting(GRID))
    assert len(cells) == 28 * 30 * 2
    assert set(cells.values()) == {1}
    assert {r.description for r in GRID} == {"original"}


def test_the_four_sources_run_nine_tasks_under_five_other_wordings():
    assert [agent.key for agent in source_agents()] == list(SOURCES)
    cells = Counter((r.agent, r.task_id, r.description, r.repeat) for r in counting(OTHERS))
    assert len(cells) == 4 * 9 * 5 * 2
    assert {r.description for r in OTHERS} == {"generic", *SOURCES}


def test_the_same_seed_gives_the_same_episodes_and_another_seed_others():
    assert list(grid_records(TASKS[:2])) == list(grid_records(TASKS[:2]))
    assert list(grid_records(TASKS[:2], seed="other")) != list(grid_records(TASKS[:2]))


def test_every_status_and_kind_of_reward_occurs():
    assert {r.status for r in GRID} == set(EpisodeStatus)
    rewards = {r.reward for r in GRID}
    assert rewards == {None, 0.0, 0.25, 0.5, 0.75, 1.0}


def test_tokens_are_split_and_costs_are_left_to_the_price_book():
    for record in counting(GRID):
        usage = record.usage
        assert usage.cached_input_tokens + usage.cache_creation_tokens <= usage.input_tokens
        assert min(usage.input_tokens, usage.output_tokens, record.step_count) > 0
        assert record.cost_usd is None


def test_trajectories_are_there_to_make_descriptions_from():
    listed = [r for r in GRID if r.steps]
    assert {r.agent for r in listed} == set(SOURCES)
    assert {r.task_id for r in listed} == {
        task.task_id for task in TASKS if task.descriptions.by_source
    }
    assert all(len(r.steps) == r.step_count for r in listed)
