"""An exported audit is checked by its own script, which needs Python and nothing else."""

import json
import subprocess
import sys
import zipfile
from datetime import UTC, datetime

import pytest
from django.db import connection

from audit_app import actions, queries
from audit_app.domain import export_check
from audit_app.domain.export_check import check
from audit_app.tests.audits import bare_audit, label_next, reviewer, says
from runs_app.tests.people import person
from tasks_app.domain.errors import Conflict

pytestmark = pytest.mark.django_db

SHARES = (("correct", 300), ("incorrect", 700))


@pytest.fixture(scope="module")
def paper_audit(stored_once):
    return stored_once(labelled_audit)


def labelled_audit():
    """96 items as published: of 48 called correct people say so of 40, of the others of none."""
    cells = [
        {"family": "cheap_qa", "verdict": verdict, "population": population}
        for verdict, population in SHARES
    ]
    audit, ruth = bare_audit(size=96, cells=cells), reviewer("ruth")
    false_positives = 8
    while (claimed := actions.claim_item(audit.pk, ruth)) is not None:
        number = int(claimed.item.answer.split()[-1])
        judged_correct = number % 2 == 1
        is_error = judged_correct and number < 2 * false_positives
        decision = "correct" if judged_correct and not is_error else "incorrect"
        actions.record_label(claimed.item.id, ruth, says(decision, claimed.version))
    return audit


@pytest.fixture
def export(paper_audit, tmp_path):
    actions.close_audit(paper_audit.pk, person("mia", is_maintainer=True))
    path = tmp_path / "audit.zip"
    queries.write_export(paper_audit.pk, path)
    return path


def changed(path, name, change):
    """The export with one file changed, and the manifest's digest of it left as it was."""
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w") as target:
        for member in source.namelist():
            content = source.read(member)
            target.writestr(member, change(content) if member == name else content)
    return other


def test_the_scripts_numbers_are_the_published_ones_and_the_reports(export):
    problems, numbers = check(export)
    assert problems == []
    rounded = {name: round(value, 6) for name, value in numbers.items()}
    assert (
        rounded.items()
        >= {
            "overall/percent": 0.916667,
            "overall/kappa": 0.833333,
            "overall/kappa/se": 0.055628,
            "population/human_rate": 0.25,
            "population/human_rate/se": 0.014947,
            "population/population_agreement": 0.95,
            "population/population_kappa": 0.875,
        }.items()
    )


def test_the_script_in_the_zip_runs_by_itself(export, tmp_path):
    with zipfile.ZipFile(export) as archive:
        archive.extract("check.py", tmp_path)
    command = [sys.executable, "-I", "-S", str(tmp_path / "check.py"), str(export)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "overall/kappa: 0.833333" in done.stdout
    assert "The export holds." in done.stdout


SCRIPT = [sys.executable, "-I", "-S", export_check.__file__]


@pytest.mark.parametrize("files", [(), ("one.zip", "two.zip")])
def test_the_script_without_exactly_one_file_says_how_it_is_called(files):
    answer = subprocess.run([*SCRIPT, *files], capture_output=True, text=True, check=False)

    assert answer.returncode == 1
    assert answer.stderr == "Name one exported audit: python check.py AUDIT.zip\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda files: files.clear(),
        lambda files: files.pop("labels.jsonl"),
        lambda files: files.update({"manifest.json": b"{}"}),
        lambda files: files.update({"manifest.json": b"[]"}),
        lambda files: files.update({"frame.json": b"\xff"}),
        lambda files: files.update({"labels.jsonl": b"3\n"}),
    ],
)
def test_what_cannot_be_checked_is_said_in_a_sentence(export, change, tmp_path):
    with zipfile.ZipFile(export) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    damaged = tmp_path / "damaged.zip"
    with zipfile.ZipFile(damaged, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    answer = subprocess.run([*SCRIPT, str(damaged)], capture_output=True, text=True, check=False)

    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert "is no export of an audit, or not whole: " in answer.stderr


@pytest.mark.parametrize("name", ["nowhere.zip", "text.zip"])
def test_a_file_that_is_no_zip_or_not_there_is_said_in_a_sentence(name, tmp_path):
    (tmp_path / "text.zip").write_text("no zip")
    command = [*SCRIPT, str(tmp_path / name)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)

    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert "is no export of an audit, or not whole: " in answer.stderr


def test_one_changed_label_is_detected_even_with_a_matching_manifest(export):
    def flip(content):
        lines = content.splitlines()
        label = json.loads(lines[5])
        label["decision"] = "incorrect" if label["decision"] == "correct" else "correct"
        lines[5] = json.dumps(label).encode()
        return b"\n".join(lines)

    problems, _ = check(changed(export, "labels.jsonl", flip))
    assert "labels.jsonl is not what was exported." in problems
    assert "Label 6 is not what was recorded." in problems
    assert any("overall/kappa is" in problem for problem in problems)


def test_a_label_left_out_is_detected(export):
    problems, _ = check(changed(export, "labels.jsonl", lambda text: text[: text.rindex(b"{")]))
    assert "The label log does not end where the manifest says it does." in problems


def test_a_prettier_report_is_detected(export):
    def prettier(content):
        report = json.loads(content)
        next(line for line in report["lines"] if line["key"] == "kappa")["value"] = 0.99
        return json.dumps(report).encode()

    problems, _ = check(changed(export, "report.json", prettier))
    assert any("but 0.99 in the report" in problem for problem in problems)


def test_a_label_of_a_full_second_is_exported_as_it_was_chained(clock, tmp_path):
    """Python leaves out a fraction that is zero, Postgres does not."""
    audit, clock.now = bare_audit(size=1), datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    label_next(audit, reviewer())
    actions.close_audit(audit.pk, person("mia", is_maintainer=True))
    path = tmp_path / "audit.zip"
    queries.write_export(audit.pk, path)
    with zipfile.ZipFile(path) as archive:
        assert b'"2026-01-02T03:04:05+00:00"' in archive.read("labels.jsonl")
    assert check(path)[0] == []


def test_an_open_audit_is_not_exported(tmp_path):
    audit = bare_audit()
    label_next(audit, reviewer())
    with pytest.raises(Conflict, match="closed"):
        queries.write_export(audit.pk, tmp_path / "audit.zip")


def test_the_stored_log_holds_and_a_label_changed_behind_the_databases_back_shows(paper_audit):
    assert queries.log_problems(paper_audit.pk) == ()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # as a superuser could
        cursor.execute("UPDATE audit_app_humanlabel SET comment = 'x' WHERE number = 3")
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert queries.log_problems(paper_audit.pk) == ("Label 3 is not what was recorded.",)
