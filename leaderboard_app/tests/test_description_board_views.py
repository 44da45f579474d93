"""The page of descriptions: whether the ranking survives rewording."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from leaderboard_app import actions, queries
from leaderboard_app.tests.board_pages import HOSTILE, page
from leaderboard_app.tests.described import KEYS, described, other_lines
from leaderboard_app.tests.metered import keeper, metered
from runs_app.actions.freezing import freeze_descriptions
from runs_app.tests.candidates import GOOD, candidate
from runs_app.tests.meter_archives import (
    MeterDraft,
    agent,
    ingested,
    line,
    one_agent,
    reference_agents,
    reference_lines,
)
from tasks_app.domain.numbers import UNKNOWN, count_text, rate_text, score_text
from tasks_app.tests.meter_bundles import HIDDEN, SOURCES

pytestmark = pytest.mark.django_db

NAME = "meter-descriptions"
PAGE = reverse(NAME)
TITLES = ["Original", "Self", "Cross", "Pooled", "Cross-only", "Generic", "Adapted-1"]


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def html(client, **query):
    response = client.get(PAGE, query)
    assert response.status_code == 200
    return response.content.decode()


def board(snapshot):
    return queries.meter_board(snapshot.digest, NAME, "imported")


def in_order(payload, row):
    """The cells of a row in the order of conditions, which stored JSON forgets."""
    return [row["conditions"][one["condition"]] for one in payload["conditions"]]


def test_before_anything_is_published_it_says_what_to_do(client):
    assert "There is no published board here yet." in html(client)


def test_where_nobody_tried_another_wording_it_says_how_to_and_whose_there_are(client):
    metered()
    text = html(client)
    assert "Nobody has tried another wording of these 10 tasks yet." in text
    assert page(client, NAME)["sources"].column("Made from") == list(SOURCES)


def test_the_answer_comes_first(client):
    payload = board(described())
    text = html(client)
    leaders = {tuple(one["leaders"]) for one in payload["conditions"]}
    moved = any(one["largest_shift"]["value"] for one in payload["conditions"])
    verdict = "No: " if len(leaders) > 1 else "In part: " if moved else "Yes: "
    assert f'<p class="lead">{verdict}' in text
    assert rate_text(payload["adapted"]["same_order"]["value"]) in text


def test_every_condition_has_its_means_and_its_agreement_with_original(client):
    payload = board(described())
    conditions = page(client, NAME)["conditions"]
    assert conditions.column("Condition") == TITLES
    for place, one in enumerate(payload["conditions"]):
        assert conditions.cell(place, "Mean AMS").lines[0] == score_text(one["macro_ams"]["value"])
        assert conditions.cell(place, "First").text == " and ".join(one["leaders"])
    assert conditions.cell(0, "Spearman").lines[0] == UNKNOWN
    assert conditions.cell(1, "Spearman").text.endswith("1.000")


def test_each_configuration_stands_under_each_condition_with_its_place(client):
    payload = board(described())
    matrix = page(client, NAME)["matrix"]
    rows = {row["key"]: row for row in payload["rows"]}
    assert set(rows) == set(KEYS)
    for place in range(len(KEYS)):
        row = rows[matrix.cell(place, "Configuration").lines[0]]
        for title, cell in zip(TITLES, in_order(payload, row), strict=True):
            shown = matrix.cell(place, title)
            assert shown.lines[0] == score_text(cell["ams"]["value"])
            assert shown.lines[1].startswith(f"place {cell['place']}")
    firsts = [rows[matrix.cell(n, "Configuration").lines[0]] for n in range(len(KEYS))]
    ams = [row["conditions"]["original"]["ams"]["value"] for row in firsts]
    assert ams == sorted(ams, reverse=True)


def test_original_generic_and_self_lead_to_their_episodes_and_mixtures_do_not(client):
    snapshot = described()
    conditions = {b["condition"] for b in snapshot.manifest["boards"] if b["task_set"] == "opt"}
    assert conditions == {"original", "self", "generic"}
    text = html(client)
    for condition in conditions:
        assert urlencode({"set": "opt", "condition": condition}).replace("&", "&amp;") in text
    assert "condition=pooled" not in text


def test_transfers_stand_as_a_matrix_of_shares_with_their_counts(client):
    payload = board(described())
    matrix = page(client, NAME)["transfers"]
    for one in payload["transfers"]:
        shown = matrix.cell(list(SOURCES).index(one["source"]), one["target"])
        effective = one["effective"]
        assert shown.lines[0] == rate_text(effective["value"])
        assert str(effective["numerator"]) in shown.lines[1]
        assert ("own" in shown.lines[1]) == one["is_own"]


def test_first_places_are_counted_over_ten_thousand_assignments(client):
    payload = board(described())
    tables = page(client, NAME)
    counts = {one["key"]: one["share"]["numerator"] for one in payload["adapted"]["firsts"]}
    assert sum(counts.values()) == 10_000 + payload["adapted"]["shared"]["numerator"]
    for place in range(len(KEYS)):
        key = tables["firsts"].cell(place, "Configuration").text
        assert count_text(counts[key]) in tables["firsts"].cell(place, "First in").lines[1]
    assert "firsts-figure-spec" in html(client)


def test_one_that_is_no_source_has_no_self_and_says_so(client):
    third = "model-c x cli-y"
    payload = board(described((*KEYS, third)))
    row = next(row for row in payload["rows"] if row["key"] == third)
    assert row["conditions"]["self"]["ams"]["value"] is None
    assert "No description was made from its own trajectories." in html(client)
    matrix = page(client, NAME)["matrix"]
    assert [matrix.cell(place, "Self").lines[0] for place in range(3)].count(UNKNOWN) == 1


def test_before_a_calibration_there_are_rewards_and_transfers_and_no_ams(client):
    payload = board(described(calibrated=False))
    text = html(client)
    assert "The bundle is not calibrated yet." in text
    assert payload["adapted"] is None
    conditions = page(client, NAME)["conditions"]
    assert set(conditions.column("Mean AMS")) == {UNKNOWN}
    assert UNKNOWN not in conditions.column("Mean reward")[:1]
    assert page(client, NAME)["transfers"].cell(0, KEYS[1]).text != UNKNOWN


def test_an_incomplete_configuration_keeps_what_is_there_and_has_no_place(client):
    lines = [one for one in other_lines() if not _is_lost(one)]
    payload = board(described(lines=lines))
    row = next(row for row in payload["rows"] if row["key"] == KEYS[0])
    cells = row["conditions"]
    assert cells["generic"]["ams"]["reason"] == "1 of 10 tasks lack an episode."
    assert cells["generic"]["coverage"]["numerator"] == 9
    assert cells["generic"]["place"] is None
    assert cells["original"]["place"] is not None
    numbers = page(client, NAME)["numbers"]
    assert "1 of 10 tasks lack an episode." in html(client)
    assert numbers.column("Condition") == TITLES * 2


def _is_lost(one):
    return one["task_id"] == "m03" and one["description"] == "generic" and "cli-x" in one["agent"]


def test_where_the_original_is_kept_for_a_source_its_episodes_stand_for_it(client):
    """The candidate fails where the original earns something: from then on it stands for model-a
    on m00, whatever was run under model-a's declared description of it."""
    before = described()
    text = GOOD.replace("m20", "m00")
    name = candidate(before.bundle_id, keeper(), text, "m00").name
    ingested(one_agent([line("m00", description=name, reward=0.0)]).zip(), keeper())
    assert freeze_descriptions(before.bundle_id, KEYS[0], None, ["m00"]).frozen
    payload = board(actions.publish_snapshot(before.bundle_id))

    assert {one["key"]: one["kept"] for one in payload["sources"]} == {KEYS[0]: 1, KEYS[1]: 0}
    for one in payload["transfers"]:
        assert one["kept"] == (one["source"] == KEYS[0])
        assert one["effective"]["denominator"] == 10 - one["kept"]
    assert page(client, NAME)["sources"].column("Original kept") == ["1", "0"]
    old, new = (
        in_order(one, one["rows"][0])[1]["reward"]["value"] for one in (board(before), payload)
    )
    lines = {one["task_id"]: one["reward"] for one in other_lines() if _is_own(one)}
    original = next(one for one in reference_lines() if one["task_id"] == "m00")
    assert new - old == pytest.approx((original["reward"] - lines["m00"]) / 10)


def _is_own(one):
    return one["description"] == KEYS[0] and one["agent"] == "model-a in cli-x"


def test_hostile_names_are_shown_and_never_run(client):
    """A configuration may call itself anything."""
    evil = agent("model-a", HOSTILE) | {"name": "evil"}
    mine = [one | {"agent": "evil"} for one in other_lines() if one["agent"] == "model-a in cli-x"]
    lines = [one for one in reference_lines() if one["agent"] == "model-a in cli-x"]
    lines = reference_lines() + mine + [one | {"agent": "evil"} for one in lines]
    metered(MeterDraft(lines, agents=[*reference_agents(), evil]))
    text = html(client)
    assert "<img src=x" not in text
    assert "&lt;img src=x" in text


def test_nothing_of_the_hidden_evaluation_is_there(client):
    described()
    assert HIDDEN not in html(client)


@pytest.mark.parametrize("rows", [1, 3])
def test_it_takes_as_many_queries_for_one_row_as_for_three(client, rows, django_assert_num_queries):
    described((*KEYS, "model-c x cli-y")[:rows])
    with django_assert_num_queries(3):  # snapshot, bundles of the choice, board
        client.get(PAGE)
