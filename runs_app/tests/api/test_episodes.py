"""Episodes through the API: scores, ledger, labels, and steps a page at a time."""

import pytest

from runs_app import actions
from runs_app.domain.episode import AgentSpec, Track
from runs_app.models import Episode, JudgeLabel, Run
from runs_app.tests.factories import executed_run
from tasks_app.tests.api_answers import problem, problem_fields
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db

EPISODES = "/api/v1/episodes/"


def bare_run(track=Track.IMPORTED):
    """A run of some agent of an archive, without episodes."""
    return Run.objects.create(
        bundle_id=import_mini_bundle(),
        agent=actions.ensure_agent(AgentSpec("reader", track), owner=None),
        budget_label="main",
        judge="exact",
        tasks_total=3,
        status="scored",
    )


def add_episode(run, task_id="t", **changes):
    values = {"family": "cheap_qa", "status": "completed", **changes}
    values["step_count"] = len(values.get("steps", []))
    return Episode.objects.create(run=run, task_id=task_id, **values)


def list_of(run):
    return f"/api/v1/runs/{run.pk}/episodes/"


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_episodes_takes_two_queries(client, rows, django_assert_num_queries):
    run = bare_run()
    for number in range(rows):
        add_episode(run, f"t{number}", answer="x" * 1000)
    with django_assert_num_queries(2):  # run, episodes
        answer = client.get(list_of(run))
    assert len(answer.json()["results"]) == rows
    assert b"xxx" not in answer.content  # answers may be megabytes: one at a time


@pytest.mark.parametrize("steps", [1, 3])
def test_one_episode_takes_four_queries(client, steps, django_assert_num_queries):
    episode = add_episode(bare_run(), steps=[{"action": "search"}] * steps)
    client.get(f"{EPISODES}{episode.pk}/")  # the bundle is kept in the process
    with django_assert_num_queries(4):  # episode, prices of its steps, steps, labels
        client.get(f"{EPISODES}{episode.pk}/")
    with django_assert_num_queries(3):  # episode, prices of its steps, steps
        client.get(f"{EPISODES}{episode.pk}/steps/")


def test_an_episode_shows_its_ledger_and_the_step_that_went_over(client):
    """cheap_qa at main = tight = 90 units: search 30 + search 30 + read 16 = 76, + search = 106."""
    steps = [{"action": action} for action in ("search", "search", "read", "search", "answer")]
    episode = add_episode(bare_run(), steps=steps)
    body = client.get(f"{EPISODES}{episode.pk}/").json()
    assert body["ledger"] == {"budget": 90, "total": 106, "remaining": -16, "over_step": 4}
    assert [step["total"] for step in body["steps"]] == [30, 60, 76, 106, 106]
    assert [step["number"] for step in body["steps"] if step["went_over"]] == [4]
    assert body["steps_next"] is None


def test_scores_and_labels_come_from_the_judge_that_counts(client):
    run = executed_run("CheapFirst")
    episode = run.episodes.filter(correct=True, abstained=False).first()
    JudgeLabel.objects.create(
        episode=episode, origin="archive", judge="other", rubric="r", verdict="incorrect"
    )
    body = client.get(f"{EPISODES}{episode.pk}/").json()
    assert (body["correct"], body["strict"]) == (True, episode.strict)
    assert [(label["judge"], label["counts"]) for label in body["judge_labels"]] == [
        ("exact", True),
        ("other", False),
    ]


def test_a_missing_verdict_is_null_and_not_false(client):
    episode = add_episode(bare_run(), answer="perhaps")
    body = client.get(f"{EPISODES}{episode.pk}/").json()
    assert (body["correct"], body["strict"], body["failure_stage"]) == (None, None, None)
    assert (body["cost_usd"], body["usage"], body["units"]) == (None, None, None)


