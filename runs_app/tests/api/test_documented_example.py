"""The Python example of docs/api.md does what it says, against the live site."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings as site_settings

from runs_app.tests.archives import ArchiveDraft
from runs_app.tests.people import person
from tasks_app.tests.api_answers import token_of
from tasks_app.tests.factories import import_mini_bundle

DOCUMENT = Path(site_settings.BASE_DIR) / "docs" / "api.md"


@pytest.fixture
def run_example(live_server, settings, tmp_path, monkeypatch):
    """A function that runs the example on an archive and gives what it printed."""
    monkeypatch.setitem(current_app.conf, "task_always_eager", True)
    settings.MEDIA_ROOT = tmp_path / "media"
    import_mini_bundle()
    token = token_of(person("sam", is_submitter=True))["Authorization"].removeprefix("Token ")
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)

    def run(data):
        (tmp_path / "mine.zip").write_bytes(data)
        environment = os.environ | {"ECOAGENT_SITE": live_server.url, "ECOAGENT_TOKEN": token}
        command = [sys.executable, "-c", code, str(tmp_path / "mine.zip")]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=60
        ).stdout

    return run


@pytest.mark.django_db(transaction=True)
def test_it_uploads_waits_and_shows_the_scores(run_example):
    printed = run_example(ArchiveDraft().zip())
    assert printed.startswith("scored Stored and scored: 12 episodes")
    assert "Reader main {'attempted': 12" in printed


@pytest.mark.django_db(transaction=True)
def test_it_shows_every_problem_of_a_rejected_archive(run_example):
    draft = ArchiveDraft()
    draft.lines[3] = b"{"
    printed = run_example(draft.zip())
    assert printed.startswith("rejected Refused")
    assert "episodes.jsonl 4 " in printed
