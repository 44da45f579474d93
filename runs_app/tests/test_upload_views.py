"""The upload page, the report and the list, through the real stack."""

import uuid

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from runs_app import jobs
from runs_app.actions import archives
from runs_app.models import Archive, Run
from runs_app.tests.archives import ArchiveDraft, episode
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def submitter(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    return get_user_model().objects.create_user("submitter", is_submitter=True)


@pytest.fixture
def enqueued(monkeypatch):
    """Ids of the archives whose job was asked for; nothing runs."""
    ids: list[str] = []
    monkeypatch.setattr(jobs.ingest_archive, "delay", lambda archive_id: ids.append(archive_id))  # noqa: PLW0108 - it has a keyword
    return ids


def uploaded(client, data: bytes, name: str = "mine.zip", **fields):
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("upload"), {"file": file, "visibility": "public"} | fields)


def ingested(data: bytes, owner, name: str = "mine.zip", **choices) -> Archive:
    archive = archives.receive_archive(ContentFile(data, name), owner, **choices)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    return archive


def test_an_upload_is_kept_and_its_job_enqueued(
    client, submitter, enqueued, django_capture_on_commit_callbacks
):
    client.force_login(submitter)
    with django_capture_on_commit_callbacks(execute=True):
        response = uploaded(client, ArchiveDraft().zip())
    archive = Archive.objects.get()
    assert (response.status_code, response.url) == (302, f"/archives/{archive.pk}/")
    assert (archive.status, archive.file_name, enqueued) == (
        "queued",
        "mine.zip",
        [str(archive.pk)],
    )


def test_the_script_of_the_page_is_told_where_the_report_will_be(client, submitter, enqueued):
    client.force_login(submitter)
    data = {"file": SimpleUploadedFile("a.zip", b""), "visibility": "private", "dry_run": "on"}
    response = client.post(reverse("upload"), data, headers={"Accept": "application/json"})
    archive = Archive.objects.get()
    assert response.json() == {"href": f"/archives/{archive.pk}/"}
    assert (archive.visibility, archive.dry_run) == ("private", True)


def test_the_same_form_sent_twice_is_one_archive(client, submitter, enqueued):
    client.force_login(submitter)
    data = ArchiveDraft().zip()
    first = uploaded(client, data, idempotency_key="k")
    second = uploaded(client, data, idempotency_key="k")
    assert first.url == second.url
    assert Archive.objects.count() == 1


def test_other_content_under_the_same_key_is_a_conflict_said_in_words(client, submitter, enqueued):
    client.force_login(submitter)
    uploaded(client, b"a", idempotency_key="k")
    response = uploaded(client, b"b", idempotency_key="k")
    assert response.status_code == 422
    assert "was used for another upload" in response.text


@pytest.mark.parametrize("fields", [{"visibility": "secret"}, {"file": ""}])
def test_a_broken_form_comes_back_with_the_reason(client, submitter, fields):
    client.force_login(submitter)
    response = client.post(reverse("upload"), {"visibility": "public"} | fields)
    assert response.status_code == 400
    assert 'role="alert"' in response.text
    assert not Archive.objects.exists()


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client, submitter, settings):
    settings.ARCHIVE_MAX_BYTES = 10
    client.force_login(submitter)
    response = uploaded(client, b"x" * 2_000_000)
    assert response.status_code == 413
    assert "more than 10 bytes" in response.text
    assert not Archive.objects.exists()


def test_a_file_over_the_limit_is_refused_and_leaves_nothing_on_disk(
    client, submitter, settings, tmp_path
):
    settings.ARCHIVE_MAX_BYTES = 10
    client.force_login(submitter)
    response = uploaded(client, b"x" * 1000)
    assert response.status_code == 422
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_uploading_needs_the_submitter_role_and_a_csrf_token(submitter, django_user_model):
    reader = django_user_model.objects.create_user("reader")
    client = Client()
    assert client.get(reverse("upload")).url.startswith("/login")
    client.force_login(reader)
    assert client.get(reverse("upload")).status_code == 403
    assert uploaded(client, b"x").status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(submitter)
    assert uploaded(strict, b"x").status_code == 403
    assert not Archive.objects.exists()


def test_the_page_of_a_refused_archive_has_the_verdict_first_and_problems_by_kind(
    client, submitter
):
    task = mini_bundle().tasks[0]
    lines = [episode(task), episode(task, task_id="t-none"), episode(task, attempt="two")]
    archive = ingested(ArchiveDraft(lines).zip(), submitter)
    client.force_login(submitter)
    page = client.get(reverse("archive", args=[archive.pk])).text
    assert "Refused: 2 problems in 1 file. Nothing was stored." in page
    assert page.index("Refused: 2") < page.index("Unknown task") < page.index("About this upload")
    assert "episodes.jsonl</span>, line 2, task" in page
    assert "t-none" in page


