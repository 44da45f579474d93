import numpy as np
import pytest

from leaderboard_app.domain.meter.ams import ams, ams_of_grid, every_task_once
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import task_values
from leaderboard_app.tests.domain.meter.grids import vector_episodes, without_price
from leaderboard_app.tests.metered import ams_vectors


def values(found=None):
    return task_values(found or vector_episodes(), calibrate(vector_episodes()))


def test_the_golden_scores_come_of_every_task_once():
    expected = ams_vectors()["expected"]["configurations"]
    found = dict(zip(vector_episodes().keys, ams_of_grid(values()), strict=True))

    assert found == pytest.approx({key: one["ams"] for key, one in expected.items()}, abs=1e-12)


def test_a_task_drawn_twice_counts_twice_and_one_left_out_does_not_count():
    """One draw: of each stratum its first task twice and its second once."""
    found = values()
    weights = {name: np.array([[2, 1] + [0] * 8]) for name in Stratum}
    by_hand = []
    for name in Stratum:
        first, second = found.columns[name][:2]
        tq, aubqc, efr = (
            (2 * part[0, first] + part[0, second]) / 3
            for part in (found.reward, found.budgeted, found.expensive)
        )
        by_hand.append((0.6 * tq + 0.4 * aubqc) * (1 - efr))

    assert ams(found, weights)[0, 0] == pytest.approx(sum(by_hand) / 3)


def test_an_unknown_cost_is_undefined_in_every_draw_and_only_in_its_own_row():
    key = "model-a x cli-y"
    found = values(without_price(vector_episodes(), key))
    undefined = np.isnan(ams(found, every_task_once(found)))[:, 0]

    assert undefined.tolist() == [one == key for one in vector_episodes().keys]
