"""Core against Full as a table through the API."""

import csv
import io

import pytest

from leaderboard_app import queries
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.tests.metered import metered

pytestmark = pytest.mark.django_db

BOARD, CSV = "/api/v1/agentmeter/core/", "/api/v1/agentmeter/core.csv"


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def lines(answer):
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_the_board_is_what_was_stored(client):
    payload = queries.meter_board(metered().digest, "meter-core", "imported")
    body = client.get(BOARD).json()

    assert len(body["sizes"]) == 9
    for name in ("core", "core_reason", "sizes", "left_out"):
        assert body[name] == payload[name]


def test_the_csv_has_a_line_for_each_core_with_its_tasks(client):
    digest = metered().digest
    sizes = client.get(BOARD).json()["sizes"]
    answer = client.get(CSV)
    found = lines(answer)

    assert [line["tasks"] for line in found] == [str(size["tasks"]) for size in sizes]
    assert found[0]["core"] == "no"  # Core would be all of Full
    assert float(found[2]["kendall"]) == sizes[2]["kendall"]["value"]
    expected = sizes[2]["random"]["spearman"]
    assert float(found[2]["spearman_expected_low"]) == expected["mean"]["low"]
    assert float(found[2]["spearman_percentile"]) == expected["percentile"]["value"]
    assert found[2]["task_ids"].split() == [
        task for name in Stratum for task in sizes[2]["task_ids"][name]
    ]
    assert f"core-imported-{digest[:8]}.csv" in answer.headers["Content-Disposition"]


def test_before_a_calibration_the_csv_is_its_header(client):
    metered(calibrated=False)
    text = client.get(CSV).content.decode()
    assert text.startswith("core,tasks,easy,medium,hard,spearman,")
    assert lines(client.get(CSV)) == []


def test_the_csv_takes_two_queries(client, django_assert_num_queries):
    metered()
    with django_assert_num_queries(2):  # snapshot, board
        client.get(CSV)
