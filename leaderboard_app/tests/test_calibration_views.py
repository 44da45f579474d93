"""The page of calibrations: frozen ones, previews, and the button that freezes."""

import pytest
from django.urls import reverse

from leaderboard_app import actions, calibration_views
from leaderboard_app.models import Calibration
from leaderboard_app.queries.calibrations import latest_calibration
from leaderboard_app.queries.meter import calibration_draft
from leaderboard_app.tests.board_pages import page
from leaderboard_app.tests.metered import ams_vectors, keeper, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from runs_app.tests.meter_archives import MeterDraft, reference_lines
from runs_app.tests.people import person
from tasks_app.domain import numbers
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db

PAGE, FREEZE = reverse("calibration"), reverse("calibrate")
EXPECTED = ams_vectors()["expected"]


@pytest.fixture(autouse=True)
def enqueued(settings, tmp_path, monkeypatch):
    """The bundles whose publication was asked for."""
    settings.MEDIA_ROOT = tmp_path
    sent = []
    monkeypatch.setattr(calibration_views, "enqueue_publication", sent.append)
    return sent


def html(client, **query):
    response = client.get(PAGE, query)
    assert response.status_code == 200
    return response.content.decode()


def test_without_a_meter_bundle_there_is_nothing_to_calibrate(client):
    import_mini_bundle()
    assert "There is no meter bundle here yet." in html(client)


def test_before_there_is_one_a_reader_learns_how_it_comes_about(client):
    import_meter_bundle()
    text = html(client)
    assert "meter@1 is not calibrated yet" in text
    assert "Sign in" in text


def test_every_task_is_shown_with_its_effort_and_its_parts(client):
    actions.calibrate_bundle(uploaded().bundle_id, keeper())
    effort = page(client, "calibration")["effort"]

    tasks, efforts = effort.column("Task"), effort.column("Effort")
    assert dict(zip(tasks, effort.column("Stratum"), strict=True)) == EXPECTED["stratum"]
    assert dict(zip(tasks, efforts, strict=True)) == {
        task: f"{value:.3f}" for task, value in EXPECTED["effort"].items()
    }
    assert efforts == sorted(efforts)
    assert effort.cell(0, "Task").href == reverse("task-detail", args=["meter@1", "m06"])
    assert effort.cell(0, "Tokens").lines[1].startswith("rank 0.")


def test_budgets_and_thresholds_are_shown_by_stratum(client):
    """Easy: 0.0591818 ... 0.1655402 and 0.214456, to three digits."""
    actions.calibrate_bundle(uploaded().bundle_id, keeper())
    strata = page(client, "calibration")["strata"]

    assert strata.column("Stratum") == ["easy", "medium", "hard"]
    assert strata.column("Budget 20 %")[0] == "$0.0592"
    assert strata.column("Budget 90 %")[0] == "$0.166"
    assert strata.column("Threshold") == ["$0.214", "$0.379", "$0.760"]
    assert strata.column("No cost") == ["0", "0", "0"]


def test_costs_of_each_stratum_are_drawn_with_what_was_cut_from_them(client):
    actions.calibrate_bundle(uploaded().bundle_id, keeper())
    figures = client.get(PAGE).context["figures"]

    assert [figure.key for figure in figures] == ["costs-easy", "costs-medium", "costs-hard"]
    lines = [shape["x0"] for shape in figures[0].layout["shapes"]]
    easy = EXPECTED["strata"]["easy"]
    assert lines == pytest.approx([*easy["budgets"], easy["threshold"]])


def test_a_frozen_calibration_says_by_what_it_can_be_proved(client):
    frozen = actions.calibrate_bundle(uploaded().bundle_id, keeper())
    text = html(client)

    assert frozen.frozen_digest in text
    assert "by keeper" in text
    assert "as reported" in text


