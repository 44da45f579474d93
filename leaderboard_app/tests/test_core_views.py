"""The page of Core against Full."""

import pytest
from django.urls import reverse

from leaderboard_app import actions, queries
from leaderboard_app.models import Board
from leaderboard_app.tests.board_pages import page
from leaderboard_app.tests.metered import keeper, metered, uploaded
from runs_app import actions as run_actions
from runs_app.models import Run
from tasks_app.domain.numbers import MINUS, RANGE, UNKNOWN, amount_text
from tasks_app.tests.meter_bundles import HIDDEN

pytestmark = pytest.mark.django_db

PAGE = reverse("meter-core")


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def html(client, **query):
    response = client.get(PAGE, query)
    assert response.status_code == 200
    return response.content.decode()


def board(snapshot):
    return queries.meter_board(snapshot.digest, "meter-core", "imported")


def with_core(snapshot, tasks):
    """The same publication with the smaller core of so many tasks as its Core."""
    stored = Board.objects.get(snapshot=snapshot, kind="meter-core")
    chosen = next(size for size in stored.payload["sizes"] if size["tasks"] == tasks)
    rows = [row | {"core": row["full"], "shift": 0} for row in stored.payload["rows"]]
    rows[0] |= {"core": {"ams": 0.25, "place": 3}, "shift": 2}
    return stored.payload | {"core": chosen, "core_reason": None, "rows": rows}


def test_before_anything_is_published_it_says_what_to_do(client):
    assert "There is no published board here yet." in html(client)


def test_before_a_calibration_it_leads_to_it(client):
    metered(calibrated=False)
    text = html(client)
    assert "The bundle is not calibrated yet." in text
    assert reverse("calibration") in text


def test_every_smaller_core_is_in_the_table_beside_random_subsets(client):
    payload = board(metered())
    sizes = page(client, "meter-core")["sizes"]

    assert sizes.column("Tasks") == [str(size["tasks"]) for size in payload["sizes"]]
    third = payload["sizes"][2]
    assert sizes.cell(2, "Spearman").text.startswith(f"{third['spearman']['value']:.3f}")
    mean = third["random"]["spearman"]["mean"]
    assert mean["low"] < 0  # three tasks of each stratum may turn the order round
    assert sizes.cell(2, "Random: Spearman").lines == [
        f"{mean['value']:.3f}",
        f"{MINUS}{-mean['low']:.3f} {RANGE} {mean['high']:.3f}",
    ]
    percentile = third["random"]["spearman"]["percentile"]["value"]
    assert sizes.cell(2, "Percentile").text == amount_text(round(percentile, 1))


def test_where_core_is_all_of_full_it_says_so_and_unknown_is_no_zero(client):
    metered()
    text = html(client)
    assert "Core would be all of Full" in text
    orders = page(client, "meter-core")["orders"]
    assert set(orders.column("Place by Core")) == {UNKNOWN}


def test_core_stands_beside_random_subsets_with_both_orders(client, monkeypatch):
    payload = with_core(metered(), 9)
    monkeypatch.setattr(queries, "meter_board", lambda *_: payload)
    tables = page(client, "meter-core")

    assert tables["agreement"].column("Measure") == ["Spearman", "Kendall", "Largest shift"]
    found = tables["agreement"].cell(0, "Core").text
    assert found == f"{payload['core']['spearman']['value']:.3f}"
    assert tables["orders"].column("Moves")[:2] == ["down 2", "same"]


def test_the_tasks_of_a_size_are_shown_by_stratum_with_links(client):
    payload = board(metered())
    text = html(client, size="9")
    chosen = next(size for size in payload["sizes"] if size["tasks"] == 9)

    assert [text.index(f"{name} (3)") for name in ("Easy", "Medium", "Hard")] == sorted(
        text.index(f"{name} (3)") for name in ("Easy", "Medium", "Hard")
    )
    for tasks in chosen["task_ids"].values():
        assert len(tasks) == 3
        for task in tasks:
            assert reverse("task-detail", args=["meter@1", task]) in text
    other = {t for size in payload["sizes"] for ids in size["task_ids"].values() for t in ids}
    shown = {task for task in other if reverse("task-detail", args=["meter@1", task]) in text}
    assert shown == {task for ids in chosen["task_ids"].values() for task in ids}


def test_an_unknown_size_is_named_and_the_usual_one_shown(client):
    metered()
    text = html(client, size="7")
    assert "size=7 is not one of 3, 6, 9" in text
    assert "Which tasks" in text


def test_an_earlier_publication_without_the_board_says_so(client, monkeypatch):
    metered()
    monkeypatch.setattr(queries, "meter_board", lambda *_: None)
    assert "has no comparison of Core with Full" in html(client)


def test_whoever_has_no_place_is_named_with_the_reason(client, monkeypatch):
    payload = with_core(metered(), 9)
    left_out = [{"key": "<b>x</b>", "reason": "3 of 30 episodes are missing."}]
    monkeypatch.setattr(queries, "meter_board", lambda *_: payload | {"left_out": left_out})
    text = html(client)
    assert "1 configuration without a place" in text
    assert "&lt;b&gt;x&lt;/b&gt;: 3 of 30 episodes are missing." in text


def test_it_is_one_of_the_pages_of_a_grid_and_keeps_what_is_chosen(client):
    metered()
    text = html(client, bundle="meter@1")
    assert f'<a href="{PAGE}?bundle=meter%401" aria-current="page">' in text
    assert f"{reverse('agentmeter')}?bundle=meter%401" in text


def test_nothing_of_the_hidden_evaluation_is_shown(client):
    metered()
    assert HIDDEN not in html(client)


@pytest.mark.parametrize("runs", [2, 5])
def test_the_page_takes_three_queries_however_many_rows(client, runs, django_assert_num_queries):
    bundle_id = uploaded().bundle_id
    actions.calibrate_bundle(bundle_id, keeper())
    for run in Run.objects.order_by("pk")[: 6 - runs]:
        run_actions.withdraw_run(run.pk, keeper())
    actions.publish_snapshot(bundle_id)
    with django_assert_num_queries(3):  # snapshot, bundles, board
        client.get(PAGE)
