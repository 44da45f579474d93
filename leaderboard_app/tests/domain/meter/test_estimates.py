from dataclasses import replace

import numpy as np
import pytest

from leaderboard_app.domain.intervals import NO_INTERVAL
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.draws import draws
from leaderboard_app.domain.meter.estimates import NO_ESTIMATE, estimates
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes, without_price

REPLICATES = 400


def estimated(found=None, calibration=None, replicates=REPLICATES):
    found = found or vector_episodes()
    calibration = calibration or calibrate(vector_episodes())
    resampled = draws(found, calibration, seed=3, replicates=replicates)
    return dict(zip(found.keys, estimates(found, calibration, resampled), strict=True))


def resampled_scores(place, replicates=REPLICATES):
    """The scores of the golden grid on the tasks of one replicate, drawn ones counted again."""
    found, calibration = vector_episodes(), calibrate(vector_episodes())
    resampled = draws(found, calibration, seed=3, replicates=replicates)
    tasks = [
        found.task_ids[column]
        for name, columns in resampled.columns.items()
        for column, count in zip(columns, resampled.counts[name][place], strict=True)
        for _ in range(count)
    ]
    return {one.key: one for one in scores(found.select(tasks=tasks), calibration)}


@pytest.mark.parametrize("place", [0, 7])
def test_a_replicate_is_the_score_of_its_resampled_tasks(place):
    for key, score in resampled_scores(place).items():
        assert estimated()[key].ams[place] == pytest.approx(score.ams.value, abs=1e-12)


def test_the_ends_are_percentiles_of_scores_computed_one_replicate_at_a_time():
    """2.5 % and 97.5 % of 20 replicates, USD per pass and a stratum's parts too."""
    few = 20
    found = estimated(replicates=few)["model-b x cli-x"]
    by_replicate = [resampled_scores(place, few)["model-b x cli-x"] for place in range(few)]

    def ends(values):
        return pytest.approx(np.percentile(values, [2.5, 97.5]).tolist(), abs=1e-8)

    usd, efr = found.interval("usd_per_pass"), found.stratum_interval(Stratum.HARD, "efr")
    assert [usd.low, usd.high] == ends([one.tally.usd_per_pass.value for one in by_replicate])
    assert [efr.low, efr.high] == ends([one.strata["hard"].efr.value for one in by_replicate])


def test_every_figure_lies_within_its_interval():
    calibration = calibrate(vector_episodes())
    for score in scores(vector_episodes(), calibration):
        found = estimated()[score.key]
        for figure in ("passes", "mean_reward", "usd_per_pass", "tokens_per_pass"):
            interval = found.interval(figure)
            assert interval.low <= getattr(score.tally, figure).value <= interval.high
        for name, stratum in score.strata.items():
            interval = found.stratum_interval(name, "score")
            assert interval.low <= stratum.score.value <= interval.high


def test_the_gap_is_taken_to_the_best_of_each_replicate():
    found = estimated()
    best = np.max([one.ams for one in found.values()], axis=0)
    mine = found["model-a x cli-x"]

    assert mine.interval("gap").low == 0
    assert mine.interval("gap").high == pytest.approx(np.percentile(best - mine.ams, 97.5))


def test_an_incomplete_configuration_has_no_interval():
    found = vector_episodes()
    state = found.state.copy()
    state[0, 0, 0] = 0
    lacking = estimated(replace(found, state=state))

    assert lacking[found.keys[0]] is NO_ESTIMATE
    assert lacking[found.keys[1]].interval("ams") == estimated()[found.keys[1]].interval("ams")


def test_without_a_price_there_are_intervals_of_what_needs_none():
    key = "model-a x cli-y"
    found = estimated(without_price(vector_episodes(), key))

    assert found[key].interval("ams") == found[key].interval("usd_per_pass") == NO_INTERVAL
    assert found[key].interval("passes") == estimated()[key].interval("passes")
    for other in found.keys() - {key}:
        assert found[other].interval("ams") == estimated()[other].interval("ams")


def test_without_a_calibration_passes_have_intervals_and_strata_none():
    found = vector_episodes()
    estimate = estimates(found, None, draws(found, None, seed=3, replicates=REPLICATES))[0]

    assert estimate.interval("passes").low < 22 / 30 < estimate.interval("passes").high
    assert estimate.interval("ams") == NO_INTERVAL
    assert (estimate.strata, estimate.ams) == ({}, None)


def test_replicates_without_a_pass_leave_that_end_of_a_cost_per_pass_open():
    key = "a x c"
    cells = [cell(key, f"t{place}", float(place == 0)) for place in range(3)]
    found = episodes(cells)
    estimate = estimates(found, None, draws(found, None, seed=3, replicates=REPLICATES))[0]

    assert estimate.interval("usd_per_pass").low == pytest.approx(1)
    assert estimate.interval("usd_per_pass").high is None
