"""Runs through the API: reading, executing, cancelling, judging anew."""

import json

import pytest

from runs_app import actions, jobs
from runs_app.models import Run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.api_answers import problem, problem_fields, token_of
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db

RUNS = "/api/v1/runs/"
WANTED = {"bundle": "mini@1", "agent": "CheapFirst", "budget_label": "main"}


@pytest.fixture
def maintainer():
    return token_of(person("mia", is_maintainer=True))


@pytest.fixture
def enqueued(monkeypatch, django_capture_on_commit_callbacks):
    """A function that calls the API and gives (answer, keywords of the jobs enqueued)."""
    calls = []
    for job in (jobs.execute_run, jobs.judge_run):
        monkeypatch.setattr(job, "delay", lambda **ids: calls.append(ids))

    def call(request):
        with django_capture_on_commit_callbacks(execute=True):
            answer = request()
        return answer, calls

    return call


def queued_run(**choices):
    return actions.open_run(import_mini_bundle(), "CheapFirst", "main", **choices)


def post(client, address, body, headers):
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers)


def test_without_runs_the_list_is_empty(client):
    assert client.get(RUNS).json()["results"] == []


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_runs_takes_two_queries(client, rows, django_assert_num_queries):
    for _ in range(rows):
        executed_run()
    with django_assert_num_queries(2):  # runs, their tallies
        assert len(client.get(RUNS).json()["results"]) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_one_run_takes_three_queries(client, rows, django_assert_num_queries):
    run, *_ = [executed_run() for _ in range(rows)]
    with django_assert_num_queries(3):  # run, tallies, failures
        client.get(f"{RUNS}{run.pk}/")


def test_a_run_shows_its_agent_scores_and_failures(client):
    run = executed_run("CheapFirst")
    body = client.get(f"{RUNS}{run.pk}/").json()
    assert (body["agent"], body["track"], body["is_control"]) == ("CheapFirst", "scripted", True)
    assert (body["status"], body["progress"], body["tasks_total"]) == ("scored", 1.0, 12)
    strict = run.episodes.filter(strict=True).count()
    assert body["scores"]["strict"] == strict
    assert sum(family["attempted"] for family in body["families"].values()) == 12
    assert sum(body["failures"].values()) == 12 - strict
    assert body["owner"] is None


def test_runs_are_filtered(client):
    executed_run("CheapFirst", "tight")
    executed_run("LexicalEager", "loose")
    for query, agents in {
        "agent=cheap": ["CheapFirst"],
        "budget=loose": ["LexicalEager"],
        "track=tool_api": ["LexicalEager"],
        "bundle=mini@1&status=scored&order=agent": ["CheapFirst", "LexicalEager"],
        "bundle=mini&budget=medium": [],
    }.items():
        rows = client.get(f"{RUNS}?{query}").json()["results"]
        assert [row["agent"] for row in rows] == agents, query


def test_a_wrong_filter_is_refused(client):
    answer = client.get(f"{RUNS}?budget=huge&status=done&agents=x&bundle=none")
    assert problem_fields(answer) == {"budget", "status", "agents", "bundle"}


def test_a_private_run_is_there_for_its_owner_and_maintainers_only(client, maintainer):
    owner = person("olga", is_submitter=True)
    run = executed_run(owner=owner)
    Run.objects.filter(pk=run.pk).update(visibility="private")
    episode = run.episodes.first()
    addresses = [
        f"{RUNS}{run.pk}/",
        f"{RUNS}{run.pk}/episodes/",
        f"/api/v1/episodes/{episode.pk}/",
        f"/api/v1/episodes/{episode.pk}/steps/",
    ]
    for headers in ({}, token_of(person("sam", is_submitter=True))):
        assert client.get(RUNS, headers=headers).json()["results"] == []
        for address in addresses:
            problem(client.get(address, headers=headers), 404)
    for headers in (token_of(owner), maintainer):
        assert len(client.get(RUNS, headers=headers).json()["results"]) == 1
        for address in addresses:
            assert client.get(address, headers=headers).status_code == 200


