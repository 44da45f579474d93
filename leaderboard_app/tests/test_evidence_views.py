"""The episodes behind the numbers of a board."""

import re

import pytest
from django.urls import reverse

from leaderboard_app import actions
from leaderboard_app.tests.board_pages import HOSTILE, TASKS, page, published, uploaded_run
from leaderboard_app.tests.html_tables import shown_tables
from runs_app import actions as run_actions
from runs_app.models import Agent, Run
from runs_app.tests.archives import episode
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.domain import numbers
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db

FRACTION = re.compile(r"^(\d+)\s/\s\d+$")


def agent_id(name="LexicalEager"):
    return Agent.objects.get(name=name).pk


def linked_counts(tables):
    """(address, count) of every number that leads to episodes: a numerator, or a plain count."""
    for table in tables.values():
        for cell in (cell for row in table.rows for cell in row):
            if "/boards/agents/" not in cell.href or "outcome=" not in cell.href:
                continue
            fraction = next(filter(None, map(FRACTION.match, cell.lines)), None)
            if fraction:
                yield cell.href, int(fraction[1])
            elif cell.lines[0].isdecimal() and "outcome=scored" not in cell.href:
                yield cell.href, int(cell.lines[0])


def check_counts(client, tables):
    """Follow every number that counts episodes, and count them there."""
    counts = dict(linked_counts(tables))
    for address, count in counts.items():
        shown = shown_tables(client.get(address).content.decode())
        assert len(shown["episodes"].rows) == count, address
    return len(counts)


@pytest.mark.parametrize("agent", ["LexicalEager", "RetryLoop"])
def test_every_number_leads_to_as_many_episodes_as_it_counts(client, agent):
    published(agent, labels=("main", "tight"))
    assert check_counts(client, page(client, "leaderboard")) == 8
    assert check_counts(client, page(client, "leaderboard", budget="tight")) == 8
    assert check_counts(client, page(client, "family-matrix")) == 15
    assert check_counts(client, page(client, "failures")) == 5
    assert check_counts(client, page(client, "failures", family="cheap_qa")) == 5


def test_every_number_of_a_sweep_does_so_too(client):
    """Of a run at main, too, which is a point at the label that is a family's main one."""
    published("LexicalEager", labels=("main",))
    assert check_counts(client, page(client, "sweeps")) == 5 * 5


