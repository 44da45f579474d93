"""The pages of publications."""

from dataclasses import replace

import pytest
from django.urls import reverse

from leaderboard_app import actions, snapshot_views
from leaderboard_app.models import Publication
from leaderboard_app.tests.board_pages import HOSTILE, TASKS, page, published, uploaded_run
from leaderboard_app.tests.html_tables import shown_tables
from leaderboard_app.tests.metered import metered
from runs_app import actions as run_actions
from runs_app.tests.archives import episode
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db

LIST = reverse("snapshot-list")


def snapshots(count):
    """The digests of publications one after the other, the first first."""
    return [published("LexicalFrugal").digest for _ in range(count)]


def shown_digests(tables):
    return [row[0].href.rstrip("/").rpartition("/")[2] for row in tables["snapshots"].rows]


def test_where_nothing_is_published_the_list_says_how_it_comes_about(client):
    assert "Nothing is published yet" in client.get(LIST).content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_one_query_however_many_rows(client, rows, django_assert_num_queries):
    digests = snapshots(rows)
    with django_assert_num_queries(1):
        tables = page(client, "snapshot-list")
    assert shown_digests(tables) == digests[::-1]


def test_a_long_list_has_pages(client, monkeypatch):
    monkeypatch.setattr(snapshot_views, "LISTING", replace(snapshot_views.LISTING, page_size=2))
    digests = snapshots(3)[::-1]
    response = client.get(LIST)
    assert shown_digests(page(client, "snapshot-list")) == digests[:2]
    following = client.get(LIST + response.context["page"].next_href)
    assert shown_digests(shown_tables(following.content.decode())) == digests[2:]


@pytest.mark.parametrize("column", ["digest", "published", "bundle", "scoring"])
def test_the_list_is_sorted_by_any_of_its_columns(client, column):
    digests = snapshots(3)
    up, down = (
        shown_digests(page(client, "snapshot-list", **{"snapshots.sort": sign + column}))
        for sign in ("", "-")
    )
    assert set(up) == set(down) == set(digests)
    if column == "published":
        assert (up, down) == (digests, digests[::-1])


def test_what_the_list_cannot_do_is_said(client):
    snapshots(1)
    query = {"snapshots.sort": "runs", "snapshots.at": "nonsense"}
    html = client.get(LIST, query).content.decode()
    assert "There is no column “runs” to sort by here." in html
    assert "This link to a page of the list is damaged" in html


def test_a_snapshot_names_the_runs_and_versions_that_it_rests_on(client):
    run = executed_run("LexicalFrugal")
    found = actions.publish_snapshot(run.bundle_id)
    html = client.get(reverse("snapshot", args=[found.digest])).content.decode()
    for text in (
        found.digest,
        found.input_digest,
        run.scores_digest[:12],
        reverse("run-detail", args=[run.pk]),
        run.bundle.canonical_sha256,
        str(found.manifest["bootstrap"]["seed"]),
        found.manifest["software_version"],
        reverse("api-manifest", args=[found.digest]),
    ):
        assert text in html
    assert "Another snapshot is what the boards" not in html


@pytest.mark.parametrize("runs", [1, 3])
def test_a_snapshot_takes_two_queries_however_many_runs(client, runs, django_assert_num_queries):
    labels = ("main", "tight", "loose")[:runs]
    digest = published("LexicalFrugal", labels=labels).digest
    with django_assert_num_queries(2):  # the snapshot, what is published now
        tables = page(client, "snapshot", digest)
    assert len(tables["runs"].rows) == runs


def test_an_earlier_snapshot_leads_to_what_is_published_now(client):
    old, new = snapshots(2)
    html = client.get(reverse("snapshot", args=[old])).content.decode()
    assert "Another snapshot is what the boards of this bundle show now." in html
    assert f"{reverse('leaderboard')}?snapshot={old}" in html
    assert "Another snapshot" not in client.get(reverse("snapshot", args=[new])).content.decode()


def test_after_a_withdrawal_the_earlier_snapshot_is_first_again(client):
    old = published("LexicalFrugal").digest
    newer = executed_run("LexicalFrugal")
    actions.publish_snapshot(newer.bundle_id)
    run_actions.withdraw_run(newer.pk, person("mia", is_maintainer=True))
    actions.publish_snapshot(newer.bundle_id)
    assert Publication.objects.count() == 3
    assert shown_digests(page(client, "snapshot-list"))[0] == old


def test_a_snapshot_without_runs_says_why(client):
    run = executed_run("LexicalFrugal")
    actions.publish_snapshot(run.bundle_id)
    run_actions.withdraw_run(run.pk, person("mia", is_maintainer=True))
    emptied = actions.publish_snapshot(run.bundle_id)
    html = client.get(reverse("snapshot", args=[emptied.digest])).content.decode()
    assert "the boards were emptied by a withdrawal" in html


@pytest.mark.parametrize("digest", ["0" * 64, "0" * 63, "A" * 64, "%00", "..", "'"])
def test_an_unknown_digest_is_not_found(client, digest):
    snapshots(1)
    assert client.get(f"{LIST}{digest}/").status_code == 404


def test_names_of_strangers_are_escaped(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    run = uploaded_run(person("sam", is_submitter=True), [episode(TASKS[0])], name=HOSTILE)
    digest = actions.publish_snapshot(run.bundle_id).digest
    html = client.get(reverse("snapshot", args=[digest])).content.decode()
    assert "<img" not in html
    assert "by sam" in html


def test_a_snapshot_of_a_meter_bundle_names_its_calibration_prices_and_runs(
    client, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path
    found = metered()
    response = client.get(reverse("snapshot", args=[found.digest]))
    html, runs = response.content.decode(), shown_tables(response.content.decode())["runs"]

    assert f"{reverse('calibration')}?bundle=meter%401&amp;version=1" in html
    assert found.manifest["calibration"]["digest"] in html
    assert "costs as reported" in html
    assert "SHA-256 of the prices" not in html
    assert runs.column("Model") == [run["agent"]["model"] for run in found.manifest["runs"]]
    assert set(runs.column("Description")) == {"original"}
    assert set(runs.column("Repeat")) == {"1"}


def test_snapshots_of_both_kinds_stand_in_one_list(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    economic, meter = published("LexicalFrugal").digest, metered(calibrated=False).digest
    tables = page(client, "snapshot-list")

    assert shown_digests(tables) == [meter, economic]
    assert tables["snapshots"].column("Bundle") == ["meter@1", "mini@1"]


def test_before_a_calibration_a_snapshot_says_so(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    digest = metered(calibrated=False).digest
    assert "not calibrated yet" in client.get(reverse("snapshot", args=[digest])).content.decode()
