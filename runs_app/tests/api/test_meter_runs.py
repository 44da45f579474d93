"""Runs and episodes of meter bundles through the API."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from runs_app import jobs
from runs_app.actions import archives
from runs_app.models import Run
from runs_app.tests.meter_archives import MeterDraft, ingested, line, one_agent
from runs_app.tests.people import person
from tasks_app.tests.api_answers import problem, problem_fields, token_of
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db

RUNS = "/api/v1/runs/"


@pytest.fixture(autouse=True)
def bundle(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return import_meter_bundle()


@pytest.fixture
def submitter():
    return person("sam", is_submitter=True)


@pytest.fixture
def run(submitter) -> Run:
    lines = [
        line("m00", step_count=4, seconds=2.5,
             usage={"input_tokens": 7, "output_tokens": 3, "cached_input_tokens": 2}),
        line("m01", reward=0.5, cost_usd=None),
        line("m02", status="agent_error", reward=None, cost_usd=0),
        line("m03", reward=None),
    ]  # fmt: skip
    ingested(one_agent(lines).zip(), submitter)
    return Run.objects.get()


def test_the_reference_episodes_go_in_and_their_runs_come_out(
    client, submitter, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(jobs.ingest_archive, "delay", archives.ingest_archive)
    file = SimpleUploadedFile("meter.zip", MeterDraft().zip())
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post("/api/v1/archives/", {"file": file}, headers=token_of(submitter))
    report = client.get(answer.json()["url"]).json()
    assert (report["status"], report["problems"], len(report["runs"])) == ("scored", [], 6)
    assert {(r["budget_label"], r["description"], r["repeat"]) for r in report["runs"]} == {
        ("", "original", 1)
    }
    assert report["counts"]["coverage"][0] == {
        "agent": "model-a in cli-x", "budget_label": "", "description": "original", "repeat": 1,
        "episodes": 30, "tasks": 30, "of": 30,
    }  # fmt: skip
    shown = client.get(report["runs"][0]["url"]).json()
    assert (shown["model"], shown["scaffold"], shown["cost_basis"]) == ("model-a", "cli-x", "usd")


def test_a_run_shows_measures_in_the_place_of_scores(client, run):
    body = client.get(f"{RUNS}{run.pk}/").json()
    assert (body["budget_label"], body["description"], body["repeat"]) == (None, "original", 1)
    assert (body["scores"], body["families"], body["failures"]) == (None, None, None)
    assert body["measures"] == {
        "attempted": 4, "graded": 3, "passed": 1, "mean_reward": 0.5,
        "tokens": {"total": 10, "known": 1}, "usd": {"total": 0.5, "known": 3},
        "steps": {"total": 4, "known": 1}, "seconds": {"total": 2.5, "known": 1},
    }  # fmt: skip
    assert client.get(RUNS).json()["results"][0]["measures"] == body["measures"]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_two_queries(client, submitter, rows, django_assert_num_queries):
    for _ in range(rows):
        ingested(one_agent([line("m00")]).zip(), submitter)
    with django_assert_num_queries(2):  # runs, their measures
        assert len(client.get(RUNS).json()["results"]) == rows


def test_runs_are_filtered_by_their_description(client, submitter):
    lines = [line("m00", description=name) for name in ("original", "generic")]
    ingested(one_agent(lines).zip(), submitter)
    found = client.get(f"{RUNS}?description=generic&bundle=meter").json()["results"]
    assert [run["description"] for run in found] == ["generic"]


def test_episodes_show_what_is_measured(client, run):
    rows = client.get(f"{RUNS}{run.pk}/episodes/").json()["results"]
    keys = ("task_id", "reward", "passed", "cost_usd", "total_tokens", "steps_total", "seconds")
    assert [tuple(row[key] for key in keys) for row in rows] == [
        ("m00", 1.0, True, 0.25, 10, 4, 2.5),
        ("m01", 0.5, False, None, None, None, None),
        ("m02", 0.0, False, 0.0, None, None, None),
        ("m03", None, None, 0.25, None, None, None),
    ]
    assert {(row["units"], row["budget"], row["strict"], row["failure_stage"]) for row in rows} == {
        (None, None, None, None)
    }


@pytest.mark.parametrize(
    ("query", "tasks"),
    [("passed=yes", ["m00"]), ("passed=no", ["m01", "m02"]), ("passed=missing", ["m03"])],
)
def test_episodes_are_filtered_by_passing(client, run, query, tasks):
    rows = client.get(f"{RUNS}{run.pk}/episodes/?{query}").json()["results"]
    assert [row["task_id"] for row in rows] == tasks


def test_an_unknown_choice_is_named(client, run):
    answer = client.get(f"{RUNS}{run.pk}/episodes/?passed=perhaps")
    assert problem_fields(answer) == {"passed"}


def test_an_episode_has_steps_without_prices_and_no_ledger(client, submitter):
    steps = [{"action": "bash", "arguments": {"cmd": "ls"}, "observation": "a", "seconds": 1}] * 60
    ingested(one_agent([line("m00", steps=steps)]).zip(), submitter)
    episode = Run.objects.get().episodes.get()
    body = client.get(f"/api/v1/episodes/{episode.pk}/").json()
    assert (body["ledger"], len(body["steps"]), body["steps_total"]) == (None, 50, 60)
    assert body["steps"][0] == {
        "number": 1, "action": "bash", "tier": None, "units": None, "total": None,
        "went_over": False, "arguments": {"cmd": "ls"}, "observation": "a",
        "observation_length": 1, "evidence": [], "seconds": 1.0,
    }  # fmt: skip
    assert len(client.get(body["steps_next"]).json()["results"]) == 10


def test_nobody_judges_a_meter_run(client, run):
    headers = token_of(person("mia", is_maintainer=True))
    answer = client.post(f"{RUNS}{run.pk}/judge/", json.dumps({"judge": "exact"}),
                         content_type="application/json", headers=headers)  # fmt: skip
    assert "measured by its rewards" in problem(answer, 409)["detail"]


def test_a_meter_bundle_is_not_executed_here(client):
    headers = token_of(person("mia", is_maintainer=True))
    wanted = {"bundle": "meter@1", "agent": "CheapFirst", "budget_label": "main"}
    answer = client.post(RUNS, json.dumps(wanted), content_type="application/json",
                         headers=headers)  # fmt: skip
    assert problem(answer, 422)["problems"][0]["code"] == "not_executable"


def test_nothing_of_the_hidden_evaluation_is_served(client, run):
    of_bundle = ("", "tasks/", "tasks/m00/")
    addresses = [RUNS, f"{RUNS}{run.pk}/", f"{RUNS}{run.pk}/episodes/"]
    addresses += [f"/api/v1/bundles/meter@1/{path}" for path in of_bundle]
    addresses += [f"/api/v1/episodes/{episode.pk}/" for episode in run.episodes.all()]
    for address in addresses:
        assert HIDDEN.encode() not in client.get(address).content
