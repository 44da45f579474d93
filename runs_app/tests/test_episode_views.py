"""The page of an episode, through the whole stack."""

import pytest
from django.urls import reverse

from runs_app.models import Episode, JudgeLabel
from runs_app.tests.bare_runs import add_episodes, bare_run
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import mini_bundle

pytestmark = pytest.mark.django_db

STEP = {"action": "search", "arguments": {"query": "x"}, "observation": "seen", "evidence": ["d1"]}


def page_of(client, episode, query=""):
    return client.get(reverse("episode-detail", args=[episode.pk]) + query)


def test_the_step_that_went_over_is_marked_in_the_ledger_and_in_the_chart(client):
    run = executed_run("CopilotFirst", "tight")
    episode = Episode.objects.filter(run=run, over_step__isnull=False).first()
    response = page_of(client, episode)
    rows = response.context["step_table"].rows
    assert [row.css for row in rows].index("is-over") == episode.over_step - 1
    assert response.context["figure"].data[1]["x"] == [episode.over_step]
    assert 'id="ledger-figure-spec" type="application/json"' in response.content.decode()


def test_strict_success_is_shown_with_its_three_parts(client):
    run = executed_run("CopilotFirst", "tight")
    episode = Episode.objects.filter(run=run, failure_stage="budget").first()
    html = page_of(client, episode).content.decode()
    verdict = html[html.index('id="verdict"') : html.index('aria-label="Ledger"')]
    assert verdict.count('class="is-yes"') == 2
    assert verdict.count('class="is-no"') == 2  # over budget, and so not a strict success
    assert "<dd>budget</dd>" in verdict.replace("\n", "")


def test_nothing_of_the_oracle_is_on_the_page_of_a_control(client):
    run = executed_run("BudgetAwarePlanner")
    by_id = {task.task_id: task for task in mini_bundle().tasks}
    for episode in run.episodes.all():
        html = page_of(client, episode).content.decode()
        assert by_id[episode.task_id].oracle.rationale not in html


def test_an_episode_page_takes_seven_queries_however_many_steps(client, django_assert_num_queries):
    run = bare_run()
    add_episodes(run, 1, steps=[STEP])
    Episode.objects.create(
        run=run, task_id="u", family="cheap_qa", status="completed", steps=[STEP] * 120
    )
    page_of(client, run.episodes.first())
    for episode in run.episodes.all():
        with django_assert_num_queries(7):  # episode, prices, steps, task, labels, 2 neighbours
            page_of(client, episode)


def test_many_steps_are_paged_and_numbered_through(client):
    run = bare_run()
    add_episodes(run, 1, steps=[STEP] * 120, step_count=120)
    response = page_of(client, run.episodes.get(), "?page=3")
    rows = response.context["step_table"].rows
    assert (len(rows), rows[-1].cells[0].text) == (20, "120")
    assert response.context["steps_before_href"] == "?page=2"
    assert response.context["steps_after_href"] == ""
    assert "ledger.sort" not in response.content.decode()  # a page alone cannot be sorted


@pytest.mark.parametrize("page", ["0", "-1", "99999999999999999999", "²", "x"])
def test_a_page_that_does_not_exist_is_the_nearest_that_does(client, page):
    run = bare_run()
    add_episodes(run, 1, steps=[STEP])
    assert page_of(client, run.episodes.get(), f"?page={page}").status_code == 200


def test_a_huge_observation_is_cut_and_says_so(client):
    run = bare_run()
    add_episodes(run, 1, steps=[{**STEP, "observation": "x" * 2_000_000}])
    response = page_of(client, run.episodes.get())
    assert len(response.content) < 100_000
    assert "of 2,000,000 characters are shown" in response.content.decode()


def test_the_next_episode_is_the_next_of_the_list_it_was_reached_from(client):
    run = bare_run()
    add_episodes(run, 3)
    Episode.objects.filter(task_id="t1").update(strict=False)
    first, _, last = run.episodes.order_by("task_id")
    response = page_of(client, first, "?strict=yes&episodes.sort=task")
    query = "?strict=yes&episodes.sort=task"
    assert response.context["next_href"] == reverse("episode-detail", args=[last.pk]) + query
    assert response.context["previous_href"] == ""


def test_a_verdict_that_came_with_an_archive_is_shown_and_does_not_count(client):
    run = bare_run()
    add_episodes(run, 1)
    given = {"episode": run.episodes.get(), "rubric": "r", "verdict": "correct"}
    JudgeLabel.objects.create(judge="exact", origin="archive", **given)
    JudgeLabel.objects.create(judge="exact", origin="site", **given)
    rows = page_of(client, run.episodes.get()).context["label_table"].rows
    notes = {row.cells[0].note for row in rows}
    assert notes == {"this one counts", "from the archive, does not count"}


def test_unknown_tokens_are_a_dash_and_zero_is_zero(client):
    run = bare_run()
    add_episodes(run, 1, usage={"input_tokens": 0, "output_tokens": None}, cost_usd=0.012345)
    table = page_of(client, run.episodes.get()).context["usage_table"]
    amounts = {row.cells[0].text: row.cells[1].text for row in table.rows}
    assert amounts["Input tokens"] == "0"
    assert amounts["Output tokens"] == "\N{EN DASH}"
    assert amounts["Cost reported, USD"] == "$0.0123"


def test_a_workspace_episode_has_no_budget_in_units(client):
    run = bare_run()
    type(run.agent).objects.filter(pk=run.agent_id).update(track="workspace")
    add_episodes(
        run,
        1,
        steps=[STEP],
        units=42.0,
        workspace={"wall_seconds": 4, "modified_files": 3, "new_files": 0},
    )
    response = page_of(client, run.episodes.get())
    assert response.status_code == 200
    assert response.context["step_table"].rows[0].cells[4].value is None
