"""Grids of meter bundles through the API."""

import csv
import io

import pytest

from leaderboard_app import actions, queries
from leaderboard_app.tests.metered import keeper, metered, uploaded
from leaderboard_app.tests.published import READERS, published_rows
from runs_app import actions as run_actions
from runs_app.models import Run
from tasks_app.tests.api_answers import problem, problem_fields
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db

API = "/api/v1/"
GRID, CSV, EPISODES = f"{API}agentmeter/", f"{API}agentmeter.csv", f"{API}meter-episodes/"
CORE = f"{API}agentmeter/core/"
ADDRESSES = [GRID, CSV, EPISODES, CORE]
RATE = {"value", "low", "high", "numerator", "denominator"}
NUMBER = {"value", "low", "high", "n"}


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.parametrize("address", ADDRESSES)
def test_where_nothing_is_published_a_grid_is_a_404(client, address):
    assert "Nothing is published yet" in problem(client.get(address), 404)["detail"]
    import_meter_bundle()
    assert "meter@1" in problem(client.get(f"{address}?bundle=meter"), 404)["detail"]


@pytest.mark.parametrize("runs", [1, 3])
def test_a_grid_takes_two_queries_however_many_rows(client, runs, django_assert_num_queries):
    bundle_id = uploaded().bundle_id
    for run in Run.objects.order_by("pk")[: 6 - runs]:
        run_actions.withdraw_run(run.pk, keeper())
    actions.publish_snapshot(bundle_id)
    for address in ADDRESSES:
        with django_assert_num_queries(2):  # snapshot, board
            client.get(address)
        with django_assert_num_queries(3):  # bundle, snapshot, board
            client.get(f"{address}?bundle=meter@1")


def test_a_grid_has_the_fields_of_the_contract(client):
    snapshot = metered()
    body = client.get(f"{GRID}?bundle=meter@1&set=full&condition=original").json()

    assert (body["snapshot"], body["bundle"], body["track"], body["set"], body["condition"]) == (
        snapshot.digest,
        "meter@1",
        "imported",
        "full",
        "original",
    )
    assert body["calibration"] == snapshot.manifest["calibration"]
    assert body["pricing"]["rule"] == "reported"
    assert body["tasks"] == {"total": 30, "easy": 10, "medium": 10, "hard": 10}
    row = body["rows"][0]
    assert (row["agent"], row["scaffold"], row["owner"]) == ("model-c in cli-y", "cli-y", "keeper")
    assert (row["key"], row["model"], row["cli"]) == ("model-c x cli-y", "model-c", "cli-y")
    for name in ("ams", "gap", "mean_reward", "tokens_per_pass", "usd_per_pass"):
        assert set(row[name]) >= NUMBER, name
    for name in ("coverage", "passes"):
        assert set(row[name]) >= RATE, name
    for stratum in ("easy", "medium", "hard"):
        assert set(row["strata"][stratum]) == {"tq", "aubqc", "efr", "score", "passes"}


def test_a_grid_is_chosen_by_set(client):
    metered()
    body = client.get(f"{GRID}?set=opt").json()
    assert (body["set"], body["tasks"]["total"]) == ("opt", 10)


def test_a_grid_that_is_not_there_is_a_404_that_names_those_that_are(client):
    metered()
    detail = problem(client.get(f"{GRID}?condition=cross"), 404)["detail"]
    assert "track=imported set=full condition=original" in detail
    assert "track=imported set=opt condition=original" in detail
    problem(client.get(f"{GRID}?track=workspace"), 404)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("set=half", "set"),
        ("condition=mine", "condition"),
        ("track=rail", "track"),
        ("bundle=none", "bundle"),
        ("snapshot=abc", "snapshot"),
        ("budget=main", "budget"),
        ("set=full&set=opt", "set"),
        ("book=0", "book"),
        ("book=7", "book"),
        ("set=", "set"),
    ],
)
def test_what_it_does_not_know_is_refused_by_name(client, query, field):
    metered()
    for address in (GRID, CSV):
        assert problem_fields(client.get(f"{address}?{query}")) == {field}, address


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_grid_is_tagged_by_its_snapshot(client, address):
    digest = metered().digest
    answer = client.get(address)
    tag = answer.headers["ETag"]

    assert digest in tag
    assert answer.headers["Cache-Control"] == "public, no-cache"
    again = client.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    fixed = client.get(f"{address}?snapshot={digest}")
    assert "immutable" in fixed.headers["Cache-Control"]


