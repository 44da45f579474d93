"""What the source of a description did on its own side: under the original and each candidate.

A value is the mean over repeats of the latest counting attempt of the newest public run; costs
are all as reported or all by the newest price book, never mixed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from runs_app.domain.candidate_choice import Tried
from runs_app.domain.descriptions import ORIGINAL
from runs_app.models import Episode
from runs_app.queries.meter import MeterOutcome, MeterRun, meter_outcomes, meter_runs
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.price_book import PriceBook, Tokens, episode_cost
from tasks_app.queries import price_book


@dataclass(frozen=True)
class Trials:
    """``by_name`` maps ``original`` and candidates' names to what they led to on one task."""

    pricing: str
    by_name: Mapping[str, Tried[str]]


@dataclass
class _Cell:
    """The outcomes of one description on one task, one a repeat, with their run's model."""

    outcomes: list[tuple[MeterOutcome, str]] = field(default_factory=list)


def source_trials(
    bundle_id: int, source: str, names_by_task: Mapping[str, Iterable[str]]
) -> dict[str, Trials]:
    """The trials of each task with its candidates' names; tasks without any are there too."""
    wanted = {(task, name) for task, names in names_by_task.items() for name in (ORIGINAL, *names)}
    runs = _newest_runs(bundle_id, source, {name for _, name in wanted})
    cells: dict[tuple[str, str], _Cell] = {key: _Cell() for key in wanted}
    latest: dict[tuple[str, str], MeterOutcome] = {}
    for outcome in meter_outcomes([run.run_id for run in runs.values()]):
        if outcome.reward is not None:
            latest[str(outcome.run_id), outcome.task_id] = outcome
    for (run_id, task_id), outcome in latest.items():
        key = (task_id, runs[run_id].description)
        if key in cells:
            cells[key].outcomes.append((outcome, runs[run_id].spec.model))
    ids = _episode_ids(latest.values())
    book = price_book()
    return {
        task: _trials({name: cells[task, name] for name in (ORIGINAL, *names)}, book, ids)
        for task, names in names_by_task.items()
    }


def configuration_of(run: MeterRun) -> str:
    """The model x CLI pair of a run."""
    return configuration_key(run.spec.model, run.spec.scaffold)


def _newest_runs(bundle_id: int, source: str, names: set[str]) -> dict[str, MeterRun]:
    """The newest run of the source under each description and repeat."""
    newest: dict[tuple[str, int], MeterRun] = {}
    for run in meter_runs(bundle_id):  # oldest first
        if configuration_of(run) == source and run.description in names:
            newest[run.description, run.repeat] = run
    return {str(run.run_id): run for run in newest.values()}


def _episode_ids(outcomes: Iterable[MeterOutcome]) -> dict[tuple[str, str, int], str]:
    runs = {outcome.run_id for outcome in outcomes}
    rows = Episode.objects.filter(run_id__in=runs).values_list("run_id", "task_id", "attempt", "pk")
    return {(str(run_id), task_id, attempt): str(pk) for run_id, task_id, attempt, pk in rows}


def _trials(
    cells: Mapping[str, _Cell], book: PriceBook | None, ids: Mapping[tuple[str, str, int], str]
) -> Trials:
    every = [each for cell in cells.values() for each in cell.outcomes]
    pricing, priced = "reported", {id(o): o.cost_usd for o, _ in every}
    if book is not None and None in priced.values():
        by_book = {id(o): episode_cost(model, _tokens(o), book).value for o, model in every}
        if None not in by_book.values():
            pricing, priced = f"book {book.version}", by_book
    return Trials(pricing, {name: _tried(name, cell, priced, ids) for name, cell in cells.items()})


def _tried(
    name: str,
    cell: _Cell,
    priced: Mapping[int, float | None],
    ids: Mapping[tuple[str, str, int], str],
) -> Tried[str]:
    outcomes = [outcome for outcome, _ in cell.outcomes]
    costs = [priced[id(outcome)] for outcome in outcomes]
    known = [cost for cost in costs if cost is not None]
    return Tried(
        key=name,
        reward=_mean([outcome.reward or 0.0 for outcome in outcomes]),
        cost=_mean(known) if len(known) == len(costs) else None,
        episodes=tuple(ids[str(o.run_id), o.task_id, o.attempt] for o in outcomes),
    )


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _tokens(outcome: MeterOutcome) -> Tokens:
    return Tokens(
        outcome.input_tokens,
        outcome.cached_input_tokens,
        outcome.cache_creation_tokens,
        outcome.output_tokens,
        outcome.total_tokens,
    )
