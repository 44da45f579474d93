"""A broker that is away loses nothing: what cannot be enqueued waits, and is said to wait."""

import json

import pytest
from celery.app.task import Task
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from kombu.exceptions import OperationalError

from runs_app import jobs
from runs_app.actions import archives
from runs_app.models import Archive, Run
from runs_app.tests.archives import ArchiveDraft
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.api_answers import token_of
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _broker_is_away(monkeypatch):
    def fall(*_, **__):
        raise OperationalError("Connection refused.")

    monkeypatch.setattr(Task, "apply_async", fall)


@pytest.fixture
def sam(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    return person("sam", is_submitter=True)


def file():
    return SimpleUploadedFile("mine.zip", ArchiveDraft().zip())


def test_an_upload_in_the_browser_is_kept_and_read_later(client, sam):
    client.force_login(sam)
    response = client.post(reverse("upload"), {"file": file(), "visibility": "public"})
    archive = Archive.objects.get()
    assert (response.status_code, response.url) == (302, reverse("archive", args=[archive.pk]))
    assert "Waiting for a worker" in client.get(response.url).content.decode()
    archives.ingest_archive(archive.pk)  # as the job does that looks for what was lost
    assert "Stored and scored" in client.get(response.url).content.decode()


def test_so_is_one_through_the_api(client, sam):
    response = client.post("/api/v1/archives/", {"file": file()}, headers=token_of(sam))
    assert response.status_code == 202, response.content
    assert Archive.objects.get().status == "queued"


def test_a_run_that_was_asked_for_waits(client, sam):
    wanted = {"bundle": "mini@1", "agent": "LexicalEager", "budget_label": "main"}
    mia = person("mia", is_maintainer=True)
    response = client.post(
        "/api/v1/runs/", json.dumps(wanted), "application/json", headers=token_of(mia)
    )
    assert response.status_code == 202, response.content
    assert Run.objects.get().status == "queued"


def test_judging_anew_is_accepted_and_a_scored_run_stays_as_it_was(client, sam):
    run = executed_run("LexicalEager")
    response = client.post(
        f"/api/v1/runs/{run.pk}/judge/",
        json.dumps({"judge": "exact"}),
        "application/json",
        headers=token_of(person("mia", is_maintainer=True)),
    )
    assert response.status_code == 202, response.content
    run.refresh_from_db()
    assert run.status == "scored"


def test_jobs_that_nobody_could_enqueue_are_found_by_the_one_that_looks_for_them(
    sam, monkeypatch, client
):
    client.force_login(sam)
    client.post(reverse("upload"), {"file": file(), "visibility": "public"})
    found = []
    monkeypatch.setattr(jobs.ingest_archive, "delay", lambda **job: found.append(job))
    jobs.resume_unfinished(stale_seconds=0)
    assert found == [{"archive_id": str(Archive.objects.get().pk)}]
