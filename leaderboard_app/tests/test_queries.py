import pytest

from leaderboard_app import actions, queries
from leaderboard_app.tests.published import maintainer, published_rows
from runs_app import actions as run_actions
from runs_app.tests.factories import executed_run

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
def test_a_board_is_two_queries_whatever_its_rows(rows, django_assert_num_queries):
    published = published_rows(rows)
    with django_assert_num_queries(2):
        latest = queries.latest_snapshot(published.bundle_id)
        payload = queries.board(latest.digest, "leaderboard", "tool_api", "main")

    assert len(payload["rows"]) == rows


def test_every_board_that_the_manifest_lists_is_stored():
    found = queries.latest_snapshot(published_rows(1).bundle_id)

    for ref in found.manifest["boards"]:
        payload = queries.board(found.digest, ref["kind"], ref["track"], ref["budget_label"])
        assert payload["kind"] == ref["kind"]
    assert {ref["kind"] for ref in found.manifest["boards"]} == {
        "leaderboard",
        "family-matrix",
        "failures",
        "s-lambda",
        "sweeps",
    }


def test_a_snapshot_is_found_by_its_digest():
    published = published_rows(1)
    found = queries.snapshot(published.digest)

    assert found == queries.latest_snapshot(published.bundle_id)
    assert found.bundle_ref == "mini@1"


def test_an_older_snapshot_stays_as_it_was():
    run = executed_run("LexicalFrugal")
    old = actions.publish_snapshot(run.bundle_id)
    executed_run("LexicalEager")
    new = actions.publish_snapshot(run.bundle_id)

    assert len(queries.board(old.digest, "leaderboard", "tool_api", "main")["rows"]) == 1
    assert len(queries.board(new.digest, "leaderboard", "tool_api", "main")["rows"]) == 2


def test_snapshots_are_listed_by_when_they_were_last_published():
    old = executed_run("LexicalFrugal")
    first = actions.publish_snapshot(old.bundle_id)
    new = executed_run("LexicalFrugal")
    second = actions.publish_snapshot(old.bundle_id)
    run_actions.withdraw_run(new.pk, maintainer())
    actions.publish_snapshot(old.bundle_id)
    listed = [queries.snapshot_row(found) for found in queries.published_snapshots()]

    assert [row.digest for row in listed] == [first.digest, second.digest]
    assert listed[0] == queries.latest_snapshot(old.bundle_id)


@pytest.mark.parametrize("digest", ["", "0" * 64, "no digest"])
def test_what_was_never_published_is_none(digest):
    assert queries.snapshot(digest) is None
    assert queries.board(digest, "leaderboard", "tool_api", "main") is None
    assert queries.latest_snapshot(0) is None