def test_missing_episodes_are_counted_and_have_no_page(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    sam = person("sam", is_submitter=True)
    lost = episode(TASKS[0], status="infrastructure_error", answer=None)
    lines = [lost, *(episode(task) for task in TASKS[1:10])]
    uploaded_run(sam, lines, name="Partial")
    actions.publish_snapshot(import_mini_bundle())
    assert check_counts(client, page(client, "failures")) == 5
    missing = page(client, "evidence", agent_id("Partial"), outcome="missing")["episodes"]
    stages = missing.column("Failure stage")
    assert sorted(stages) == ["missing: absent", "missing: absent", "missing: infrastructure"]
    for row, stage in zip(missing.rows, stages, strict=True):
        assert bool(row[0].href) == (stage == "missing: infrastructure")


def test_an_episode_is_shown_with_what_it_cost_and_leads_to_its_page(client):
    published("LexicalEager")
    shown = page(client, "evidence", agent_id())["episodes"]
    assert len(shown.rows) == 12
    run = Run.objects.get()
    for row in shown.rows:
        found = run.episodes.get(task_id=row[0].lines[0])
        assert row[0].href == reverse("episode-detail", args=[found.pk])
        assert row[shown.header.index("Cost")].lines == [numbers.amount_text(found.units)]
        assert row[shown.header.index("Strict")].lines == ["yes" if found.strict else "no"]
    assert client.get(shown.rows[0][0].href).status_code == 200


def test_of_several_attempts_the_one_that_counts_is_linked(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    first, second = episode(TASKS[0]), episode(TASKS[0], attempt=2)
    lost = episode(TASKS[0], attempt=3, status="infrastructure_error", answer=None)
    run = uploaded_run(person("sam", is_submitter=True), [first, second, lost], name="Thrice")
    actions.publish_snapshot(run.bundle_id)
    (row,) = page(client, "evidence", run.agent_id, outcome="scored")["episodes"].rows
    assert row[0].href == reverse("episode-detail", args=[run.episodes.get(attempt=2).pk])


@pytest.mark.parametrize("runs", [1, 3])
def test_the_page_takes_four_queries_for_one_run_as_for_three(
    client, runs, django_assert_num_queries
):
    published("LexicalEager", labels=("main", "tight", "loose")[:runs])
    number = agent_id()
    page(client, "evidence", number)  # the bundle is read once a process
    with django_assert_num_queries(4):  # snapshot, runs, outcomes, ids of episodes
        page(client, "evidence", number)


def test_only_the_newest_run_of_a_label_is_behind_a_number(client):
    executed_run("LexicalEager")
    newer = executed_run("LexicalEager")
    actions.publish_snapshot(newer.bundle_id)
    hrefs = {row[0].href for row in page(client, "evidence", agent_id())["episodes"].rows}
    assert hrefs == {reverse("episode-detail", args=[e.pk]) for e in newer.episodes.all()}


def test_a_run_that_changed_since_is_said(client):
    old = executed_run("LexicalEager")
    digest = actions.publish_snapshot(old.bundle_id).digest
    old.episodes.filter(task_id=TASKS[0].task_id).update(steps=[], answer=None, abstained=False)
    run_actions.score_run(old.pk)
    address = reverse("evidence", args=[agent_id()])
    html = client.get(address, {"snapshot": digest}).content.decode()
    assert "1 run behind this row changed since the snapshot was published" in html


def test_of_a_row_whose_runs_are_withdrawn_the_page_says_so(client):
    run = executed_run("LexicalEager")
    digest = actions.publish_snapshot(run.bundle_id).digest
    run_actions.withdraw_run(run.pk, person("mia", is_maintainer=True))
    actions.publish_snapshot(run.bundle_id)
    address = reverse("evidence", args=[agent_id()])
    html = client.get(address, {"snapshot": digest}).content.decode()
    assert "Every run behind this row was withdrawn" in html
    assert client.get(address).status_code == 404


def test_a_run_that_became_private_is_behind_no_number_any_more(client):
    run = executed_run("LexicalEager")
    digest = actions.publish_snapshot(run.bundle_id).digest
    Run.objects.update(visibility="private")
    address = reverse("evidence", args=[agent_id()])
    html = client.get(address, {"snapshot": digest}).content.decode()
    assert not any(str(found.pk) in html for found in run.episodes.all())


@pytest.mark.parametrize("query", [{}, {"snapshot": "0" * 64}, {"bundle": "nothing@1"}])
def test_without_a_board_there_is_nothing_behind_it(client, query):
    assert client.get(reverse("evidence", args=[1]), query).status_code == 404


@pytest.mark.parametrize("number", [0, 10**30])
def test_an_agent_without_a_row_has_no_page(client, number):
    published("LexicalEager")
    assert client.get(reverse("evidence", args=[number])).status_code == 404


def test_a_label_at_which_no_attempt_counts_has_no_page(client):
    published("LexicalEager", labels=("loose",))
    address = reverse("evidence", args=[agent_id()])
    assert client.get(address, {"budget": "loose"}).status_code == 200
    assert client.get(address, {"budget": "tight"}).status_code == 404


@pytest.mark.parametrize("name", ["group", "family", "outcome", "track", "budget"])
def test_an_unknown_filter_is_said_and_ignored(client, name):
    published("LexicalEager")
    response = client.get(reverse("evidence", args=[agent_id()]), {name: "nonsense"})
    html = response.content.decode()
    assert f"{name}=nonsense is not one of" in html
    assert len(shown_tables(html)["episodes"].rows) == 12


def test_names_of_strangers_are_escaped(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    run = uploaded_run(person("sam", is_submitter=True), [episode(TASKS[0])], name=HOSTILE)
    actions.publish_snapshot(run.bundle_id)
    html = client.get(reverse("evidence", args=[run.agent_id])).content.decode()
    assert "<img" not in html
    assert HOSTILE not in html
