import pytest

from leaderboard_app.domain.meter.boards import MeterSubject
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.composition import compose
from leaderboard_app.domain.meter.counted import counted_episodes
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.grid_place import GridPlace
from leaderboard_app.domain.meter.price_comparison import priced_twice
from leaderboard_app.domain.meter.pricing import Pricing
from leaderboard_app.domain.meter.repricing import repriced
from leaderboard_app.tests.meter_factories import METERED, attempt, meter_run, price_book
from runs_app.domain.episode import AgentSpec, Track
from tasks_app.domain.meter_task import TaskSet

TASKS = ("t1", "t2", "t3")
AT = GridPlace(Track.IMPORTED, TaskSet.FULL, Condition.ORIGINAL)
OTHER = AgentSpec("other", Track.IMPORTED, model="model-b", scaffold="cli-x")


def subject(*outcomes):
    """Model-a and model-b on three tasks, USD as reported, calibrated by themselves."""
    runs = [meter_run(1, agent_id=1, spec=METERED), meter_run(2, agent_id=2, spec=OTHER)]
    made = outcomes or [attempt(n, task) for n in (1, 2) for task in TASKS]
    counted = counted_episodes(compose(runs, made), TASKS, Pricing())
    whole = counted_episodes(
        compose(runs, [attempt(n, task) for n in (1, 2) for task in TASKS]), TASKS, Pricing()
    )
    calibration = calibrate(whole.reference())
    return MeterSubject(
        bundle={"name": "made", "version": "1", "ref": "made@1"},
        counted=counted,
        pricing=Pricing().payload(),
        calibration=calibration,
        calibration_ref={"version": 1, "digest": calibration.digest},
        sets={TaskSet.FULL: TASKS},
        seed=1,
        replicates=10,
    )


def compared(book, *outcomes):
    old = subject(*outcomes)
    return {one.old.key: one for one in priced_twice(old, repriced(old, Pricing(book)), AT)}


def test_costs_are_added_up_under_both():
    """1,000 input and 200 output tokens at USD 10 a million are USD 0.012 an episode; three of
    them USD 0.036 against 3 x USD 0.01 as reported."""
    one = compared(price_book(model_a=10, model_b=10))["model-a x cli-x"]

    assert (one.costs.episodes, one.costs.compared) == (3, 3)
    assert one.costs.old == pytest.approx(0.03)
    assert one.costs.new == pytest.approx(0.036)
    assert one.costs.ratio == pytest.approx(1.2)
    assert one.new.tally.usd_per_pass.value == pytest.approx(0.012)


def test_dearer_than_every_budget_leaves_only_quality_without_one():
    """Everything passes, so TQ is 1 and nothing fails; at USD 0.012 no episode keeps within the
    budgets of USD 0.01 that it was calibrated to: AMS = alpha = 0.6."""
    found = compared(price_book(model_a=10, model_b=5))
    a, b = found["model-a x cli-x"], found["model-b x cli-x"]

    assert (a.old.ams.value, a.new.ams.value) == (pytest.approx(1), pytest.approx(0.6))
    assert b.new.ams.value == pytest.approx(1)
    assert (a.places, b.places) == ((1, 2), (1, 1))


def test_a_model_without_a_price_has_no_sum_no_ams_and_a_reason():
    found = compared(price_book(model_a=10))
    one = found["model-b x cli-x"]

    assert (one.costs.new, one.costs.compared, one.costs.unknown_new) == (None, 0, 3)
    assert one.costs.reason == "price book 1 has no price of model-b"
    assert one.new.ams.value is None
    assert one.places == (1, None)
    assert found["model-a x cli-x"].costs.unknown_new == 0


def test_only_what_both_know_is_compared():
    made = [attempt(1, "t1", cost_usd=None), attempt(1, "t2"), attempt(1, "t3")]
    one = compared(price_book(model_a=10), *made)["model-a x cli-x"]

    assert (one.costs.episodes, one.costs.compared, one.costs.unknown_old) == (3, 2, 1)
    assert one.costs.old == pytest.approx(0.02)
    assert one.costs.new == pytest.approx(0.024)


def test_a_configuration_of_which_nothing_counts_is_left_out():
    made = [attempt(1, task) for task in TASKS]
    assert list(compared(price_book(model_a=10), *made)) == ["model-a x cli-x"]
