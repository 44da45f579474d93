"""Conditions, transfer matrix and first places beside plain loops over the same episodes."""

from collections import Counter
from itertools import product
from math import prod
from statistics import fmean

import pytest

from leaderboard_app.domain.meter.adapted import adapted_scores, assigned_ams, assignments, firsts
from leaderboard_app.domain.meter.conditions import MIXINGS, condition_scores
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.opt_values import opt_values
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.transfer import transfers
from leaderboard_app.tests.domain.meter.wordings_grids import (
    KEYS,
    SEED,
    SOURCES,
    TASKS,
    WORDINGS,
    calibration,
    counted,
    of_sources,
    subject,
)

SEEDS = (1, 15, 53)
"""Cases in which each configuration is first somewhere, some share it, and failures are dear."""


@pytest.fixture(params=SEEDS)
def case(request):
    """The code's values, and what the loops read: episodes and calibration."""
    found, frozen = counted(request.param), calibration(request.param)
    return opt_values(subject(found, frozen)), Loops(found.episodes, frozen)


class Loops:
    """As one would write it first: dictionaries and loops, one configuration at a time."""

    def __init__(self, episodes, frozen):
        self.calibration = frozen
        self.found = {}
        for one in episodes:
            place = (KEYS[one.configuration], one.description, one.task_id)
            self.found.setdefault(place, []).append((one.reward, one.cost))

    def episodes(self, key, wording, task):
        """Where the original was kept, its episodes stand for the source."""
        is_kept = task in WORDINGS.kept.get(wording, ())
        return self.found[key, "original" if is_kept else wording, task]

    def reward(self, key, wording, task):
        return fmean(reward for reward, _ in self.episodes(key, wording, task))

    def cost(self, key, wording, task):
        return fmean(cost for _, cost in self.episodes(key, wording, task))

    def parts(self, key, wording, task):
        """Reward, reward within budgets and expensive failures of a task: means over episodes."""
        cut = self.calibration.strata[self.calibration.stratum_of[task]]
        rewards, budgeted, expensive = [], [], []
        for reward, cost in self.episodes(key, wording, task):
            rewards.append(reward)
            within = [reward if cost <= budget else 0 for budget in cut.budgets]
            budgeted.append(fmean(within))
            is_dear = cut.threshold is not None and cost > cut.threshold
            expensive.append(1 if reward == 0 and is_dear else 0)
        return fmean(rewards), fmean(budgeted), fmean(expensive)

    def ams(self, key, mixture):
        """``mixture``: by task the wordings, which count alike."""
        scores = []
        for stratum in Stratum:
            tasks = [t for t in TASKS if self.calibration.stratum_of[t] is stratum]
            mixed = [
                [fmean(p[n] for p in [self.parts(key, w, t) for w in mixture[t]]) for t in tasks]
                for n in range(3)
            ]
            tq, aubqc, efr = map(fmean, mixed)
            scores.append((0.6 * tq + 0.4 * aubqc) * (1 - efr))
        return fmean(scores)

    def mean_reward(self, key, mixture):
        return fmean(fmean(self.reward(key, w, t) for w in mixture[t]) for t in TASKS)

    def sources(self, task):
        return [source for source in SOURCES if task in WORDINGS.tasks[source]]

    def mixture(self, condition, key):
        """By task the wordings of a condition; None where it is not for the configuration."""
        if condition in (Condition.ORIGINAL, Condition.GENERIC):
            return {task: [condition.value] for task in TASKS}
        if condition is Condition.SELF:
            return {task: [key] for task in TASKS} if key in SOURCES else None
        if condition is Condition.POOLED:
            return {task: self.sources(task) for task in TASKS}
        return {task: [s for s in self.sources(task) if s != key] for task in TASKS}


@pytest.mark.parametrize("condition", [c for c in MIXINGS if c is not Condition.CROSS])
def test_a_condition_is_the_mixture_of_wordings_that_its_name_says(case, condition):
    by_code, loops = case
    scores = condition_scores(by_code, condition)
    for row, key in enumerate(KEYS):
        mixture = loops.mixture(condition, key)
        if mixture is None:
            assert scores.ams_reasons[row] == "No description was made from its own trajectories."
            assert not scores.placed[row]
        else:
            assert scores.ams[row] == pytest.approx(loops.ams(key, mixture), abs=1e-11)
            assert scores.reward[row] == pytest.approx(loops.mean_reward(key, mixture), abs=1e-11)
            assert scores.placed[row]