def test_hostile_names_and_texts_are_escaped(client, submitter):
    bad = "<script>alert(1)</script>"
    lines = [episode(mini_bundle().tasks[0], task_id=bad, answer=bad)]
    draft = ArchiveDraft(lines, manifest={"title": bad, "description": bad})
    archive = ingested(draft.zip(), submitter, name=f"{bad}.zip")
    client.force_login(submitter)
    for url in (reverse("archive", args=[archive.pk]), reverse("archives")):
        assert bad not in client.get(url).text


def test_a_very_long_file_name_is_shown_cut(client, submitter):
    archive = ingested(b"", submitter, name="n" * 300 + ".zip")
    assert len(archive.file_name) <= 300
    client.force_login(submitter)
    assert client.get(reverse("archive", args=[archive.pk])).status_code == 200


def test_the_page_of_a_stored_archive_leads_to_its_runs(client, submitter):
    archive = ingested(ArchiveDraft().zip(), submitter)
    client.force_login(submitter)
    page = client.get(reverse("archive", args=[archive.pk])).text
    assert "Stored and scored: 12 episodes in 1 run." in page
    assert f"/runs/{Run.objects.get().pk}/" in page
    assert "First episodes" in page


def test_the_status_tells_script_how_far_it_is(client, submitter):
    archive = archives.receive_archive(ContentFile(b"", "a.zip"), submitter)
    client.force_login(submitter)
    url = reverse("archive-status", args=[archive.pk])
    before = client.get(url).json()
    assert (before["status"], before["share"], before["is_over"]) == ("queued", 0, False)
    assert "data-live" in client.get(reverse("archive", args=[archive.pk])).text
    archives.ingest_archive(archive.pk)
    after = client.get(url).json()
    assert (after["status"], after["share"], after["is_over"]) == ("rejected", 1, True)


def test_other_people_do_not_see_a_refused_or_private_archive(client, submitter, django_user_model):
    refused = ingested(b"", submitter)
    private = ingested(ArchiveDraft().zip(), submitter, visibility="private")
    public = ingested(ArchiveDraft().zip(), submitter)
    other = django_user_model.objects.create_user("other", is_submitter=True)
    maintainer = django_user_model.objects.create_user("maintainer", is_maintainer=True)
    for person, expected in (
        (None, [404, 404, 200]),
        (other, [404, 404, 200]),
        (maintainer, [200, 200, 200]),
        (submitter, [200, 200, 200]),
    ):
        client.logout()
        if person:
            client.force_login(person)
        for name in ("archive", "archive-status"):
            urls = [reverse(name, args=[archive.pk]) for archive in (refused, private, public)]
            assert [client.get(url).status_code for url in urls] == expected


def test_an_unknown_archive_is_not_found(client):
    assert client.get(reverse("archive", args=[uuid.uuid4()])).status_code == 404


@pytest.mark.parametrize("number", [1, 3])
def test_the_list_shows_only_my_archives_with_a_constant_number_of_queries(
    client, submitter, django_user_model, django_assert_num_queries, number
):
    other = django_user_model.objects.create_user("other", is_submitter=True)
    ingested(b"", other, name="theirs.zip")
    for place in range(number):
        ingested(b"", submitter, name=f"mine-{place}.zip")
    client.force_login(submitter)
    with django_assert_num_queries(3):  # session, user, page
        page = client.get(reverse("archives")).text
    assert page.count("mine-") == number
    assert "theirs.zip" not in page


def test_a_failed_archive_is_read_again_on_request_of_its_owner_only(
    client, submitter, enqueued, django_user_model, django_capture_on_commit_callbacks
):
    archive = archives.receive_archive(ContentFile(ArchiveDraft().zip(), "a.zip"), submitter)
    Archive.objects.filter(pk=archive.pk).update(status="failed")
    url = reverse("archive-retry", args=[archive.pk])
    client.force_login(django_user_model.objects.create_user("other", is_submitter=True))
    assert client.post(url).status_code == 404
    client.force_login(submitter)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url)
        client.post(url)
    archive.refresh_from_db()
    assert archive.status == "queued"
    assert enqueued == [str(archive.pk)]


def test_a_run_is_downloaded_as_an_archive_that_the_site_takes(client, submitter):
    ingested(ArchiveDraft().zip(), submitter)
    response = client.get(reverse("run-download", args=[Run.objects.get().pk]))
    data = b"".join(response.streaming_content)
    assert response["Content-Type"] == "application/zip"
    assert ingested(data, submitter).status == "scored"


def test_a_private_run_is_downloaded_by_its_owner_only(client, submitter):
    ingested(ArchiveDraft().zip(), submitter, visibility="private")
    url = reverse("run-download", args=[Run.objects.get().pk])
    assert client.get(url).status_code == 404
    client.force_login(submitter)
    assert client.get(url).status_code == 200


def test_pages_have_no_inline_script_or_style(client, submitter):
    archive = ingested(b"", submitter)
    client.force_login(submitter)
    for url in (reverse("upload"), reverse("archive", args=[archive.pk]), reverse("archives")):
        page = client.get(url).text
        assert "<script>" not in page
        assert "<style" not in page
        assert "onclick" not in page
