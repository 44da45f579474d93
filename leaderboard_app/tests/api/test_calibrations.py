"""Frozen calibrations through the API."""

import pytest

from leaderboard_app import actions
from leaderboard_app.tests.metered import ams_vectors, keeper, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from tasks_app.domain.canonical import digest
from tasks_app.tests.api_answers import problem, problem_fields

pytestmark = pytest.mark.django_db

LIST = "/api/v1/calibrations/"


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def versions(count):
    """That many calibrations of one bundle, each with one run less."""
    bundle_id = uploaded().bundle_id
    runs = list(Run.objects.all())
    for version in range(count):
        actions.calibrate_bundle(bundle_id, keeper())
        run_actions.withdraw_run(runs[version].pk, keeper())


def test_without_a_calibration_the_list_is_empty(client):
    assert client.get(LIST).json()["results"] == []


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_one_query_and_is_newest_first(client, rows, django_assert_num_queries):
    versions(rows)
    with django_assert_num_queries(1):
        results = client.get(LIST).json()["results"]
    assert [row["version"] for row in results] == list(range(rows, 0, -1))
    assert {(row["bundle"], row["created_by"]) for row in results} == {("meter@1", "keeper")}


def test_a_calibration_gives_all_that_is_frozen_and_its_digest_proves_it(client):
    versions(1)
    body = client.get(client.get(LIST).json()["results"][0]["url"]).json()
    expected = ams_vectors()["expected"]

    efforts = {task["task_id"]: task["effort"] for task in body["calibration"]["tasks"]}
    assert efforts == pytest.approx(expected["effort"])
    assert body["calibration"]["strata"]["hard"]["threshold"] == pytest.approx(
        expected["strata"]["hard"]["threshold"]
    )
    assert len(body["reference"]) == 6
    frozen = {name: body[name] for name in ("calibration", "pricing", "reference")}
    assert digest(frozen) == body["digest"]


def test_a_calibration_is_tagged_and_never_changes(client):
    versions(1)
    address = f"{LIST}meter@1/1/"
    answer = client.get(address)

    assert "immutable" in answer.headers["Cache-Control"]
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("rest", ["meter@1/2/", "meter@2/1/", "other@1/1/", "meter@1/0/"])
def test_a_calibration_that_is_not_there_is_a_404(client, rest):
    versions(1)
    problem(client.get(f"{LIST}{rest}"), 404)


def test_an_unknown_bundle_is_refused(client):
    assert problem_fields(client.get(f"{LIST}?bundle=none")) == {"bundle"}