def test_notes_of_a_calibration_are_shown(client):
    lines = [line | {"step_count": None} for line in reference_lines()]
    actions.calibrate_bundle(uploaded(MeterDraft(lines)).bundle_id, keeper())

    assert "Steps are unknown for every reference episode" in html(client)
    steps = page(client, "calibration")["effort"].column("Steps")
    assert set(steps) == {numbers.UNKNOWN}


def test_an_earlier_version_stays_to_be_seen(client):
    bundle_id = uploaded().bundle_id
    first = actions.calibrate_bundle(bundle_id, keeper())
    run_actions.withdraw_run(Run.objects.first().pk, keeper())
    second = actions.calibrate_bundle(bundle_id, keeper())

    assert second.frozen_digest in html(client)
    assert first.frozen_digest in html(client, bundle="meter@1", version="1")
    assert "There is no calibration 7 of meter@1." in html(client, version="7")


def test_a_preview_is_for_people_who_are_signed_in(client):
    uploaded()
    assert "A preview" not in html(client, preview="usual")
    client.force_login(person("reader"))
    text = html(client, preview="usual")
    assert "A preview: nothing is stored" in text
    assert "Freeze this calibration" not in text
    assert Calibration.objects.count() == 0


def test_a_maintainer_freezes_what_the_preview_showed(client, enqueued):
    bundle_id = uploaded().bundle_id
    client.force_login(keeper())
    assert "Freeze this calibration" in html(client, preview="reported")
    sent = {"bundle": "meter@1", "preview": "reported"}
    sent["digest"] = calibration_draft(bundle_id).digest
    response = client.post(FREEZE, sent, follow=True)

    assert response.redirect_chain == [(f"{PAGE}?bundle=meter%401&version=1", 302)]
    assert "Calibration 1 is frozen" in response.content.decode()
    assert latest_calibration(bundle_id).created_by == "keeper"
    assert enqueued == [bundle_id]


def test_a_preview_that_no_longer_holds_is_not_frozen(client, enqueued):
    uploaded()
    client.force_login(keeper())
    response = client.post(FREEZE, {"bundle": "meter@1", "digest": "0" * 64})

    assert response.status_code == 409
    assert "have changed since you looked" in response.content.decode()
    assert Calibration.objects.count() == 0
    assert enqueued == []


@pytest.mark.parametrize("who", [None, "sam"])
def test_nobody_else_freezes(client, who):
    uploaded()
    if who:
        client.force_login(person(who, is_submitter=True))
    response = client.post(FREEZE, {"bundle": "meter@1", "digest": "0" * 64})

    assert response.status_code == (403 if who else 302)
    assert Calibration.objects.count() == 0


def test_why_it_cannot_be_made_is_told_in_full(client):
    import_meter_bundle()
    client.force_login(keeper())
    text = html(client, preview="usual")

    assert "meter@1 cannot be calibrated this way now" in text
    assert "Configurations with reference episodes: 0" in text
    assert "Tasks without a reference episode (30)" in text
    assert "Freeze this calibration" not in text


def test_what_the_url_cannot_mean_is_said(client):
    import_meter_bundle()
    assert "There is no meter bundle nothing." in html(client, bundle="nothing")
    assert "preview=all is not one of" in html(client, preview="all")
    assert client.post(FREEZE, {"bundle": "nothing"}).status_code == 302
    client.force_login(keeper())
    assert client.post(FREEZE, {"bundle": "nothing"}).status_code == 404


def test_nothing_of_the_hidden_evaluation_is_shown(client):
    actions.calibrate_bundle(uploaded().bundle_id, keeper())
    assert HIDDEN not in html(client)


@pytest.mark.parametrize("versions", [1, 3])
def test_the_page_takes_three_queries_however_many_versions(
    client, versions, django_assert_num_queries
):
    bundle_id = uploaded().bundle_id
    runs = list(Run.objects.all())
    for version in range(versions):
        actions.calibrate_bundle(bundle_id, keeper())
        run_actions.withdraw_run(runs[version].pk, keeper())
    with django_assert_num_queries(3):  # bundles, the latest, versions
        client.get(PAGE)
