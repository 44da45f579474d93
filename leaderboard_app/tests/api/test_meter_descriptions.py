"""Conditions and transfers through the API, and as files."""

import csv
import io

import pytest

from leaderboard_app import queries
from leaderboard_app.tests.described import KEYS, described

pytestmark = pytest.mark.django_db

BOARD = "/api/v1/agentmeter/descriptions/"
CSV, TRANSFERS = "/api/v1/agentmeter/descriptions.csv", "/api/v1/agentmeter/transfers.csv"


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def lines(answer):
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_the_board_is_what_was_stored(client):
    payload = queries.meter_board(described().digest, "meter-descriptions", "imported")
    body = client.get(BOARD).json()

    for name in ("tasks", "sources", "conditions", "adapted", "transfers", "effective"):
        assert body[name] == payload[name]
    assert [row["key"] for row in body["rows"]] == list(KEYS)
    assert body["rows"][0]["conditions"] == payload["rows"][0]["conditions"]
    assert "agent" in body["rows"][0]


def test_the_csv_has_a_line_for_each_configuration_and_condition(client):
    digest = described().digest
    rows = client.get(BOARD).json()["rows"]
    answer = client.get(CSV)
    found = {(line["configuration"], line["condition"]): line for line in lines(answer)}

    assert len(found) == len(KEYS) * 7
    for row in rows:
        for condition, cell in row["conditions"].items():
            line = found[row["key"], condition]
            assert line["reward"] == str(cell["reward"]["value"])
            assert line["place"] == str(cell["place"] or "")
            assert line["episodes"] == str(cell["coverage"]["numerator"])
            assert (line["first_in"] != "") == (condition == "adapted-1")
    assert f"descriptions-imported-{digest[:8]}.csv" in answer.headers["Content-Disposition"]


def test_the_transfers_have_a_line_for_each_source_and_target(client):
    described()
    body = client.get(BOARD).json()
    found = lines(client.get(TRANSFERS))

    assert [(one["source"], one["target"]) for one in found] == [
        (one["source"], one["target"]) for one in body["transfers"]
    ]
    for line, one in zip(found, body["transfers"], strict=True):
        assert line["effective"] == str(one["effective"]["numerator"])
        assert (line["is_own"] == "yes") == (one["source"] == one["target"])


@pytest.mark.parametrize("address", [BOARD, CSV, TRANSFERS])
def test_each_takes_two_queries(client, django_assert_num_queries, address):
    described()
    with django_assert_num_queries(2):  # snapshot, board
        client.get(address)


@pytest.mark.parametrize("address", [BOARD, CSV, TRANSFERS])
def test_a_set_is_refused_by_name(client, address):
    described()
    answer = client.get(address, {"set": "opt"})
    assert answer.status_code == 400
    assert "set" in answer.content.decode()
