"""Uploading archives through the API, and asking what became of them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from runs_app import jobs
from runs_app.models import Archive, Episode, Run
from runs_app.tests.archives import ArchiveDraft
from runs_app.tests.people import person
from tasks_app.tests.api_answers import problem, problem_fields, token_of
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db

ARCHIVES = "/api/v1/archives/"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def submitter():
    return person("sam", is_submitter=True)


@pytest.fixture
def headers(submitter):
    return token_of(submitter)


@pytest.fixture
def ingest(monkeypatch, django_capture_on_commit_callbacks):
    """A function that uploads a file and runs the job that was enqueued for it."""

    def upload(client, data, headers, **form):
        calls = []
        monkeypatch.setattr(jobs.ingest_archive, "delay", lambda **ids: calls.append(ids))
        file = SimpleUploadedFile("mine.zip", data)
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(ARCHIVES, {"file": file, **form}, headers=headers)
        for ids in calls:
            with django_capture_on_commit_callbacks(execute=False):
                jobs.ingest_archive(**ids)
        return answer

    return upload


def test_an_upload_is_accepted_scored_and_followed_by_its_address(client, headers, ingest):
    import_mini_bundle()
    answer = ingest(client, ArchiveDraft().zip(), headers)
    assert answer.status_code == 202
    assert set(answer.json()) == {"id", "status", "url"}
    assert answer.headers["Location"] == answer.json()["url"]
    body = client.get(answer.json()["url"]).json()
    assert (body["status"], body["progress"], body["problems"]) == ("scored", 1.0, [])
    assert body["counts"]["episodes"] == 12
    (run,) = body["runs"]
    assert client.get(run["url"]).json()["archive"] == answer.json()["url"]


def test_one_archive_takes_two_queries_more_runs_or_not(
    client, headers, ingest, django_assert_num_queries
):
    import_mini_bundle()
    url = ingest(client, ArchiveDraft().zip(), headers).json()["url"]
    for copies in (0, 2):
        run = Run.objects.first()
        for _ in range(copies):
            run.pk, run._state.adding = None, True
            run.id = Run._meta.get_field("id").get_default()
            run.save()
        with django_assert_num_queries(2):  # archive, runs
            assert len(client.get(url).json()["runs"]) == 1 + copies


def test_a_broken_archive_is_rejected_with_every_place(client, headers, ingest):
    import_mini_bundle()
    draft = ArchiveDraft()
    draft.lines[1] = b"{"
    draft.lines[2] = draft.lines[2] | {"task_id": "t-unknown"}
    url = ingest(client, draft.zip(), headers).json()["url"]
    body = client.get(url, headers=headers).json()
    assert body["status"] == "rejected"
    assert {(p["file"], p["line"]) for p in body["problems"]} >= {
        ("episodes.jsonl", 2),
        ("episodes.jsonl", 3),
    }
    assert all(found["hint"] for found in body["problems"])
    assert not Episode.objects.exists()
    problem(client.get(url), 404)  # what became of an upload concerns its owner


def test_a_dry_run_reports_and_stores_nothing(client, headers, ingest):
    import_mini_bundle()
    url = ingest(client, ArchiveDraft().zip(), headers, dry_run="true").json()["url"]
    body = client.get(url, headers=headers).json()
    assert (body["dry_run"], body["status"], body["runs"]) == (True, "scored", [])
    assert not Run.objects.exists()


def test_a_private_archive_is_there_for_its_owner_and_maintainers_only(client, headers, ingest):
    import_mini_bundle()
    url = ingest(client, ArchiveDraft().zip(), headers, visibility="private").json()["url"]
    problem(client.get(url), 404)
    problem(client.get(url, headers=token_of(person("eve", is_submitter=True))), 404)
    for allowed in (headers, token_of(person("mia", is_maintainer=True))):
        (run,) = client.get(url, headers=allowed).json()["runs"]
        assert Run.objects.get(pk=run["id"]).visibility == "private"
    problem(client.get(run["url"]), 404)


def post(client, headers, key, data=b"x", **form):
    file = SimpleUploadedFile("mine.zip", data)
    return client.post(ARCHIVES, {"file": file, **form}, headers=headers | {"Idempotency-Key": key})


def test_the_same_upload_under_the_same_key_is_one_archive(client, headers):
    first, second = post(client, headers, "one"), post(client, headers, "one")
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()
    assert Archive.objects.count() == 1


def test_another_upload_under_the_same_key_is_a_conflict(client, headers):
    post(client, headers, "one")
    problem(post(client, headers, "one", b"y"), 409)
    problem(post(client, headers, "one", visibility="private"), 409)


def test_another_person_may_use_the_same_key(client, headers):
    post(client, headers, "one")
    other = token_of(person("eve", is_submitter=True))
    assert post(client, other, "one").status_code == 202
    assert Archive.objects.count() == 2


@pytest.mark.parametrize("key", ["", " ", "a b", "ä", "x" * 201])
def test_a_key_that_is_no_key_is_refused(client, headers, key):
    assert problem_fields(post(client, headers, key)) == {"Idempotency-Key"}


@pytest.mark.parametrize("roles", [None, {}, {"is_maintainer": True, "is_reviewer": True}])
def test_only_submitters_upload(client, roles):
    headers = {} if roles is None else token_of(person("mia", **roles))
    problem(post(client, headers, "one"), 401 if roles is None else 403)
    assert not Archive.objects.exists()


def test_who_may_not_upload_is_told_before_the_form_is_read(client):
    problem(client.post(ARCHIVES, b"junk", content_type="multipart/form-data"), 401)


def test_an_empty_file_is_taken_and_rejected_in_words(client, headers, ingest):
    url = ingest(client, b"", headers).json()["url"]
    body = client.get(url, headers=headers).json()
    assert (body["status"], body["file_bytes"]) == ("rejected", 0)
    assert body["problems"][0]["message"]


def test_a_session_uploads_like_a_token(client, submitter, ingest):
    client.force_login(submitter)
    assert ingest(client, b"x", {}).status_code == 202


def test_there_is_no_list_of_everybodys_archives(client):
    problem(client.get(ARCHIVES), 405)


def test_an_archive_that_is_not_there_is_a_404(client):
    problem(client.get(f"{ARCHIVES}00000000-0000-0000-0000-000000000000/"), 404)
