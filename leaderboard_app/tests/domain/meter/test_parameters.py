import pytest

from leaderboard_app.domain.meter.parameters import DEFAULT_PARAMETERS, Parameters
from leaderboard_app.tests.metered import ams_vectors
from tasks_app.domain.errors import Refused


def test_the_golden_parameters_are_the_usual_ones():
    assert DEFAULT_PARAMETERS.to_json() == ams_vectors()["parameters"]


def test_parameters_survive_their_json():
    chosen = Parameters(0.5, 0.0, (1, 0, 2), (50,), 75)

    assert Parameters.from_json(chosen.to_json()) == chosen


@pytest.mark.parametrize(
    "wrong",
    [
        {"alpha": 1.1},
        {"alpha": float("nan")},
        {"lambda_": -0.1},
        {"effort_weights": (1, 1)},
        {"effort_weights": (0, 0, 0)},
        {"effort_weights": (1, 1, -1)},
        {"effort_weights": (1, 1, float("inf"))},
        {"budget_percentiles": ()},
        {"budget_percentiles": (50, 20)},
        {"budget_percentiles": (50, 50)},
        {"budget_percentiles": (50, 101)},
        {"failure_percentile": 100.5},
    ],
)
def test_a_value_outside_its_range_is_refused(wrong):
    with pytest.raises(Refused):
        Parameters(**wrong)


def test_every_wrong_value_is_named():
    with pytest.raises(Refused) as refusal:
        Parameters(alpha=2, lambda_=2, failure_percentile=-1)

    assert len(refusal.value.problems) == 3
