"""The synthetic grid of the demo as the episodes of a grid, for the tests of this app."""

from collections.abc import Iterator
from dataclasses import replace

from leaderboard_app.domain.meter.configuration import configurations
from leaderboard_app.domain.meter.episodes import MeterCell, MeterEpisodes, meter_episodes
from leaderboard_app.domain.rows import BoardAgent
from runs_app.domain.episode import EpisodeRecord
from runs_app.domain.synthetic.grid import REPEATS, grid_records, synthetic_agents
from tasks_app.domain.price_book import PriceBook, Tokens, episode_cost
from tasks_app.domain.synthetic.bundle import synthetic_bundle
from tasks_app.domain.synthetic.configurations import PRICES
from tasks_app.tests.price_books import small_book

MODEL_OF = {agent.key: agent.model for agent in synthetic_agents()}
TASKS = synthetic_bundle().meter_tasks
BOOK = replace(small_book(), prices=PRICES)


def synthetic_episodes(book: PriceBook = BOOK) -> MeterEpisodes:
    """28 configurations x 30 tasks x 2 repeats, priced by ``book``."""
    agents = enumerate(synthetic_agents())
    return meter_episodes(
        configurations(BoardAgent(number, agent.spec, "sam") for number, agent in agents),
        [task.task_id for task in TASKS],
        REPEATS,
        _cells(book),
    )


def _cells(book: PriceBook) -> Iterator[MeterCell]:
    """Records come attempt by attempt, so that the last of a cell is its latest."""
    for record in grid_records(TASKS):
        tokens = _tokens(record)
        yield MeterCell(
            configuration=record.agent,
            task_id=record.task_id,
            repeat=record.repeat,
            reward=record.reward,
            cost=episode_cost(MODEL_OF[record.agent], tokens, book).value,
            tokens=_total(tokens),
            steps=record.steps_total,
            run_id=f"{record.agent} {record.repeat}",
            status=record.status,
        )


def _tokens(record: EpisodeRecord) -> Tokens:
    usage = record.usage
    if usage is None:
        return Tokens(None, None, None, None)
    return Tokens(
        usage.input_tokens,
        usage.cached_input_tokens,
        usage.cache_creation_tokens,
        usage.output_tokens,
    )


def _total(tokens: Tokens) -> int | None:
    if tokens.input_tokens is None or tokens.output_tokens is None:
        return None
    return tokens.input_tokens + tokens.output_tokens
