"""The commands that build, check and import bundles."""

import io
import json
import shutil

import pytest
from django.core.management import CommandError, call_command

from tasks_app import queries
from tasks_app.domain.bundle_format import read_bundle
from tasks_app.domain.families import Decision, Family
from tasks_app.domain.seedpools.seed_row import Shape
from tasks_app.domain.slots import Choice, Slot
from tasks_app.tests.factories import MINI_BUNDLE

BUILD = ("build_bundle", "--name", "small", "--version", "1", "--salt", "salt")


def call(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def two_cheap_tasks(monkeypatch):
    """A build of two tasks: what 304 cost is tested in test_build."""
    choices = tuple(Choice(name, frozenset({Shape.TWO_HOP})) for name in ("musique", "atlas"))
    slots = (Slot("cheap two-hop", Family.CHEAP, Decision.CHEAP, 2, choices),)
    monkeypatch.setattr("tasks_app.management.commands.build_bundle.SLOTS", slots)


@pytest.fixture
def broken_bundle(tmp_path):
    folder = shutil.copytree(MINI_BUNDLE, tmp_path / "broken")
    manifest = json.loads((folder / "bundle.json").read_text())
    manifest["counts"]["cheap_qa"] = 4
    (folder / "bundle.json").write_text(json.dumps(manifest))
    return folder


@pytest.mark.django_db
class TestImportBundle:
    def test_a_bundle_is_imported_and_again_without_effect(self):
        for _ in range(2):
            out, _ = call("import_bundle", MINI_BUNDLE)
            assert out == "mini@1 is imported: 12 tasks.\n"
        assert len(queries.all_bundles()) == 1

    def test_every_problem_of_a_broken_bundle_is_printed(self, broken_bundle, capsys):
        err = io.StringIO()
        with pytest.raises(CommandError, match="Nothing imported: 1 problem"):
            call_command("import_bundle", str(broken_bundle), stderr=err)
        assert "bundle.json: count_mismatch: counts says 4 cheap_qa task(s), there are 3" in (
            err.getvalue()
        )
        assert queries.all_bundles() == ()

    def test_other_content_under_the_same_name_is_a_conflict(self, tmp_path):
        call("import_bundle", MINI_BUNDLE)
        folder = shutil.copytree(MINI_BUNDLE, tmp_path / "other")
        text = (folder / "bundle.json").read_text()
        (folder / "bundle.json").write_text(text.replace("Twelve hand-made", "Other"))
        with pytest.raises(CommandError, match="another version"):
            call("import_bundle", folder)


class TestCheckBundle:
    def test_a_sound_bundle_has_no_findings(self):
        out, _ = call("check_bundle", MINI_BUNDLE)
        assert out == "mini@1: 12 tasks, no findings.\n"

    def test_findings_are_printed_and_end_in_failure(self, broken_bundle):
        out = io.StringIO()
        with pytest.raises(CommandError, match=r"1 finding\(s\)"):
            call_command("check_bundle", str(broken_bundle), stdout=out)
        assert out.getvalue().startswith("bundle.json: count_mismatch")


class TestBuildBundle:
    def test_a_bundle_is_written_from_a_pool_file_and_the_atlas(self, tmp_path, two_cheap_tasks):
        (tmp_path / "musique.jsonl").write_text("{broken\n" + json.dumps(MUSIQUE_ROW))
        pool = f"musique={tmp_path / 'musique.jsonl'}"
        out, err = call(*BUILD, "--pool", pool, "--out", tmp_path / "small.zip")
        bundle = read_bundle(tmp_path / "small.zip")
        assert {source["name"] for source in bundle.spec.sources} == {"musique", "atlas"}
        assert err.startswith("musique.jsonl, line 1: bad_json:")
        assert "musique: 1 rows\n" in out
        assert "cheap_qa / cheap two-hop: 1 atlas, 1 musique  (fell back)\n" in out
        assert f"tasks_sha256 {bundle.spec.tasks_sha256}\n" in out

    @pytest.mark.django_db
    def test_a_bundle_can_be_imported_without_a_file(self, two_cheap_tasks):
        call(*BUILD, "--import", "--title", "Two tasks")
        (row,) = queries.all_bundles()
        assert (row.ref, row.title, row.task_count) == ("small@1", "Two tasks", 2)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "--out, --import or both"),
            (("--out", "x", "--pool", "unknown=file"), "NAME=FILE"),
            (("--out", "x", "--pool", "musique"), "NAME=FILE"),
            (("--out", "x", "--pool", "musique=/nowhere/at/all"), "No such file"),
        ],
    )
    def test_wrong_arguments_are_named(self, arguments, message):
        with pytest.raises(CommandError, match=message):
            call(*BUILD, *arguments)

    def test_a_pool_without_a_usable_row_stops_the_build(self, tmp_path):
        (tmp_path / "squad.json").write_text("{}")
        with pytest.raises(CommandError, match="no row could be used"):
            call(*BUILD, "--out", tmp_path / "b", "--pool", f"squad2={tmp_path / 'squad.json'}")

    def test_a_name_that_no_manifest_may_have_is_refused(self, tmp_path, two_cheap_tasks):
        with pytest.raises(CommandError, match="No bundle"):
            call(*BUILD, "--name", "with space", "--out", tmp_path / "b")


MUSIQUE_ROW = {
    "id": "2hop__1_2",
    "paragraphs": [
        {"title": "Hekla", "paragraph_text": "Hekla is in Iceland.", "is_supporting": True},
        {
            "title": "Iceland",
            "paragraph_text": "The capital of Iceland is Reykjavík.",
            "is_supporting": True,
        },
    ],
    "question": "What is the capital of Iceland, where Hekla stands?",
    "question_decomposition": [{}, {}],
    "answer": "Reykjavík",
    "answer_aliases": [],
    "answerable": True,
}
