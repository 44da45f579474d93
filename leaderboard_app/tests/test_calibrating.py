"""Freezing calibrations, and what is refused."""

import pytest

from leaderboard_app import actions
from leaderboard_app.domain.meter.pricing import PricingRule
from leaderboard_app.models import Calibration
from leaderboard_app.queries.calibrations import frozen_calibration, latest_calibration
from leaderboard_app.queries.meter import calibration_draft
from leaderboard_app.tests.metered import ams_vectors, keeper, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from runs_app.tests.meter_archives import MeterDraft, reference_lines
from runs_app.tests.people import person
from tasks_app.domain.errors import Conflict, NotAllowed, Refused
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db
EXPECTED = ams_vectors()["expected"]


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def test_what_is_frozen_names_its_runs_its_prices_and_who_froze_it():
    bundle_id = uploaded().bundle_id
    frozen = actions.calibrate_bundle(bundle_id, keeper())

    assert frozen.version == 1
    assert frozen.created_by == "keeper"
    assert frozen.pricing == {"rule": "reported", "book": None, "book_digest": None}
    assert {run["run_id"] for run in frozen.reference} == {
        str(pk) for pk in Run.objects.values_list("pk", flat=True)
    }
    assert frozen.digest == frozen.frozen_digest
    assert latest_calibration(bundle_id) == frozen_calibration(bundle_id, 1) == frozen


def test_the_costs_of_each_stratum_are_kept_with_it():
    """The 90th percentile of failures' costs is the threshold, that of rewarded ones a budget."""
    frozen = actions.calibrate_bundle(uploaded().bundle_id, keeper())

    for name, expected in EXPECTED["strata"].items():
        costs = frozen.costs[name]
        assert costs["unpriced"] == 0
        assert costs["rewarded"]["percentiles"][18] == pytest.approx(expected["budgets"][4])
        assert costs["unrewarded"]["percentiles"][18] == pytest.approx(expected["threshold"])


def test_the_same_calibration_is_frozen_once():
    bundle_id = uploaded().bundle_id
    first, again = (actions.calibrate_bundle(bundle_id, keeper()) for _ in range(2))

    assert again == first
    assert Calibration.objects.count() == 1


def test_other_runs_make_another_version_and_the_first_stays():
    bundle_id = uploaded().bundle_id
    first = actions.calibrate_bundle(bundle_id, keeper())
    run_actions.withdraw_run(Run.objects.first().pk, keeper())
    second = actions.calibrate_bundle(bundle_id, keeper())

    assert (second.version, len(second.reference)) == (2, 5)
    assert second.digest != first.digest
    assert frozen_calibration(bundle_id, 1) == first
    assert latest_calibration(bundle_id) == second


def test_a_preview_is_what_would_be_frozen_and_stores_nothing():
    bundle_id = uploaded().bundle_id
    draft = calibration_draft(bundle_id)

    assert Calibration.objects.count() == 0
    assert actions.calibrate_bundle(bundle_id, keeper()).digest == draft.digest


def test_what_has_changed_since_the_preview_is_not_frozen_unseen():
    bundle_id = uploaded().bundle_id
    seen = calibration_draft(bundle_id).digest
    run_actions.withdraw_run(Run.objects.first().pk, keeper())

    with pytest.raises(Conflict, match="have changed since you looked"):
        actions.calibrate_bundle(bundle_id, keeper(), seen_digest=seen)
    assert Calibration.objects.count() == 0


def test_a_private_run_is_no_reference():
    bundle_id = uploaded().bundle_id
    hidden = Run.objects.first()
    Run.objects.filter(pk=hidden.pk).update(visibility="private")

    runs = {run["run_id"] for run in calibration_draft(bundle_id).reference}
    assert len(runs) == 5
    assert str(hidden.pk) not in runs


def test_only_maintainers_calibrate_and_the_operator_at_the_command_line():
    bundle_id = uploaded().bundle_id

    with pytest.raises(NotAllowed):
        actions.calibrate_bundle(bundle_id, person("sam", is_submitter=True))
    assert actions.calibrate_bundle(bundle_id).created_by is None


def test_an_economic_bundle_is_not_calibrated():
    with pytest.raises(Conflict, match="Only a meter bundle"):
        actions.calibrate_bundle(import_mini_bundle(), keeper())


def test_without_a_price_book_none_can_be_asked_for():
    with pytest.raises(Conflict, match="no price book yet"):
        actions.calibrate_bundle(uploaded().bundle_id, keeper(), PricingRule.BOOK)


def test_a_bundle_without_runs_is_refused_with_every_reason():
    with pytest.raises(Refused) as refused:
        actions.calibrate_bundle(import_meter_bundle(), keeper())

    codes = {problem.code for problem in refused.value.problems}
    assert codes == {"too_few_configurations", "too_few_tasks", "task_without_reference"}


def test_without_any_cost_each_stratum_is_named():
    unpriced = MeterDraft([line | {"cost_usd": None} for line in reference_lines()])
    bundle_id = uploaded(unpriced).bundle_id

    with pytest.raises(Refused) as refused:
        actions.calibrate_bundle(bundle_id, keeper())
    messages = [problem.message for problem in refused.value.problems]
    assert [message.split("stratum ")[1].split()[0] for message in messages] == [
        "easy",
        "medium",
        "hard",
    ]


def test_a_statistic_that_nobody_reported_is_dropped_and_that_is_said():
    without = MeterDraft([line | {"step_count": None} for line in reference_lines()])
    frozen = actions.calibrate_bundle(uploaded(without).bundle_id, keeper())

    assert any("Steps are unknown" in note for note in frozen.calibration.notes)


@pytest.mark.parametrize("runs", [2, 6])
def test_calibrating_takes_as_many_queries_for_two_runs_as_for_six(runs, django_assert_num_queries):
    bundle_id = uploaded().bundle_id
    for run in Run.objects.order_by("pk")[: 6 - runs]:
        run_actions.withdraw_run(run.pk, keeper())
    user = keeper()
    calibration_draft(bundle_id)
    # Savepoint, lock, runs, outcomes, price book, latest, insert, release; tasks are kept.
    with django_assert_num_queries(8):
        actions.calibrate_bundle(bundle_id, user)
