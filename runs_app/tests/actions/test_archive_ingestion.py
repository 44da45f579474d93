"""One upload from receipt to scored runs."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile

from runs_app.actions import archives
from runs_app.models import Archive, Episode, Run
from runs_app.tests.archives import ArchiveDraft
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def submitter(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    return get_user_model().objects.create_user("submitter", is_submitter=True)


def ingested(data: bytes, owner, **choices) -> Archive:
    archive = archives.receive_archive(ContentFile(data, "a.zip"), owner, **choices)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    return archive


def test_an_accepted_archive_becomes_a_scored_run(submitter):
    archive = ingested(ArchiveDraft().zip(), submitter)
    assert (archive.status, archive.reason) == (
        "scored",
        "Stored and scored: 12 episodes in 1 run.",
    )
