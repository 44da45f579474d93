"""``manage.py ingest_archive``: the upload's path from a terminal."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from runs_app.models import Run
from runs_app.tests.archives import ArchiveDraft, episode
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    import_mini_bundle()
    get_user_model().objects.create_user("ada", is_submitter=True)
    (tmp_path / "mine.zip").write_bytes(ArchiveDraft().zip())
    return tmp_path


def printed(folder, *options: str) -> str:
    out = io.StringIO()
    call_command("ingest_archive", folder / "mine.zip", *options, stdout=out)
    return out.getvalue()


def test_an_accepted_archive_is_stored_and_its_runs_printed(folder):
    text = printed(folder, "--owner", "ada", "--private")
    run = Run.objects.get()
    assert run.visibility == "private"
    assert text.splitlines() == [
        "Stored and scored: 12 episodes in 1 run.",
        f"run {run.pk}: Reader at main, scored",
    ]


def test_a_refused_archive_prints_every_place_and_fails(folder, capsys):
    lines = [episode(mini_bundle().tasks[0], task_id="t-none"), b"{"]
    (folder / "mine.zip").write_bytes(ArchiveDraft(lines).zip())
    out = io.StringIO()
    with pytest.raises(CommandError, match="Refused: 2 problems in 1 file"):
        call_command("ingest_archive", folder / "mine.zip", "--owner", "ada", stdout=out)
    assert "error unknown_task episodes.jsonl:1:t-none" in out.getvalue()
    assert "error invalid_json episodes.jsonl:2" in out.getvalue()
    assert not Run.objects.exists()


def test_a_dry_run_stores_nothing(folder):
    assert "Dry run passed" in printed(folder, "--owner", "ada", "--dry-run")
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("name", "owner", "words"),
    [("mine.zip", "nobody", "no user nobody"), ("none.zip", "ada", "No such file")],
)
def test_what_cannot_begin_says_why(folder, name, owner, words):
    with pytest.raises(CommandError, match=words):
        call_command("ingest_archive", folder / name, "--owner", owner)


def test_an_owner_needs_the_submitter_role(folder):
    get_user_model().objects.create_user("bob")
    with pytest.raises(CommandError, match="submitter role"):
        printed(folder, "--owner", "bob")
