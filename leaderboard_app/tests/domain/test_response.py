import pytest

from leaderboard_app.domain.intervals import Interval
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.response import response, response_kind
from leaderboard_app.tests.factories import absent, episode
from tasks_app.domain.families import Family

AFFORDABLE = {"tight": False, "medium": True, "loose": True}


def used(pattern):
    """Four escalation tasks: c where composite research was used, - where not."""
    return [episode(Family.ESCALATION, used_composite=mark == "c") for mark in pattern]


def answer(points, affordable=AFFORDABLE, family=Family.ESCALATION):
    return response(family, points, affordable, resampling({family: 4}, 1))


def test_the_response_is_the_mean_change_of_the_share():
    # Task by task: affordable mean 1, 1, 1/2, 0; unaffordable 0, 0, 0, 1 -> (1 + 1 + .5 - 1) / 4.
    found = answer({"tight": used("---c"), "medium": used("ccc-"), "loose": used("cc--")})

    assert found.change.value == pytest.approx(0.375)
    assert found.interval.low < 0.375 < found.interval.high


def test_an_agent_that_always_researches_once_it_can_responds_fully():
    found = answer({"tight": used("----"), "medium": used("cccc"), "loose": used("cccc")})

    assert found.change.value == 1
    assert found.interval == Interval(1.0, 1.0)


def test_an_agent_that_does_the_same_at_every_budget_does_not_respond():
    """The interval is paired: without pairing it would be wide."""
    found = answer({label: used("c-c-") for label in AFFORDABLE})

    assert found.change.value == 0
    assert found.interval == Interval(0.0, 0.0)


@pytest.mark.parametrize(
    ("points", "affordable", "reason"),
    [
        ({"tight": "----"}, AFFORDABLE, "No budget label it ran at affords the path."),
        ({"loose": "cccc"}, AFFORDABLE, "Every budget label it ran at affords the path."),
        ({"tight": "----", "loose": "cccc"}, None, "The escalating path has no price"),
    ],
)
def test_a_response_without_two_sides_is_undefined_and_says_why(points, affordable, reason):
    found = answer({label: used(pattern) for label, pattern in points.items()}, affordable)

    assert found.change.value is None
    assert found.change.reason.startswith(reason)


def test_a_missing_episode_leaves_the_response_undefined():
    points = {"tight": used("----"), "loose": [*used("ccc"), absent(Family.ESCALATION)]}

    assert answer(points).change.reason == "Episodes are missing at one of the budget labels."


def test_families_without_composite_research_have_no_response():
    found = answer({"tight": []}, family=Family.FROZEN)

    assert (found.kind, found.change.value) == (None, None)


@pytest.mark.parametrize(
    ("family", "kind"),
    [
        (Family.ESCALATION, "adaptive"),
        (Family.CHEAP, "misdirected"),
        (Family.STOP, "misdirected"),
        (Family.MODEL_UPGRADE, None),
    ],
)
def test_a_response_is_adaptive_only_where_escalation_is_called_for(family, kind):
    assert response_kind(family) == kind