@pytest.mark.parametrize("seed", SEEDS)
def test_cross_is_the_mean_over_the_other_sources_of_what_each_alone_gives(seed):
    """The absent source has no text of two tasks, so that Cross takes the other two only:
    model-a on model-b, model-b on model-a, and for model-c the mean of both."""
    found, frozen = counted(seed), calibration(seed)
    loops = Loops(found.episodes, frozen)
    others = {KEYS[0]: [KEYS[1]], KEYS[1]: [KEYS[0]], KEYS[2]: list(KEYS[:2])}
    whole = opt_values(subject(of_sources(found, KEYS[:2]), frozen))
    scores = condition_scores(whole, Condition.CROSS)
    lacking = condition_scores(opt_values(subject(found, frozen)), Condition.CROSS)
    assert set(lacking.ams_reasons) == {"2 of 6 tasks have no such description."}
    for row, (key, sources) in enumerate(others.items()):
        alone = [{task: [source] for task in TASKS} for source in sources]
        ams, reward = (
            fmean(one(key, mixture) for mixture in alone) for one in (loops.ams, loops.mean_reward)
        )
        assert (scores.ams[row], scores.reward[row]) == pytest.approx((ams, reward), abs=1e-11)


def test_shares_of_first_places_are_those_of_the_same_assignments_one_by_one(case):
    by_code, loops = case
    drawn = assignments(by_code.has_text, SEED, 300)
    found = firsts(assigned_ams(by_code, drawn), condition_scores(by_code, Condition.POOLED).placed)
    counts, shared = Counter(), 0
    for assignment in drawn.tolist():
        mixture = {task: [SOURCES[s]] for task, s in zip(TASKS, assignment, strict=True)}
        ams = {key: round(loops.ams(key, mixture), 11) for key in KEYS}
        first = [key for key in KEYS if ams[key] == max(ams.values())]
        counts.update(first)
        shared += len(first) > 1
    assert [counts[key] for key in KEYS] == found.counts.tolist()
    assert (found.shared, found.assignments) == (shared, 300)


def test_ten_thousand_draws_come_near_the_shares_over_all_assignments(case):
    """3^4 x 2^2 = 324 assignments. Standard error of a share: at most 0.5 / sqrt(10,000) = 0.005;
    tolerance: four of them."""
    by_code, loops = case
    every = list(product(*(loops.sources(task) for task in TASKS)))
    assert len(every) == prod([3, 3, 3, 3, 2, 2])
    counts, rewards = Counter(), Counter()
    for assignment in every:
        mixture = {task: [source] for task, source in zip(TASKS, assignment, strict=True)}
        ams = {key: round(loops.ams(key, mixture), 11) for key in KEYS}
        counts.update(key for key in KEYS if ams[key] == max(ams.values()))
        rewards.update({key: loops.mean_reward(key, mixture) for key in KEYS})
    pooled = condition_scores(by_code, Condition.POOLED)
    scores = adapted_scores(by_code, pooled, assignments(by_code.has_text, SEED))
    found = firsts(scores.samples, scores.placed)
    for row, key in enumerate(KEYS):
        assert found.counts[row] / 10_000 == pytest.approx(counts[key] / len(every), abs=0.02)
        assert scores.reward[row] == pytest.approx(rewards[key] / len(every), abs=0.02)


def test_adapted_scores_are_means_over_the_assignments(case):
    by_code, loops = case
    drawn = assignments(by_code.has_text, SEED, 40)
    scores = adapted_scores(by_code, condition_scores(by_code, Condition.POOLED), drawn)
    mixtures = [
        {task: [SOURCES[s]] for task, s in zip(TASKS, one, strict=True)} for one in drawn.tolist()
    ]
    for row, key in enumerate(KEYS):
        ams = fmean(loops.ams(key, one) for one in mixtures)
        reward = fmean(loops.mean_reward(key, one) for one in mixtures)
        assert (scores.ams[row], scores.reward[row]) == pytest.approx((ams, reward), abs=1e-11)


def test_the_transfer_matrix_counts_tasks_that_get_better_or_as_good_for_less(case):
    by_code, loops = case
    found = {(one.source, one.target): one for one in transfers(by_code)}
    assert len(found) == len(SOURCES) * len(KEYS)
    for (source, key), one in found.items():
        rises = cheaper = compared = 0
        for task in WORDINGS.tasks[source] - WORDINGS.kept.get(source, frozenset()):
            before, after = (loops.reward(key, w, task) for w in ("original", source))
            saved = loops.cost(key, "original", task) - loops.cost(key, source, task)
            compared += 1
            rises += after > before
            cheaper += after == before and saved > 0
        assert (one.rises, one.cheaper) == (rises, cheaper)
        assert (one.effective.numerator, one.effective.denominator) == (rises + cheaper, compared)
        assert one.is_own == (source == key)
        assert one.kept == len(WORDINGS.kept.get(source, ()))
