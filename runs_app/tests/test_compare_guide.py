"""The guide to comparing two CLIs: what it says to type does what it says."""

import io
import re
import shlex
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from runs_app.models import Run

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).parents[2] / "docs" / "compare-two-clis.md").read_text()
OWN = ("build_meter_bundle", "ingest_table")


def typed() -> list[list[str]]:
    """The guide's commands of ours, as a shell would split them."""
    blocks = "\n".join(re.findall(r"```\n(.*?)```", GUIDE, re.DOTALL)).replace("\\\n", " ")
    lines = re.findall(r"manage\.py (\w+ .*)", blocks)
    return [words for words in map(shlex.split, lines) if words[0] in OWN]


def test_the_guide_does_what_it_says(settings, tmp_path, monkeypatch):
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.chdir(tmp_path)
    get_user_model().objects.create_user("sam", is_submitter=True)
    [table] = re.findall(r"<<'END'\n(.*?)END\n", GUIDE, re.DOTALL)
    Path("results.csv").write_text(table)
    of_one_cli, _, _ = table.partition("csv-sum,model-a,cli-y")
    Path("other.csv").write_text(of_one_cli)
    printed = [io.StringIO() for _ in typed()]
    for words, out in zip(typed(), printed, strict=True):
        call_command(*words, stdout=out)
    assert "my-tasks@1: 9 tasks." in printed[0].getvalue()
    [shown] = re.findall(r"```\n(Read as: .*?)```", GUIDE, re.DOTALL)
    assert printed[2].getvalue().startswith(shown)
    assert set(Run.objects.values_list("agent__scaffold", "status")) == {
        ("cli-x", "scored"),
        ("cli-y", "scored"),
        ("cli-z", "scored"),
    }
