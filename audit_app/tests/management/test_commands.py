"""Auditing from the command line: open, export, check, import."""

import re
import zipfile
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from audit_app import actions
from audit_app.models import Audit
from audit_app.tests.actions.test_imports import HUMAN, JUDGE
from audit_app.tests.audits import label_next, opened_audit, reviewer
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


def run(*args, **options):
    out = StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def order(tmp_path):
    """Opens an audit of a run by command, with more options where given."""
    person("mia", is_maintainer=True)
    rubric, scored = tmp_path / "rubric.txt", executed_run("LexicalEager")
    rubric.write_text("Read the evidence.")
    usual = ("--title", "First", "--rubric", str(rubric), "--rubric-version", "r1")
    draw = ("--size", "4", "--seed", "s", "--user", "mia")
    return lambda *more: run("open_audit", str(scored.pk), *usual, *draw, *more)


@pytest.fixture
def closed_audit():
    audit = opened_audit()
    label_next(audit, reviewer())
    return actions.close_audit(audit.pk, audit.opened_by)


def test_an_audit_is_opened_and_its_cells_are_shown(order):
    shown = order()
    audit = Audit.objects.get()
    assert re.search(r"cheap_qa / (in)?correct: \d of \d", shown)
    assert f"audit {audit.pk}: 4 items" in shown
    assert audit.rubric == "Read the evidence."


def test_a_dry_run_stores_nothing(order):
    assert " of " in order("--dry-run")
    assert not Audit.objects.exists()


def test_only_a_maintainer_opens(order):
    reviewer()
    with pytest.raises(CommandError, match="maintainers"):
        order("--user", "rita")
    with pytest.raises(CommandError, match="no user"):
        order("--user", "nobody")


def test_an_audit_is_exported_and_checked(closed_audit, tmp_path):
    path = tmp_path / "audit.zip"
    assert "check_audit" in run("export_audit", str(closed_audit.pk), str(path))
    assert "It holds." in run("check_audit", str(path))
    assert "It holds." in run("check_audit", str(closed_audit.pk))
    with pytest.raises(CommandError, match="exists"):
        run("export_audit", str(closed_audit.pk), str(path))


def test_what_is_no_export_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "a")
    with pytest.raises(CommandError, match="no export"):
        run("check_audit", str(path))
    with pytest.raises(CommandError, match="no file or audit"):
        run("check_audit", "nonsense")


def test_labels_made_elsewhere_are_imported_and_counted(tmp_path):
    person("mia", is_maintainer=True)
    human, judge = tmp_path / "human.tsv", tmp_path / "judge.tsv"
    human.write_text(HUMAN)
    judge.write_text(JUDGE)
    names = ("--judge", "gpt-4", "--title", "Real", "--user", "mia")
    shown = run("import_label_set", str(human), str(judge), *names)
    assert "without a second label: 1" in shown
    assert "without a verdict: 1" in shown
    with pytest.raises(CommandError, match="annotator1"):
        run("import_label_set", str(judge), str(judge), *names)
