"""The page of sliders, as a plain form."""

import pytest
from django.urls import reverse

from leaderboard_app import actions, queries
from leaderboard_app.queries.sensitivity import published_sensitivity_base
from leaderboard_app.tests.board_pages import page
from leaderboard_app.tests.metered import keeper, metered, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from tasks_app.domain.numbers import fraction_text
from tasks_app.tests.meter_bundles import HIDDEN

pytestmark = pytest.mark.django_db

PAGE, API = reverse("meter-sensitivity"), "/api/v1/agentmeter/sensitivity/"
MOVED = {"alpha": "1", "lambda": "0", "tokens": "1", "steps": "0", "non_pass": "0"}


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    published_sensitivity_base.cache_clear()


def html(client, **query):
    response = client.get(PAGE, query)
    assert response.status_code == 200
    return response.content.decode()


def test_before_anything_is_published_it_says_what_to_do(client):
    assert "There is no published board here yet." in html(client)


def test_before_a_calibration_there_are_no_parameters_to_move(client):
    metered(calibrated=False)
    text = html(client)
    assert "not calibrated yet, so there are no parameters to move" in text
    assert '<input type="number"' not in text


def test_an_earlier_publication_without_its_board_says_so(client, monkeypatch):
    metered()
    monkeypatch.setattr(queries, "meter_board", lambda *_: None)
    assert "cannot be scored again" in html(client)


def test_every_parameter_is_a_labelled_field_with_its_published_value(client):
    metered()
    text = html(client)

    published = {"alpha": "0.6", "lambda": "1", "failure": "90", "tokens": "0.333"}
    published |= {"budget_1": "20", "budget_5": "90"}
    for name, value in published.items():
        assert f'<label for="slider-{name}">' in text
        assert f'name="{name}"' in text
        assert f'value="{value}" data-published="{value}"' in text


def test_as_published_nothing_has_changed(client):
    metered()
    tables = page(client, "meter-sensitivity")

    assert tables["changes"].column("Now")[:3] == [
        fraction_text(0, 30),
        fraction_text(0, 6),
        fraction_text(5, 5),
    ]
    assert tables["orders"].column("Place now") == ["1", "2", "3", "4", "5", "6"]
    assert set(tables["orders"].column("Moves")) == {"same"}


def test_what_the_url_says_is_what_the_api_gives(client):
    metered()
    tables, state = page(client, "meter-sensitivity", **MOVED), client.get(API, MOVED).json()
    changes, rows = state["changes"], state["rows"]

    assert tables["changes"].column("Now") == [
        fraction_text(changes["moved"], 30),
        fraction_text(changes["changed"], 6),
        fraction_text(changes["kept"], 5),
        f"{changes['spearman']['value']:.3f}",
        str(int(changes["largest_shift"]["value"])),
    ]
    orders = tables["orders"]
    assert orders.column("Configuration") == [row["key"] for row in rows]
    assert orders.column("AMS now") == [f"{row['now']['ams']:.3f}" for row in rows]
    assert orders.column("Place now") == [str(row["now"]["place"]) for row in rows]
    assert tables["moved"].column("Task") == [task["task_id"] for task in state["moved"]]
    assert tables["moved"].column("Stratum now") == [task["stratum"] for task in state["moved"]]


def test_a_value_that_cannot_be_meant_is_named_and_what_is_published_shown(client):
    metered()
    text = html(client, alpha="<i>2</i>", budget_2="10")
    tables = page(client, "meter-sensitivity", alpha="2", budget_2="10")

    assert "what is published is shown" in text
    assert "It is a number." in text
    assert "It lies above budget_1: the budgets rise." in text
    assert "<i>2</i>" not in text
    assert 'value="&lt;i&gt;2&lt;/i&gt;" data-published="0.6"' in text
    assert set(tables["orders"].column("Moves")) == {"same"}


def test_parameters_that_make_no_calibration_are_said_and_leave_unknown_places(client, monkeypatch):
    metered()
    refused = {"changes": None, "refused": ["There is no effort."], "moved": []}
    usual = client.get(API).json()
    rows = [row | {"now": None, "shift": None} for row in usual["rows"]]
    found = usual | refused | {"rows": rows}
    monkeypatch.setattr("leaderboard_app.sensitivity_views.sensitivity_payload", lambda *_: found)
    assert "No calibration can be made under these parameters: There is no effort." in html(client)


def test_the_way_back_keeps_the_snapshot_that_is_shown(client):
    digest = metered().digest
    assert f'href="?snapshot={digest}" data-reset' in html(client, snapshot=digest, **MOVED)


def test_a_configuration_leads_to_its_episodes_and_a_task_to_its_page(client):
    metered()
    tables = page(client, "meter-sensitivity", **MOVED)
    assert reverse("agentmeter") in tables["orders"].cell(0, "Configuration").href
    assert tables["moved"].cell(0, "Task").href.startswith("/bundles/meter@1/")


def test_nothing_of_the_hidden_evaluation_is_shown(client):
    metered()
    assert HIDDEN not in html(client, **MOVED)


@pytest.mark.parametrize("runs", [2, 5])
def test_the_page_takes_three_queries_however_many_rows(client, runs, django_assert_num_queries):
    bundle_id = uploaded().bundle_id
    actions.calibrate_bundle(bundle_id, keeper())
    for run in Run.objects.order_by("pk")[: 6 - runs]:
        run_actions.withdraw_run(run.pk, keeper())
    actions.publish_snapshot(bundle_id)
    with django_assert_num_queries(3 + 4):  # and snapshot, calibration twice, episodes
        client.get(PAGE)
    with django_assert_num_queries(3):  # snapshot, bundles, board
        client.get(PAGE, MOVED)
