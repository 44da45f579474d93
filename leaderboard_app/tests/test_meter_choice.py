"""Which meter board the parameters of a URL choose, and what a page says of the others."""

from urllib.parse import parse_qs

import pytest
from django.test import RequestFactory

from leaderboard_app import actions
from leaderboard_app.meter_choice import chosen_meter_board
from leaderboard_app.tests.board_pages import published
from leaderboard_app.tests.metered import keeper, metered
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def chosen(kind="agentmeter", **query):
    return chosen_meter_board(RequestFactory().get("/", query), kind)


def test_without_a_wish_it_is_the_full_grid_of_the_original_wording():
    digest = metered().digest
    published("LexicalFrugal")
    choice = chosen()

    assert (choice.snapshot.digest, choice.track) == (digest, "imported")
    assert (choice.task_set, choice.condition) == ("full", "original")
    assert choice.payload["kind"] == "agentmeter"
    assert choice.is_latest
    assert choice.note == ""


def test_a_set_is_chosen_and_the_links_lead_to_the_others():
    metered()
    choice = chosen(set="opt")

    assert (choice.task_set, choice.payload["task_set"]) == ("opt", "opt")
    assert [(option.text, option.is_current) for option in choice.sets] == [
        ("Full", False),
        ("Opt", True),
    ]
    assert [option.text for option in choice.conditions] == ["Original"]
    assert choice.sets[0].href == "?set=full"


def test_what_is_not_there_is_said_and_the_usual_is_shown():
    metered()
    choice = chosen(set="core", condition="cross", track="workspace")

    assert (choice.task_set, choice.condition, choice.track) == ("full", "original", "imported")
    for wish in ("workspace", "core", "cross"):
        assert f"There is no board for {wish} here." in choice.note


def test_a_board_that_spans_sets_ignores_the_wish_without_a_word():
    metered()
    choice = chosen("meter-episodes", set="opt", condition="generic")

    assert (choice.track, choice.task_set, choice.condition, choice.note) == ("", "", "", "")
    assert choice.payload["kind"] == "meter-episodes"
    assert choice.kept == {"set": "opt", "condition": "generic"}


def test_unknown_words_are_named():
    metered()
    assert "set=half is not one of full, core, opt." in chosen(set="half").note


def test_an_economic_bundle_has_no_grid_and_a_meter_bundle_no_leaderboard():
    metered()
    published("LexicalFrugal")
    choice = chosen(bundle="mini")

    assert choice.snapshot is None
    assert "its boards are the leaderboards" in choice.note
    assert [option.text for option in choice.bundles] == ["meter@1"]


def test_an_earlier_snapshot_is_fixed_by_its_digest():
    before = metered(calibrated=False)
    actions.calibrate_bundle(before.bundle_id, keeper())
    actions.publish_snapshot(before.bundle_id)
    choice = chosen(snapshot=before.digest, set="opt")

    assert not choice.is_latest
    assert choice.payload["calibration"] is None
    assert parse_qs(choice.fixed_query) == {
        "snapshot": [before.digest],
        "track": ["imported"],
        "set": ["opt"],
        "condition": ["original"],
    }
    assert parse_qs(choice.latest_query)["bundle"] == ["meter@1"]


def test_without_a_publication_there_are_the_bundles():
    import_meter_bundle()
    choice = chosen()

    assert (choice.snapshot, choice.payload) == (None, None)
    assert [option.text for option in choice.bundles] == ["meter@1"]


def test_a_choice_takes_three_queries(django_assert_num_queries):
    metered()
    with django_assert_num_queries(3):  # snapshot, bundles, board
        chosen()
    with django_assert_num_queries(4):  # and the bundle
        chosen(bundle="meter")
