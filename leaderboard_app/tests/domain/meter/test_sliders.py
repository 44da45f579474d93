import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.sliders import (
    SLIDERS,
    parameters_at,
    slider_problems,
    slider_values,
)

PUBLISHED = Parameters()
VALUES = slider_values(PUBLISHED)


def test_sliders_as_published_are_the_published_parameters():
    assert parameters_at(PUBLISHED, VALUES) == PUBLISHED
    assert set(VALUES) == {slider.name for slider in SLIDERS}
    assert slider_problems(VALUES) == {}


def test_a_rounded_third_is_still_a_third():
    rounded = VALUES | {"tokens": 0.333, "steps": 0.333, "non_pass": 0.333}
    assert parameters_at(PUBLISHED, rounded) == PUBLISHED


def test_weights_count_as_shares_of_their_sum():
    moved = parameters_at(PUBLISHED, VALUES | {"tokens": 1, "steps": 0.5, "non_pass": 0.5})
    assert moved.effort_weights == (0.5, 0.25, 0.25)


def test_each_slider_moves_its_parameter():
    given = {"alpha": 0.1, "lambda": 0.2, "failure": 70, "budget_2": 41, "budget_5": 99}
    moved = parameters_at(PUBLISHED, VALUES | given)
    assert moved == Parameters(0.1, 0.2, PUBLISHED.effort_weights, (20, 41, 60, 80, 99), 70)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"alpha": 1.01}, {"alpha"}),
        ({"lambda": -0.01}, {"lambda"}),
        ({"failure": 100.5}, {"failure"}),
        ({"alpha": float("nan")}, {"alpha"}),
        ({"tokens": float("inf")}, {"tokens"}),
        ({"budget_2": 20}, {"budget_2"}),
        ({"budget_1": 50}, {"budget_2"}),
        ({"tokens": 0, "steps": 0, "non_pass": 0}, {"tokens", "steps", "non_pass"}),
        ({"alpha": 2, "budget_5": 1}, {"alpha", "budget_5"}),
    ],
)
def test_what_makes_no_parameters_is_named(given, named):
    assert set(slider_problems(VALUES | given)) == named


def test_a_calibration_of_three_budgets_has_three_sliders():
    published = Parameters(budget_percentiles=(25, 50, 75))
    values = slider_values(published)
    assert [name for name in values if name.startswith("budget")] == [
        "budget_1",
        "budget_2",
        "budget_3",
    ]
    assert parameters_at(published, values) == published


@given(
    st.fixed_dictionaries({slider.name: st.floats(-1, 101) for slider in SLIDERS}),
)
def test_sliders_without_a_problem_always_make_parameters(values):
    if not slider_problems(values):
        moved = parameters_at(PUBLISHED, values)
        assert sum(moved.effort_weights) == pytest.approx(1)
