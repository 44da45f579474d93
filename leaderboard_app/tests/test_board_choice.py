"""Which board the parameters of a URL choose, and what a page says of those it cannot follow."""

from urllib.parse import parse_qs

import pytest
from django.test import RequestFactory
from django.urls import reverse

from leaderboard_app import actions
from leaderboard_app.board_choice import chosen_board
from leaderboard_app.tests.board_pages import BOARDS, published
from leaderboard_app.tests.metered import metered
from runs_app.tests.factories import executed_run
from tasks_app.models import Bundle

pytestmark = pytest.mark.django_db


def chosen(kind="leaderboard", **query):
    return chosen_board(RequestFactory().get("/", query), kind)


def another_bundle():
    """A newer bundle without a board."""
    return Bundle.objects.create(
        name="other", version="1", kind="economic", title="Other", manifest={}, task_count=0
    )


def test_without_a_wish_it_is_the_main_board_of_the_newest_bundle_that_has_one():
    digest = published("LexicalFrugal").digest
    another_bundle()
    choice = chosen()
    assert (choice.snapshot.digest, choice.track, choice.budget_label) == (
        digest,
        "tool_api",
        "main",
    )
    assert choice.payload["kind"] == "leaderboard"
    assert choice.is_latest
    assert choice.note == ""


def test_a_bundle_is_named_with_its_version_or_without():
    digest = published("LexicalFrugal").digest
    another_bundle()
    for ref in ("mini", "mini@1"):
        assert chosen(bundle=ref).snapshot.digest == digest
    assert chosen(bundle="other@1").snapshot is None
    assert chosen(bundle="mini@2").note == "There is no bundle mini@2."


def test_every_bundle_is_an_option_and_the_shown_one_is_marked():
    published("LexicalFrugal")
    another_bundle()
    marks = {option.text: option.is_current for option in chosen().bundles}
    assert marks == {"mini@1": True, "other@1": False}


def test_another_bundle_is_chosen_without_what_belongs_to_this_one():
    digest = published("LexicalFrugal").digest
    (option,) = chosen(snapshot=digest, track="tool_api", budget="main", extra="kept").bundles
    assert parse_qs(option.href[1:]) == {"bundle": ["mini@1"], "extra": ["kept"]}


def test_only_labels_that_have_a_board_are_options_in_the_order_of_their_size():
    published("LexicalFrugal", labels=("loose", "main"))
    assert [option.text for option in chosen().budgets] == ["Main", "Loose"]
    assert [option.is_current for option in chosen(budget="loose").budgets] == [False, True]


def test_sweeps_span_the_labels_and_keep_the_one_chosen_for_the_other_boards():
    published("LexicalFrugal", labels=("main", "loose"))
    choice = chosen("sweeps", budget="loose")
    assert (choice.note, choice.budget_label) == ("", "")
    assert choice.kept == {"budget": "loose"}


def test_what_is_refused_is_not_kept():
    published("LexicalFrugal")
    assert chosen(budget="infinite", track="rail", bundle="mini").kept == {"bundle": "mini"}


def test_the_fixed_query_finds_the_same_board_after_a_later_publication():
    digest = published("LexicalFrugal", labels=("main", "loose")).digest
    fixed = {key: value[0] for key, value in parse_qs(chosen(budget="loose").fixed_query).items()}
    executed_run("LexicalEager")
    later = actions.publish_snapshot(Bundle.objects.get().pk).digest
    choice = chosen(**fixed)
    assert choice.snapshot.digest == digest
    assert choice.budget_label == "loose"
    assert not choice.is_latest
    latest = {key: value[0] for key, value in parse_qs(choice.latest_query).items()}
    assert chosen(**latest).snapshot.digest == later


@pytest.mark.parametrize(
    ("query", "queries"),
    [({}, 3), ({"bundle": "mini"}, 4), ({"snapshot": "the latest"}, 4), ({"bundle": "none"}, 2)],
)
def test_a_choice_takes_four_queries_at_most(query, queries, django_assert_num_queries):
    digest = published("LexicalFrugal").digest
    if "snapshot" in query:
        query = {"snapshot": digest}
    with django_assert_num_queries(queries):
        chosen(**query)


def html_of(client, board, **query):
    response = client.get(reverse(board), query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ({"bundle": "nothing@9"}, "There is no bundle nothing@9."),
        ({"bundle": "x" * 999}, "bundle takes at most 200 plain characters."),
        ({"snapshot": "0" * 64}, "There is no snapshot with this digest."),
        ({"snapshot": "\x00"}, "snapshot takes at most 64 plain characters."),
        ({"track": "rail"}, "track=rail is not one of"),
        ({"track": "workspace"}, "There is no board for workspace here."),
        ({"budget": "infinite"}, "budget=infinite is not one of"),
    ],
)
def test_what_cannot_be_shown_is_said_and_is_no_error(client, query, note):
    published("LexicalFrugal")
    for board in BOARDS:
        assert note in html_of(client, board, **query), board


def test_an_absent_budget_is_said_and_the_main_one_shown(client):
    published("LexicalFrugal")
    html = html_of(client, "leaderboard", budget="loose")
    assert "There is no board for loose here." in html
    assert "Agents at the main budget" in html


def test_a_bundle_that_a_snapshot_is_not_of_is_said(client):
    digest = published("LexicalFrugal").digest
    html = html_of(client, "leaderboard", snapshot=digest, bundle="other@1")
    assert "This snapshot is not one of other@1." in html
    assert "not one of" not in html_of(client, "leaderboard", snapshot=digest, bundle="mini")


def test_an_unknown_column_to_sort_by_is_said(client):
    """O23: the sorting of one table was carried to another that has no such column."""
    published("LexicalFrugal", "CheapFirst")
    html = html_of(client, "leaderboard", **{"board.sort": "-nothing", "controls.sort": "rank"})
    assert "There is no column “nothing” to sort by here." in html
    assert "There is no column “rank” to sort by here." in html


def test_a_sorted_board_stays_sorted_under_its_other_links(client):
    """O16: sorting lost what had been chosen before."""
    published("LexicalFrugal", "LexicalEager", labels=("main", "loose"))
    shown = html_of(client, "leaderboard", budget="loose", **{"board.sort": "mean_units"})
    assert "?budget=main&amp;board.sort=mean_units" in shown or (
        "?board.sort=mean_units&amp;budget=main" in shown
    )
    assert "budget=loose&amp;board.sort=-mean_units" in shown


def test_the_tabs_keep_what_was_chosen_and_sweeps_miss_no_budget(client):
    digest = published("LexicalFrugal", labels=("main", "loose")).digest
    kept = f"snapshot={digest}&amp;track=tool_api&amp;budget=loose"
    html = html_of(client, "sweeps", snapshot=digest, track="tool_api", budget="loose")
    assert "There is no board" not in html
    for board in BOARDS:
        assert f'href="{reverse(board)}?{kept}"' in html


def test_a_meter_bundle_has_no_board_here_and_is_offered_nowhere(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    published("LexicalFrugal")
    newer = metered(calibrated=False)

    assert chosen().snapshot.bundle_ref == "mini@1"
    for query in ({"bundle": "meter"}, {"snapshot": newer.digest}):
        choice = chosen(**query)
        assert choice.snapshot is None
        assert "its boards are those of AgentMeter" in choice.note
        assert [option.text for option in choice.bundles] == ["mini@1"]
