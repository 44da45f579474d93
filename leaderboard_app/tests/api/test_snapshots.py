"""Snapshots through the API."""

import pytest

from leaderboard_app import actions
from leaderboard_app.domain.manifest import snapshot_digest
from leaderboard_app.models import Board
from leaderboard_app.tests.published import READERS, maintainer, published_rows
from runs_app import actions as run_actions
from runs_app.models import Run
from runs_app.tests.factories import executed_run
from tasks_app.tests.api_answers import problem, problem_fields

pytestmark = pytest.mark.django_db

SNAPSHOTS = "/api/v1/snapshots/"


def publications(count):
    """That many snapshots of one bundle, the newest first."""
    digests = []
    for _ in range(count):
        run = executed_run(READERS[0])
        digests.insert(0, actions.publish_snapshot(run.bundle_id).digest)
    return digests


def test_without_a_publication_the_list_is_empty(client):
    assert client.get(SNAPSHOTS).json()["results"] == []


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_snapshots_takes_one_query(client, rows, django_assert_num_queries):
    publications(rows)
    with django_assert_num_queries(1):
        assert len(client.get(SNAPSHOTS).json()["results"]) == rows


def test_snapshots_are_paged_newest_first(client):
    digests = publications(3)
    first = client.get(f"{SNAPSHOTS}?page_size=2&bundle=mini").json()
    second = client.get(first["next"]).json()
    assert [r["digest"] for r in first["results"] + second["results"]] == digests
    assert client.get(second["previous"]).json()["results"] == first["results"]


def test_an_unknown_bundle_is_refused(client):
    assert problem_fields(client.get(f"{SNAPSHOTS}?bundle=none")) == {"bundle"}


def test_a_snapshot_leads_to_each_of_its_boards(client):
    digest = published_rows(1).digest
    body = client.get(f"{SNAPSHOTS}{digest}/").json()
    assert (body["bundle"], body["digest"]) == ("mini@1", digest)
    assert len(body["boards"]) == Board.objects.count()
    for board in body["boards"]:
        shown = client.get(board["url"]).json()
        assert shown["snapshot"] == digest
        assert (shown["track"], shown["budget"] or "") == (board["track"], board["budget_label"])


def test_the_manifest_proves_the_digest(client):
    digest = published_rows(1).digest
    manifest = client.get(f"{SNAPSHOTS}{digest}/manifest/").json()
    payloads = Board.objects.values_list("payload", flat=True)
    assert snapshot_digest(manifest, payloads) == digest


@pytest.mark.parametrize("rest", ["", "manifest/"])
def test_a_snapshot_is_tagged(client, rest):
    address = f"{SNAPSHOTS}{published_rows(1).digest}/{rest}"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


def test_the_tag_changes_when_a_snapshot_is_published_again(client):
    """Its date does, though nothing of its content."""
    old = executed_run(READERS[0])
    digest = actions.publish_snapshot(old.bundle_id).digest
    before = client.get(f"{SNAPSHOTS}{digest}/")
    new = executed_run(READERS[0])
    actions.publish_snapshot(old.bundle_id)
    run_actions.withdraw_run(new.pk, maintainer())
    assert actions.publish_snapshot(old.bundle_id).digest == digest
    after = client.get(f"{SNAPSHOTS}{digest}/", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.json()["published_at"] > before.json()["published_at"]


def test_a_private_run_is_in_no_snapshot(client):
    public, private = executed_run(READERS[0]), executed_run(READERS[1])
    Run.objects.filter(pk=private.pk).update(visibility="private")
    digest = actions.publish_snapshot(public.bundle_id).digest
    manifest = client.get(f"{SNAPSHOTS}{digest}/manifest/").content.decode()
    assert str(public.pk) in manifest
    assert str(private.pk) not in manifest
    assert READERS[1] not in manifest


@pytest.mark.parametrize("rest", ["", "manifest/"])
@pytest.mark.parametrize("digest", ["0" * 64, "abc", "A" * 64])
def test_a_snapshot_that_is_not_there_is_a_404(client, digest, rest):
    problem(client.get(f"{SNAPSHOTS}{digest}/{rest}"), 404)
