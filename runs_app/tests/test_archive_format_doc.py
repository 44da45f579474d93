"""docs/archive-format.md: its example is accepted, its program runs, its tables are complete."""

import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from knox.models import AuthToken

from runs_app import jobs
from runs_app.actions import archives
from runs_app.domain.archive.kinds import KINDS
from runs_app.models import Archive, Run
from runs_app.tests.archives import findings_in, zip_of
from runs_app.tests.meter_archives import find_meter_bundle
from tasks_app.tests.factories import import_mini_bundle

DOC = (Path(__file__).resolve().parents[2] / "docs/archive-format.md").read_text()


def block(language: str, after: str) -> str:
    """The first code block of a language behind what a pattern finds."""
    rest = DOC[re.search(after, DOC, re.DOTALL).end() :]
    return re.search(rf"```{language}\n(.*?)```", rest, re.DOTALL).group(1)


def test_the_smallest_archive_is_accepted_with_one_warning():
    members = {
        "manifest.json": block("json", "## The smallest archive").encode(),
        "episodes.jsonl": block("json", "\n`episodes.jsonl`\n").encode(),
    }
    findings = findings_in(zip_of(members))
    assert [(p.severity, p.code) for p in findings.problems] == [("warning", "missing_tasks")]
    assert "lacks 11 of 12 tasks" in findings.problems[0].message


@pytest.mark.django_db(transaction=True)
def test_the_program_submits_every_task_of_a_bundle(
    live_server, settings, tmp_path, monkeypatch, capsys
):
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(jobs.ingest_archive, "delay", archives.ingest_archive)
    import_mini_bundle()
    user = get_user_model().objects.create_user("ada", is_submitter=True)
    _, token = AuthToken.objects.create(user)
    for name, value in (("URL", live_server.url), ("TOKEN", token), ("BUNDLE", "mini@1")):
        monkeypatch.setenv(f"ECOAGENT_{name}", value)
    exec(compile(block("python", "## How to submit"), "example", "exec"), {})
    assert capsys.readouterr().out == "scored\nscored\n"
    assert list(Archive.objects.order_by("created_at").values_list("dry_run", "status")) == [
        (True, "scored"),
        (False, "scored"),
    ]
    assert (Run.objects.get().status, Run.objects.get().episodes_done) == ("scored", 12)


def test_the_meter_archive_is_accepted_with_one_warning():
    example = "## Episodes of a meter bundle"
    members = {
        "manifest.json": block("json", example).encode(),
        "episodes.jsonl": block("json", f"{example}.*?\n`episodes.jsonl`\n").encode(),
    }
    findings = findings_in(zip_of(members), find_bundle=find_meter_bundle)
    assert [(p.severity, p.code) for p in findings.problems] == [("warning", "missing_tasks")]


def test_every_kind_of_problem_is_in_the_document():
    for code, kind in KINDS.items():
        assert f"| `{code}` | {kind.title} | {kind.hint} |" in DOC
