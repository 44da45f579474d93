"""The episodes behind a row of a grid through the real stack."""

import pytest
from django.urls import reverse

from leaderboard_app.tests.board_pages import page
from leaderboard_app.tests.metered import metered
from runs_app import actions as run_actions
from runs_app.models import Agent, Run
from runs_app.tests.meter_archives import MeterDraft, reference_agents, reference_lines
from runs_app.tests.people import person
from tasks_app.domain.numbers import fraction_text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def agent(name="model-a in cli-x"):
    return Agent.objects.get(name=name)


def address(name="model-a in cli-x"):
    return reverse("grid-evidence", args=[agent(name).pk])


def test_as_many_are_listed_as_the_number_says(client):
    metered()
    ranked = page(client, "agentmeter")["ranked"]
    for row in range(len(ranked.rows)):
        cell = ranked.cell(row, "Passes")
        shown = client.get(cell.href).context["shown"]
        assert cell.lines[1] == fraction_text(shown, 30)


def test_each_row_leads_to_its_episode(client):
    metered()
    episodes = page(client, "grid-evidence", agent().pk)["episodes"]

    assert len(episodes.rows) == 30
    for row in episodes.rows[:3]:
        answer = client.get(row[0].href)
        assert answer.status_code == 200
        assert row[0].lines[0] in answer.content.decode()


def test_they_are_chosen_by_stratum_and_outcome(client):
    metered()
    shown = page(client, "grid-evidence", agent().pk, stratum="hard", outcome="failed")
    episodes = shown["episodes"]

    assert set(episodes.column("Stratum")) == {"hard"}
    assert set(episodes.column("Reward")) == {"0.000"}


def test_without_a_calibration_they_are_listed_all_the_same(client):
    metered(calibrated=False)
    assert len(page(client, "grid-evidence", agent().pk)["episodes"].rows) == 30


def test_a_set_has_only_its_tasks(client):
    metered()
    episodes = page(client, "grid-evidence", agent().pk, set="opt")["episodes"]
    assert 0 < len(episodes.rows) < 30


def test_a_withdrawn_run_is_said_and_the_published_numbers_stay(client):
    snapshot = metered()
    run = Run.objects.get(agent=agent())
    run_actions.withdraw_run(run.pk, person("mia", is_maintainer=True))
    response = client.get(address(), {"snapshot": snapshot.digest})

    assert "1 run behind this row changed or was withdrawn since" in response.content.decode()
    assert response.context["shown"] == 30


@pytest.mark.parametrize(
    "query",
    [
        {"bundle": "nothing"},
        {"set": "core"},
        {"track": "workspace"},
        {"condition": "cross-only"},
        {"snapshot": "0" * 64},
    ],
)
def test_where_there_is_no_such_row_there_is_no_page(client, query):
    metered()
    assert client.get(address(), query).status_code == 404


def test_an_agent_of_no_row_has_no_page(client):
    metered()
    assert client.get(reverse("grid-evidence", args=[10**6])).status_code == 404


def test_wrong_parameters_are_named(client):
    metered()
    text = client.get(address(), {"outcome": "nothing"}).content.decode()
    assert "outcome=nothing is not one of counted" in text


@pytest.mark.parametrize("repeats", [1, 3])
def test_the_page_takes_a_fixed_number_of_queries(client, repeats, django_assert_num_queries):
    lines = [one for n in range(repeats) for one in reference_lines(repeat=n + 1)]
    metered(MeterDraft(lines, manifest={"repeats": repeats}, agents=reference_agents()))
    # publication, calibration, board of episodes, tasks, ids of episodes, runs as they are now
    with django_assert_num_queries(6):
        assert client.get(address()).context["shown"] == 30 * repeats