@pytest.mark.parametrize("action", ["cancel", "judge"])
def test_a_private_run_is_hidden_from_those_who_would_end_it(client, action):
    run = queued_run(owner=person("olga"))
    Run.objects.filter(pk=run.pk).update(visibility="private")
    headers = token_of(person("sam", is_submitter=True))
    answer = post(client, f"{RUNS}{run.pk}/{action}/", {"judge": "exact"}, headers)
    problem(answer, 404 if action == "cancel" else 403)


def test_a_maintainer_executes_an_agent(client, maintainer, enqueued):
    import_mini_bundle()
    answer, ids = enqueued(lambda: post(client, RUNS, WANTED, maintainer))
    assert answer.status_code == 202
    body = answer.json()
    assert answer.headers["Location"] == body["url"]
    assert (body["status"], body["owner"], body["tasks_total"]) == ("queued", "mia", 12)
    assert ids == [{"run_id": body["id"]}]


def test_some_tasks_may_be_chosen(client, maintainer, enqueued):
    import_mini_bundle()
    chosen = [task.task_id for task in mini_bundle().tasks[:2]]
    answer, _ = enqueued(lambda: post(client, RUNS, WANTED | {"task_ids": chosen}, maintainer))
    assert answer.json()["tasks_total"] == 2


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"bundle": "none"}, {"bundle"}),
        ({"agent": "Nobody", "budget_label": "huge"}, {"agent", "budget_label"}),
        ({"task_ids": "t1"}, {"task_ids"}),
        ({"task_ids": [["x"]]}, {"task_ids.0"}),
        ({"owner": "sam"}, {"owner"}),
    ],
)
def test_a_wrong_order_is_refused_by_field(client, maintainer, changes, fields):
    import_mini_bundle()
    assert problem_fields(post(client, RUNS, WANTED | changes, maintainer)) == fields
    assert not Run.objects.exists()


def test_unknown_tasks_are_named(client, maintainer):
    import_mini_bundle()
    answer = post(client, RUNS, WANTED | {"task_ids": ["t1", "t2"]}, maintainer)
    assert [found["task_id"] for found in problem(answer, 422)["problems"]] == ["t1", "t2"]


@pytest.mark.parametrize("roles", [None, {}, {"is_submitter": True}])
def test_only_maintainers_execute_and_judge(client, roles):
    run = executed_run()
    headers = {} if roles is None else token_of(person("sam", **roles))
    status = 401 if roles is None else 403
    problem(post(client, RUNS, WANTED, headers), status)
    problem(post(client, f"{RUNS}{run.pk}/judge/", {"judge": "exact"}, headers), status)


def test_its_owner_cancels_a_run(client):
    owner = person("olga")
    run = queued_run(owner=owner)
    answer = client.post(f"{RUNS}{run.pk}/cancel/", headers=token_of(owner))
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert "olga" in answer.json()["reason"]


def test_others_do_not_cancel_it(client):
    run = queued_run(owner=person("olga"))
    problem(client.post(f"{RUNS}{run.pk}/cancel/"), 401)
    sam = token_of(person("sam", is_submitter=True))
    problem(client.post(f"{RUNS}{run.pk}/cancel/", headers=sam), 403)
    assert Run.objects.get().status == "queued"


def test_a_run_that_is_over_cannot_be_cancelled(client, maintainer):
    run = executed_run()
    problem(client.post(f"{RUNS}{run.pk}/cancel/", headers=maintainer), 409)


def test_a_scored_run_is_judged_anew(client, maintainer, enqueued):
    run = executed_run()
    answer, ids = enqueued(
        lambda: post(client, f"{RUNS}{run.pk}/judge/", {"judge": "exact"}, maintainer)
    )
    assert answer.status_code == 202
    assert ids == [{"run_id": str(run.pk), "judge": "exact"}]


def test_what_cannot_be_judged_is_refused(client, maintainer, enqueued):
    run = queued_run()
    address = f"{RUNS}{run.pk}/judge/"
    assert problem_fields(post(client, address, {"judge": "me"}, maintainer)) == {"judge"}
    answer, ids = enqueued(lambda: post(client, address, {"judge": "exact"}, maintainer))
    problem(answer, 409)
    assert ids == []
