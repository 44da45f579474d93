"""AMS under other parameters through the API: strict, tagged, and quick to ask again."""

import pytest

from leaderboard_app import actions
from leaderboard_app.queries.sensitivity import published_sensitivity_base
from leaderboard_app.tests.metered import keeper, metered, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from tasks_app.tests.api_answers import problem, problem_fields

pytestmark = pytest.mark.django_db

SENSITIVITY, GRID = "/api/v1/agentmeter/sensitivity/", "/api/v1/agentmeter/"


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    published_sensitivity_base.cache_clear()


def test_without_a_slider_it_is_what_is_published(client):
    metered()
    body = client.get(f"{SENSITIVITY}?bundle=meter").json()
    grid = {row["key"]: row["ams"]["value"] for row in client.get(GRID).json()["rows"]}

    assert {row["key"]: row["now"]["ams"] for row in body["rows"]} == grid
    assert body["parameters"] == body["published"]
    assert (body["track"], body["set"], body["condition"]) == ("imported", "full", "original")
    assert body["changes"]["moved"] == body["changes"]["changed"] == 0


def test_sliders_move_ranks_and_say_under_what(client):
    """alpha 1 is TQ with failures alone."""
    metered()
    body = client.get(f"{SENSITIVITY}?alpha=1&lambda=0&tokens=1&steps=0&non_pass=1").json()

    assert body["parameters"]["alpha"] == 1
    assert body["parameters"]["effort_weights"] == [0.5, 0, 0.5]
    by_place = [(row["now"]["place"], row["key"]) for row in body["rows"]]
    assert by_place == sorted(by_place)
    assert body["changes"]["changed"] == sum(bool(row["shift"]) for row in body["rows"]) > 0


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("alpha=1.5", {"alpha"}),
        ("lambda=-1", {"lambda"}),
        ("alpha=half", {"alpha"}),
        ("alpha=nan", {"alpha"}),
        ("failure=101", {"failure"}),
        ("tokens=0&steps=0&non_pass=0", {"tokens", "steps", "non_pass"}),
        ("budget_2=20", {"budget_2"}),
        ("budget_6=99", {"budget_6"}),
        ("beta=1", {"beta"}),
        ("alpha=", {"alpha"}),
        ("track=rail", {"track"}),
    ],
)
def test_a_slider_out_of_its_range_is_refused_by_name(client, query, fields):
    metered()
    assert problem_fields(client.get(f"{SENSITIVITY}?{query}")) == fields


def test_the_tag_is_that_of_snapshot_and_parameters(client):
    digest = metered().digest
    tags = [
        client.get(f"{SENSITIVITY}{query}").headers["ETag"]
        for query in ("", "?alpha=0.6", "?alpha=0.7", "?tokens=1&steps=1&non_pass=1")
    ]
    assert digest in tags[0]
    assert tags[0] == tags[1] == tags[3] != tags[2]
    again = client.get(f"{SENSITIVITY}?alpha=0.7", headers={"If-None-Match": tags[2]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("runs", [2, 5])
def test_the_episodes_are_read_once_for_all_positions_of_the_sliders(
    client, runs, django_assert_num_queries
):
    bundle_id = uploaded().bundle_id
    actions.calibrate_bundle(bundle_id, keeper())
    for run in Run.objects.order_by("pk")[: 6 - runs]:
        run_actions.withdraw_run(run.pk, keeper())
    actions.publish_snapshot(bundle_id)
    with django_assert_num_queries(5):  # snapshot twice, calibration twice, episodes
        client.get(f"{SENSITIVITY}?alpha=0.1")
    with django_assert_num_queries(1):  # which snapshot is published now
        client.get(f"{SENSITIVITY}?alpha=0.2")


def test_before_a_calibration_nothing_can_change_and_it_says_so(client):
    metered(calibrated=False)
    body = client.get(SENSITIVITY).json()
    assert body["calibration_reason"] == "The bundle is not calibrated yet."
    assert (body["changes"], body["rows"]) == (None, [])


def test_a_track_without_a_grid_is_a_404_that_names_those_there_are(client):
    metered()
    assert "imported" in problem(client.get(f"{SENSITIVITY}?track=workspace"), 404)["detail"]


def test_a_withdrawn_reference_run_is_said(client):
    bundle_id = metered().bundle_id
    run_actions.withdraw_run(Run.objects.first().pk, keeper())
    actions.publish_snapshot(bundle_id)
    assert "no longer count" in client.get(SENSITIVITY).json()["notes"][0]