def test_grids_of_one_snapshot_have_different_tags(client):
    metered()
    tags = {client.get(f"{GRID}?set={name}").headers["ETag"] for name in ("full", "opt")}
    assert len(tags) == 2


def test_the_csv_has_a_line_for_each_configuration_and_how_it_was_scored(client):
    snapshot = metered()
    answer = client.get(CSV)
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))

    assert rows[0]["key"] == "model-c x cli-y"
    assert (rows[0]["rank"], rows[0]["set"], rows[0]["pricing"]) == ("1", "full", "reported")
    assert rows[0]["calibration_digest"] == snapshot.manifest["calibration"]["digest"]
    assert rows[0]["owner"] == "keeper"
    name = f"agentmeter-imported-full-original-{snapshot.digest[:8]}.csv"
    assert name in answer.headers["Content-Disposition"]


def test_unknown_is_empty_in_the_csv_with_its_reason_beside_it(client):
    metered(calibrated=False)
    rows = list(csv.DictReader(io.StringIO(client.get(CSV).content.decode())))

    assert {row["ams"] for row in rows} == {""}
    assert {row["ams_reason"] for row in rows} == {"The bundle is not calibrated yet."}
    assert rows[0]["easy_tq"] == ""


def test_the_episodes_are_columns_of_equal_length(client):
    metered()
    body = client.get(EPISODES).json()

    assert {len(column) for column in body["columns"].values()} == {180}
    assert len(body["configurations"]) == 6
    first = body["configurations"][body["columns"]["configuration"][0]]
    assert first["agent"]["owner"] == "keeper"


def test_core_against_full_has_a_row_for_each_configuration(client):
    metered()
    body = client.get(CORE).json()

    assert (body["track"], body["set"], body["condition"]) == ("imported", "", "")
    assert len(body["rows"]) == 6
    assert {"agent", "owner", "key", "full", "core", "shift"} <= set(body["rows"][0])


def test_a_snapshot_leads_to_each_of_its_boards(client):
    digest = metered().digest
    boards = client.get(f"{API}snapshots/{digest}/").json()["boards"]

    assert len(boards) == 5
    for board in boards:
        shown = client.get(board["url"]).json()
        assert shown["snapshot"] == digest
        assert (shown["track"], shown["set"], shown["condition"]) == (
            board["track"],
            board["task_set"],
            board["condition"],
        )


def test_boards_of_the_two_kinds_of_bundles_never_mix(client):
    """The newest of a kind, whatever is newer of the other."""
    metered()
    economic = published_rows(1)

    assert client.get(GRID).json()["bundle"] == "meter@1"
    assert client.get(f"{API}leaderboard/").json()["snapshot"] == economic.digest
    refusal = problem(client.get(f"{API}leaderboard/?bundle=meter"), 404)
    assert "a meter bundle is compared at agentmeter/" in refusal["detail"]
    problem(client.get(f"{GRID}?bundle=mini"), 404)
    assert READERS[0] not in client.get(GRID).content.decode()


def test_what_is_read_is_what_was_stored(client):
    snapshot = metered()
    payload = queries.meter_board(snapshot.digest, "agentmeter", "imported", "full", "original")
    body = client.get(GRID).json()

    for name in ("leaders", "ranks", "curves", "expensive_failures", "clis_by_model"):
        assert body[name] == payload[name]
