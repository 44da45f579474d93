"""How a calibration is made from reference episodes, or why it cannot be."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from leaderboard_app.domain.meter.calibration import Calibration, StratumCalibration, TaskEffort
from leaderboard_app.domain.meter.effort import Effort, effort
from leaderboard_app.domain.meter.episodes import Column, MeterEpisodes, Truth
from leaderboard_app.domain.meter.parameters import DEFAULT_PARAMETERS, STATISTICS, Parameters
from leaderboard_app.domain.meter.strata import Stratum, strata_of
from tasks_app.domain.errors import Problem, Refused

FEWEST_CONFIGURATIONS = 2
FEWEST_TASKS = len(Stratum)
NAMED = 5
"""How many tasks a problem names."""


def calibrate(reference: MeterEpisodes, parameters: Parameters = DEFAULT_PARAMETERS) -> Calibration:
    """Strata by effort, and in each budgets B_g and the threshold tau_g, in USD.

    B_g: percentiles (linear interpolation) of the cost of reference episodes with a reward above
    0; tau_g: a percentile of that of those without. ``reference``: original descriptions, full
    set. AgentMeter (arXiv 2606.21140v2). Refused, with every reason: too few configurations or
    tasks, a task without a reference episode, a stratum without reward or without a cost of one.
    """
    _refuse(_shortages(reference))
    found = effort(reference, parameters.effort_weights)
    order = sorted(range(len(found.index)), key=lambda t: (found.index[t], reference.task_ids[t]))
    stratum_of = strata_of([reference.task_ids[place] for place in order])
    _refuse(_empty_strata(reference, stratum_of))
    return Calibration(
        parameters=parameters,
        tasks=tuple(_task(reference.task_ids[t], t, found, stratum_of) for t in order),
        strata={
            name: _stratum(_within(reference, stratum_of, name), parameters) for name in Stratum
        },
        notes=(*found.notes, *_unpriced(reference)),
    )


def _refuse(problems: Iterator[Problem]) -> None:
    found = tuple(problems)
    if found:
        raise Refused(found)


def _shortages(reference: MeterEpisodes) -> Iterator[Problem]:
    """Whatever keeps the tasks from being ordered at all."""
    present = int(reference.graded.any(axis=(1, 2)).sum())
    if present < FEWEST_CONFIGURATIONS:
        message = f"Configurations with reference episodes: {present}; it takes at least two."
        hint = "Upload original runs of another model or CLI."
        yield Problem("too_few_configurations", message, hint)
    covered = reference.graded.any(axis=(0, 2))
    if int(covered.sum()) < FEWEST_TASKS:
        message = f"Tasks with reference episodes: {covered.sum()}; it takes at least three."
        yield Problem("too_few_tasks", message, "Upload original runs of more tasks.")
    without = [reference.task_ids[place] for place in np.flatnonzero(~covered)]
    if without:
        message = f"Tasks without a reference episode ({len(without)}): {_some(without)}."
        yield Problem("task_without_reference", message, "Run every task of the full set once.")


def _empty_strata(reference: MeterEpisodes, stratum_of: Mapping[str, Stratum]) -> Iterator[Problem]:
    """Strata from which no budget can be cut."""
    for name in Stratum:
        within = _within(reference, stratum_of, name)
        rewarded = within.reward > 0
        if not rewarded.any():
            message = f"No reference episode of a task of the stratum {name} has a reward above 0."
            yield Problem("no_reward", message, "Upload original runs that solve some of it.")
        elif not (rewarded & ~np.isnan(within.cost)).any():
            message = f"No reference episode with a reward in the stratum {name} has a known cost."
            yield Problem("no_cost", message, "Report costs, or give the models a price.")


def _within(
    reference: MeterEpisodes, stratum_of: Mapping[str, Stratum], name: Stratum
) -> MeterEpisodes:
    return reference.select(tasks=[t for t in reference.task_ids if stratum_of[t] is name])


def _task(task_id: str, place: int, found: Effort, stratum_of: Mapping[str, Stratum]) -> TaskEffort:
    parts = {name: found.parts[name][place] for name in STATISTICS}
    return TaskEffort(task_id, stratum_of[task_id], found.index[place], parts)


def _stratum(within: MeterEpisodes, parameters: Parameters) -> StratumCalibration:
    rewarded = _costs(within.cost, within.reward > 0)
    unrewarded = _costs(within.cost, within.reward == 0)
    threshold = None
    if len(unrewarded):
        threshold = float(np.percentile(unrewarded, parameters.failure_percentile))
    return StratumCalibration(
        tasks=len(within.task_ids),
        budgets=tuple(np.percentile(rewarded, parameters.budget_percentiles).tolist()),
        threshold=threshold,
        threshold_reason=None if threshold is not None else _no_threshold(within),
        rewarded=len(rewarded),
        unrewarded=len(unrewarded),
    )


def _no_threshold(within: MeterEpisodes) -> str:
    failed = int((within.reward == 0).sum())
    if failed:
        return f"The cost of none of the {failed} reference episodes without a reward is known."
    return "Every reference episode has a reward above 0: no failure counts as expensive."


def _costs(cost: Column, chosen: Truth) -> Column:
    return np.asarray(cost[chosen & ~np.isnan(cost)])


def _unpriced(reference: MeterEpisodes) -> Iterator[str]:
    unknown = int(reference.unpriced.sum())
    if unknown:
        total = int(reference.graded.sum())
        yield f"Budgets and thresholds leave out {unknown} of {total} episodes: no known cost."


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:NAMED])
    return shown if len(names) <= NAMED else f"{shown} and {len(names) - NAMED} more"