def test_zero_is_zero(client):
    episode = add_episode(bare_run(), cost_usd=0, units=0, usage={"input_tokens": 0})
    body = client.get(f"{EPISODES}{episode.pk}/").json()
    assert (body["cost_usd"], body["units"], body["usage"]["input_tokens"]) == (0, 0, 0)
    assert body["usage"]["output_tokens"] is None


def test_an_execution_proxy_has_no_budget_in_units(client):
    work = {"wall_seconds": 2.5, "modified_files": 1, "new_files": 0}
    run = bare_run(Track.WORKSPACE)
    episode = add_episode(run, workspace=work, steps=[{"action": "search"}])
    body = client.get(f"{EPISODES}{episode.pk}/").json()
    assert (body["ledger"]["budget"], body["ledger"]["remaining"]) == (None, None)
    assert body["workspace"] == work


def test_seven_thousand_steps_come_fifty_at_a_time(client):
    episode = add_episode(bare_run(), steps=[{"action": "lookup"}] * 7000)
    body = client.get(f"{EPISODES}{episode.pk}/").json()
    assert (body["steps_total"], len(body["steps"]), body["ledger"]["total"]) == (7000, 50, 42_000)
    second = client.get(body["steps_next"]).json()
    assert [step["number"] for step in second["results"]] == list(range(51, 101))
    last = client.get(f"{EPISODES}{episode.pk}/steps/?page=140").json()
    assert (last["results"][-1]["number"], last["next"]) == (7000, None)
    assert client.get(second["previous"]).json()["results"] == body["steps"]


@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "1e3", "99999999999999999999"])
def test_a_page_of_steps_that_is_not_there_is_refused(client, page):
    episode = add_episode(bare_run(), steps=[{"action": "lookup"}])
    answer = client.get(f"{EPISODES}{episode.pk}/steps/?page={page}")
    assert problem_fields(answer) == {"page"}


def test_a_long_observation_is_cut_and_says_so(client):
    step = {"action": "search", "observation": "o" * 30_000, "arguments": {"q": "a" * 30_000}}
    episode = add_episode(bare_run(), steps=[step])
    (shown,) = client.get(f"{EPISODES}{episode.pk}/").json()["steps"]
    assert (len(shown["observation"]), shown["observation_length"]) == (20_000, 30_000)
    assert shown["arguments"] is None


def test_an_episode_without_steps_has_an_empty_ledger(client):
    body = client.get(f"{EPISODES}{add_episode(bare_run()).pk}/").json()
    assert (body["steps"], body["ledger"]["total"], body["steps_next"]) == ([], 0, None)


def test_rows_without_a_value_are_last_in_both_directions(client):
    run = bare_run()
    for task_id, units in {"a": 5.0, "b": None, "c": 1.0}.items():
        add_episode(run, task_id, units=units)
    for order, expected in {"units": ["c", "a", "b"], "-units": ["a", "c", "b"]}.items():
        found, address = [], f"{list_of(run)}?order={order}&page_size=1"
        while address:
            body = client.get(address).json()
            found += [row["task_id"] for row in body["results"]]
            address = body["next"]
        assert found == expected


def test_episodes_are_filtered(client):
    run = bare_run()
    add_episode(run, "a", strict=True)
    add_episode(run, "b", strict=False, failure_stage="budget", family="stop_loss")
    add_episode(run, "c", status="agent_error")
    for query, expected in {
        "strict=yes": ["a"],
        "strict=unjudged": ["c"],
        "failure=budget": ["b"],
        "family=stop_loss": ["b"],
        "status=agent_error": ["c"],
    }.items():
        rows = client.get(f"{list_of(run)}?{query}").json()["results"]
        assert [row["task_id"] for row in rows] == expected, query
    assert problem_fields(client.get(f"{list_of(run)}?strict=true")) == {"strict"}


@pytest.mark.parametrize(
    "address", [f"{EPISODES}x/", f"{EPISODES}00000000-0000-0000-0000-000000000000/"]
)
def test_an_episode_that_is_not_there_is_a_404(client, address):
    problem(client.get(address), 404)
