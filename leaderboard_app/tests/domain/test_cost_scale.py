import pytest

from leaderboard_app.domain.cost_scale import CostScale, cost_scale, s_lambdas
from leaderboard_app.tests.factories import control_row, episode, row, simple_row
from runs_app.domain.episode import CompositeMode, Track
from tasks_app.domain.families import Family


def control(units, name="Control", **spec):
    usual = {"track": Track.SCRIPTED, "composite_mode": CompositeMode.ORACLE}
    return row({Family.CHEAP: [episode(units=units)]}, name, **(usual | spec))


def test_c_max_is_the_dearest_scripted_control():
    controls = [control(46.0, "CheapFirst"), control(322.0, "RetryLoop")]

    assert cost_scale(controls) == CostScale(322.0, "RetryLoop")


@pytest.mark.parametrize("spec", [{"owner": "ann"}, {"track": Track.IMPORTED}])
def test_an_upload_that_calls_itself_a_control_does_not_move_c_max(spec):
    assert cost_scale([control(46.0), control(9999.0, **spec)]).value == 46.0


def test_an_evidence_only_agent_is_no_control():
    scripted = control(9999.0, composite_mode=CompositeMode.EVIDENCE_ONLY)

    assert cost_scale([scripted]).value is None


def test_half_a_control_does_not_set_c_max():
    scale = cost_scale([control_row("+.", "++")])

    assert scale.value is None
    assert scale.reason == "No scripted control covers this bundle at this budget."


def test_controls_that_spent_nothing_are_no_scale():
    assert cost_scale([control(0.0)]).reason == "The scripted controls spent nothing."


def test_s_lambda_weighs_success_against_cost():
    # Micro 3/4, mean units 46, C_max 92: S = 0.75 - lambda / 2.
    scores, reason = s_lambdas(simple_row("++", "+-"), CostScale(92.0, "RetryLoop"))

    assert reason is None
    assert scores == {"0": 0.75, "0.1": 0.7, "0.25": 0.625, "0.5": 0.5, "1": 0.25}


@pytest.mark.parametrize(
    ("found", "scale", "reason"),
    [
        (simple_row("+.", "++"), CostScale(92.0), "The row is incomplete."),
        (simple_row("++", "++"), CostScale(None, None, "None here."), "None here."),
        (
            simple_row("++", "++", track=Track.WORKSPACE),
            CostScale(92.0),
            "The controls are priced in ledger units, this track is not.",
        ),
        (
            row({Family.CHEAP: [episode(units=None)]}),
            CostScale(92.0),
            "No scored episode has a known cost.",
        ),
    ],
)
def test_an_undefined_s_lambda_says_why(found, scale, reason):
    scores, found_reason = s_lambdas(found, scale)

    assert set(scores.values()) == {None}
    assert found_reason == reason
