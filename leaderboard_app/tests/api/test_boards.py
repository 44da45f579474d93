"""Boards through the API: what a snapshot holds, tagged by it."""

import csv
import io

import pytest

from leaderboard_app import actions, queries
from leaderboard_app.tests.published import READERS, published_rows
from runs_app.tests.factories import executed_run
from tasks_app.models import Bundle
from tasks_app.tests.api_answers import PROBLEM, problem, problem_fields
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db

API = "/api/v1/"
KINDS = ("leaderboard", "family-matrix", "failures", "s-lambda", "sweeps")
ADDRESSES = [*(f"{API}{kind}/" for kind in KINDS), f"{API}leaderboard.csv"]
RATE = {"value", "low", "high", "numerator", "denominator"}


@pytest.fixture
def published():
    """A reader and a control at two labels of one bundle."""
    for agent in (READERS[0], "CopilotFirst"):
        for label in ("main", "loose"):
            run = executed_run(agent, label)
    return actions.publish_snapshot(run.bundle_id)


@pytest.mark.parametrize("address", ADDRESSES)
def test_where_nothing_is_published_a_board_is_a_404(client, address):
    assert "Nothing is published yet" in problem(client.get(address), 404)["detail"]
    import_mini_bundle()
    assert "mini@1" in problem(client.get(f"{address}?bundle=mini"), 404)["detail"]


@pytest.mark.parametrize("rows", [1, 3])
def test_a_board_takes_two_queries(client, rows, django_assert_num_queries):
    published_rows(rows)
    for address in ADDRESSES:
        with django_assert_num_queries(2):  # snapshot, board
            client.get(address)
        with django_assert_num_queries(3):  # bundle, snapshot, board
            client.get(f"{address}?bundle=mini@1")


def test_a_leaderboard_has_the_fields_of_the_contract(client, published):
    body = client.get(f"{API}leaderboard/?bundle=mini@1&track=tool_api&budget=main").json()
    assert (body["snapshot"], body["bundle"]) == (published.digest, "mini@1")
    assert (body["track"], body["budget"], body["tasks"]) == ("tool_api", "main", 12)
    (row,), (control,) = body["rows"], body["controls"]
    assert (row["agent"], row["track"], row["rank"]) == (READERS[0], "tool_api", 1)
    assert (control["agent"], control["rank"]) == ("CopilotFirst", None)
    for name in ("coverage", "strict", "micro", "up", "save", "econ", "lenient", "feasibility"):
        assert set(row[name]) >= RATE, name
    assert row["micro"] == row["strict"]
    assert {"model", "scaffold", "cost_basis", "mean_units", "units_per_success"} <= set(row)
    assert row["corrected"]["reason"]


def test_the_numbers_are_those_of_the_stored_payload(client, published):
    payload = queries.board(published.digest, "leaderboard", "tool_api", "main")
    body = client.get(f"{API}leaderboard/").json()
    for name in ("strict", "econ", "mean_units", "rank_interval", "run_ids", "missing"):
        assert body["rows"][0][name] == payload["rows"][0][name]


@pytest.mark.parametrize("kind", ["family-matrix", "failures", "s-lambda"])
def test_the_other_boards_have_a_row_for_agent_and_control(client, published, kind):
    rows = client.get(f"{API}{kind}/").json()["rows"]
    assert [row["agent"] for row in rows] == [READERS[0], "CopilotFirst"]
    assert [row["track"] for row in rows] == ["tool_api", "scripted"]


def test_sweeps_hold_all_labels_or_the_one_asked_for(client, published):
    body = client.get(f"{API}sweeps/").json()
    assert body["budget"] is None
    cheap = next(f for f in body["families"] if f["family"] == "cheap_qa")
    # The run labelled main was made at the family's own main label, tight.
    assert [p["budget_label"] for p in cheap["curves"][0]["points"]] == ["tight", "loose"]
    for budget, expected in {"main": ["tight"], "loose": ["loose"], "medium": []}.items():
        body = client.get(f"{API}sweeps/?budget={budget}").json()
        cheap = next(f for f in body["families"] if f["family"] == "cheap_qa")
        assert body["budget"] == budget
        assert [p["budget_label"] for p in cheap["curves"][0]["points"]] == expected


def test_a_board_is_tagged_by_its_snapshot(client, published):
    tags = {address: client.get(address).headers["ETag"] for address in ADDRESSES}
    assert all(published.digest in tag for tag in tags.values())
    for address, tag in tags.items():
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = client.get(address, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["ETag"] == tag
            assert again.headers["Cache-Control"] == "public, no-cache"
    executed_run(READERS[1])
    actions.publish_snapshot(published.bundle_id)
    for address, tag in tags.items():
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_a_board_that_the_client_has_is_not_even_read(client, published, django_assert_num_queries):
    tag = client.get(f"{API}leaderboard/").headers["ETag"]
    with django_assert_num_queries(1):
        client.get(f"{API}leaderboard/", headers={"If-None-Match": tag})


def test_a_board_by_its_digest_stays_for_good(client, published):
    executed_run(READERS[1])
    actions.publish_snapshot(published.bundle_id)
    answer = client.get(f"{API}leaderboard/?snapshot={published.digest}")
    assert len(answer.json()["rows"]) == 1
    assert "immutable" in answer.headers["Cache-Control"]


WRONG = {
    "bundel=mini": {"bundel"},
    "bundle=none": {"bundle"},
    "track=fast&budget=huge": {"track", "budget"},
    "snapshot=abc": {"snapshot"},
    "snapshot=" + "0" * 64: {"snapshot"},
    "budget=main&budget=tight": {"budget"},
    "bundle=mi%00ni": {"bundle"},
    "format=csv": {"format"},
}


def test_a_wrong_parameter_is_refused_by_name(client, published):
    for address in ADDRESSES:
        for query, fields in WRONG.items():
            assert problem_fields(client.get(f"{address}?{query}")) == fields, (address, query)


def test_a_snapshot_of_another_bundle_is_refused(client, published):
    Bundle.objects.create(name="b", version="1", kind="economic", manifest={}, task_count=0)
    query = f"snapshot={published.digest}&bundle="
    assert problem_fields(client.get(f"{API}leaderboard/?{query}b@1")) == {"bundle"}
    assert client.get(f"{API}leaderboard/?{query}mini").status_code == 200


def test_a_board_that_the_snapshot_lacks_is_a_404_that_lists_the_others(client, published):
    detail = problem(client.get(f"{API}failures/?track=workspace"), 404)["detail"]
    assert "track=tool_api budget=main" in detail
    assert "track=workspace" not in detail
    assert "track=tool_api." in problem(client.get(f"{API}sweeps/?track=imported"), 404)["detail"]


def test_the_csv_holds_the_same_numbers(client, published):
    answer = client.get(f"{API}leaderboard.csv?budget=main")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert f"{published.digest[:8]}.csv" in answer.headers["Content-Disposition"]
    lines = list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))
    body = client.get(f"{API}leaderboard/").json()
    assert [line["agent"] for line in lines] == [READERS[0], "CopilotFirst"]
    assert float(lines[0]["strict"]) == body["rows"][0]["strict"]["value"]
    assert float(lines[1]["mean_units"]) == body["controls"][0]["mean_units"]["value"]


def test_an_error_of_the_csv_is_a_problem_too(client):
    answer = client.get(f"{API}leaderboard.csv", headers={"Accept": "text/csv"})
    assert answer.headers["Content-Type"] == PROBLEM
    problem(answer, 404)
