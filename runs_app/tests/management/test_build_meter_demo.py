"""The synthetic bundle and archives as files: accepted like anybody's, the same every time."""

import io

import pytest
from django.core.management import call_command

from runs_app.models import Archive, Run
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


def call(*arguments, **options):
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    call("build_meter_demo", tmp_path / "demo")
    return tmp_path / "demo"


def test_the_same_bytes_every_time(folder, tmp_path):
    call("build_meter_demo", tmp_path / "again")
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["synthetic-descriptions.zip", "synthetic-grid.zip", "synthetic-meter.zip"]
    for name in names:
        assert (folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_bundle_and_archives_go_in_without_a_problem(folder):
    person("sam", is_submitter=True)
    call("import_bundle", folder / "synthetic-meter.zip")
    for name in ("synthetic-grid.zip", "synthetic-descriptions.zip"):
        call("ingest_archive", folder / name, owner="sam")
    assert [archive.problems for archive in Archive.objects.all()] == [[], []]
    runs = Run.objects.filter(status="scored")
    assert runs.count() == 28 * 2 + 4 * 5 * 2
