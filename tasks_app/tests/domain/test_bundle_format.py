"""The bundle format: the golden bundle, every way to break it, and writing it again."""

import hashlib
import json
import shutil
import zipfile
from dataclasses import replace

import pytest

from tasks_app.domain.bundle_format import read_bundle, sealed, write_bundle
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.errors import Refused
from tasks_app.domain.families import Decision, Family
from tasks_app.domain.meter_task import Descriptions, MeterTask, TaskSet
from tasks_app.domain.prices import PriceSchedule
from tasks_app.domain.task_spec import Surface
from tasks_app.tests.factories import MINI_BUNDLE, mini_bundle


@pytest.fixture
def folder(tmp_path):
    """A copy of the golden bundle to break."""
    return shutil.copytree(MINI_BUNDLE, tmp_path / "bundle")


def change_manifest(folder, change):
    manifest = json.loads((folder / "bundle.json").read_text())
    change(manifest)
    (folder / "bundle.json").write_text(json.dumps(manifest))


def change_task(folder, line, change):
    """Change the task on a line, and bind the new bytes so that only the change is wrong."""
    tasks = [json.loads(text) for text in (folder / "tasks.jsonl").read_text().splitlines()]
    change(tasks[line - 1])
    write_lines(folder, [json.dumps(task) for task in tasks])


def write_lines(folder, lines):
    data = "".join(line + "\n" for line in lines).encode()
    (folder / "tasks.jsonl").write_bytes(data)
    change_manifest(folder, lambda m: m.update(tasks_sha256=hashlib.sha256(data).hexdigest()))


def refusals(path):
    with pytest.raises(Refused) as refused:
        read_bundle(path)
    return [(problem.code, problem.file, problem.line) for problem in refused.value.problems]


def line_of(family):
    return next(n for n, t in enumerate(mini_bundle().tasks, start=1) if t.family is family)


class TestGoldenBundle:
    def test_it_is_read_with_its_manifest(self):
        spec = mini_bundle().spec
        assert (spec.ref, spec.kind, spec.proxy_cap) == ("mini@1", BundleKind.ECONOMIC, 180)
        assert spec.families[Family.CHEAP].budget("main") == 90
        assert spec.families[Family.ESCALATION].budget("main") == 370
        assert spec.prices.price("run_model", "frontier") == 160

    def test_it_has_every_family_and_decision(self):
        tasks = mini_bundle().tasks
        assert len(tasks) == 12
        assert {task.family for task in tasks} == set(Family)
        assert {task.oracle.decision for task in tasks} == set(Decision)

    def test_a_task_keeps_what_its_line_says(self):
        task = next(t for t in mini_bundle().tasks if "Donaueschingen" in t.question)
        assert task.oracle.answer == "Black Sea"
        assert task.oracle.canonical.units == 322
        withheld = [d.title for d in task.documents if d.surface is Surface.DEEP]
        assert withheld == ["Danube"]

    def test_its_digests_are_those_of_plain_json_and_hashlib(self):
        # An independent implementation of the two digests, straight from the format's text.
        data = (MINI_BUNDLE / "tasks.jsonl").read_bytes()
        tasks = sorted(map(json.loads, data.splitlines()), key=lambda task: task["task_id"])
        canonical = json.dumps(tasks, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        spec = mini_bundle().spec
        assert spec.tasks_sha256 == hashlib.sha256(data).hexdigest()
        assert spec.canonical_sha256 == hashlib.sha256(canonical.encode()).hexdigest()


class TestTolerance:
    def test_byte_order_marks_crlf_and_empty_lines_do_no_harm(self, folder):
        text = (folder / "tasks.jsonl").read_text()
        data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n\r\n").encode()
        (folder / "tasks.jsonl").write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        change_manifest(folder, lambda m: m.update(tasks_sha256=digest))
        manifest = (folder / "bundle.json").read_bytes()
        (folder / "bundle.json").write_bytes(b"\xef\xbb\xbf" + manifest.replace(b"\n", b"\r\n"))
        assert read_bundle(folder).tasks == mini_bundle().tasks

    def test_key_order_and_spaces_do_not_change_the_canonical_digest(self, folder):
        tasks = [json.loads(line) for line in (folder / "tasks.jsonl").read_text().splitlines()]
        write_lines(folder, [json.dumps(dict(reversed(task.items()))) for task in tasks[::-1]])
        assert read_bundle(folder).spec.canonical_sha256 == mini_bundle().spec.canonical_sha256

    def test_optional_keys_may_be_absent(self, folder):
        change_task(folder, line_of(Family.STOP), lambda t: [t.pop("aliases"), t.pop("support")])
        # The canonical digest binds what was published, so it is the only thing left to say.
        assert refusals(folder) == [("digest_mismatch", "bundle.json", None)]


MANIFEST_FAULTS = [
    ("wrong_format", lambda m: m.update(format="ecoagent-bundle/2")),
    ("bad_value", lambda m: m.update(kind="other")),
    ("bad_value", lambda m: m.update(name="with space")),
    ("bad_value", lambda m: m.update(version="")),
    ("bad_value", lambda m: m.update(title=7)),
    ("bad_value", lambda m: m.update(tasks_sha256="abc")),
    ("bad_value", lambda m: m.update(proxy_cap=-1)),
    ("bad_value", lambda m: m.update(proxy_cap="180")),
    ("bad_value", lambda m: m["prices"]["actions"].update(search=-30)),
    ("bad_value", lambda m: m["prices"]["actions"].update(swim=1)),
    ("bad_value", lambda m: m["prices"]["tiers"].update(fast=0)),
    ("bad_price", lambda m: m["prices"]["actions"].update(ask_human=0)),
    ("bad_value", lambda m: m["families"].update(riddle_qa=m["families"]["cheap_qa"])),
    ("bad_value", lambda m: m["families"]["cheap_qa"].update(main="main")),
    ("wrong_group", lambda m: m["families"]["cheap_qa"].update(group="up")),
    ("budget_order", lambda m: m["families"]["cheap_qa"]["budgets"].update(tight=240)),
    ("missing_key", lambda m: m["families"]["cheap_qa"]["budgets"].pop("loose")),
    ("count_mismatch", lambda m: m["counts"].update(cheap_qa=4)),
    ("bad_value", lambda m: m["counts"].update(riddle_qa=0)),
    ("bad_value", lambda m: m["selection"].update(method="by hand")),
    ("missing_key", lambda m: m.pop("licence")),
    ("unknown_key", lambda m: m.update(owner="somebody")),
    ("unknown_key", lambda m: m["sources"][0].update(path="/home")),
    ("bad_value", lambda m: m["sources"][0].update(rows=-1)),
    ("digest_mismatch", lambda m: m.update(canonical_sha256="0" * 64)),
    ("digest_mismatch", lambda m: m.update(tasks_sha256="0" * 64)),
    ("bad_value", lambda m: m.update(description="nul \0 character")),
]


@pytest.mark.parametrize(("code", "change"), MANIFEST_FAULTS)
def test_a_malformed_manifest_is_refused_by_file_and_code(folder, code, change):
    change_manifest(folder, change)
    assert (code, "bundle.json", None) in refusals(folder)


def test_a_family_that_the_manifest_leaves_out_is_named_for_its_count_and_tasks(folder):
    change_manifest(folder, lambda m: m["families"].pop("stop_loss"))
    found = refusals(folder)
    assert [code for code, *_ in found] == ["undeclared_family"] * 3  # counts, and two tasks
    assert {file for _, file, _ in found} == {"bundle.json", "tasks.jsonl"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": NaN}', '{"format": "\xff'])
def test_a_manifest_that_is_no_json_object_is_refused(folder, text):
    (folder / "bundle.json").write_bytes(text.encode("latin-1"))
    assert refusals(folder) == [("bad_json", "bundle.json", None)]


TASK_FAULTS = [
    ("missing_key", lambda t: t.pop("question")),
    ("unknown_key", lambda t: t.update(hint="look twice")),
    ("bad_value", lambda t: t.update(question=7)),
    ("bad_value", lambda t: t.update(question="")),
    ("bad_value", lambda t: t.update(question="nul \0 character")),
    ("bad_value", lambda t: t.update(task_id="a/b")),
    ("bad_value", lambda t: t.update(family="riddle_qa")),
    ("bad_value", lambda t: t.update(decision="guess")),
    ("wrong_decision", lambda t: t.update(decision="escalate")),
    ("wrong_answer", lambda t: t.update(answer=None)),
    ("bad_value", lambda t: t["documents"][0].update(surface="hidden")),
    ("unknown_key", lambda t: t["documents"][1].update(note="")),
    ("duplicate_document", lambda t: t["documents"].append(t["documents"][0])),
    ("unknown_support", lambda t: t["support"].append("d-nowhere")),
    ("unexpected_tier_labels", lambda t: t.update(tier_labels={"fast": [], "frontier": []})),
    ("unknown_action", lambda t: t["tools"].update(swim=1)),
    ("unknown_action", lambda t: t["tools"].update({"search:fast": 30})),
    ("wrong_price", lambda t: t["tools"].update(search=29)),
    ("bad_value", lambda t: t["tools"].update(search=-30)),
    ("bad_value", lambda t: t["tools"].update(search=True)),
    ("unknown_action", lambda t: t["canonical"]["actions"].append("run_model:fast")),
    ("wrong_units", lambda t: t["canonical"].update(units=47)),
    ("bad_value", lambda t: t["contrast"].update(units="322")),
    ("missing_key", lambda t: t["source"].pop("licence")),
]


@pytest.mark.parametrize(("code", "change"), TASK_FAULTS)
def test_a_malformed_task_is_refused_by_file_line_and_code(folder, code, change):
    line = line_of(Family.CHEAP)
    change_task(folder, line, change)
    assert (code, "tasks.jsonl", line) in refusals(folder)


@pytest.mark.parametrize(
    "labels",
    [None, {"fast": [True] * 3}, {"fast": [True] * 3, "frontier": [True] * 2}],
)
def test_a_model_tier_task_needs_three_attempts_of_both_tiers(folder, labels):
    line = line_of(Family.MODEL_UPGRADE)
    change_task(folder, line, lambda task: task.update(tier_labels=labels))
    assert ("missing_tier_labels", "tasks.jsonl", line) in refusals(folder)


@pytest.mark.parametrize("line", ["NaN", '{"task_id": NaN}', "[1]", "{", '{"units": 1e999}'])
def test_a_line_that_is_no_json_object_is_refused(folder, line):
    lines = (folder / "tasks.jsonl").read_text().splitlines()
    write_lines(folder, [*lines, line])
    assert refusals(folder) == [("bad_json", "tasks.jsonl", 13)]


def test_a_repeated_task_id_is_refused_at_its_second_line(folder):
    lines = (folder / "tasks.jsonl").read_text().splitlines()
    write_lines(folder, [*lines, lines[3]])
    assert refusals(folder) == [("duplicate_task", "tasks.jsonl", 13)]


def test_a_line_over_the_limit_is_refused_unread(folder, monkeypatch):
    monkeypatch.setattr("tasks_app.domain.task_lines.MAX_LINE_BYTES", 2000)
    lines = (folder / "tasks.jsonl").read_text().splitlines()
    write_lines(folder, [*lines, "x" * 2001])
    assert ("long_line", "tasks.jsonl", 13) in refusals(folder)


def test_every_problem_is_found_at_once_with_its_task(folder):
    cheap, stop = line_of(Family.CHEAP), line_of(Family.STOP)
    change_task(folder, cheap, lambda t: t.update(question=7, answer=8, documents="none"))
    change_task(folder, stop, lambda t: t.update(answer="something"))
    change_manifest(folder, lambda m: m.update(tasks_sha256="0" * 64, counts={"cheap_qa": 3}))
    with pytest.raises(Refused) as refused:
        read_bundle(folder)
    found = [(p.code, p.line, p.task_id) for p in refused.value.problems]
    tasks = mini_bundle().tasks
    assert found.count(("bad_value", cheap, tasks[cheap - 1].task_id)) == 3
    assert ("wrong_answer", stop, tasks[stop - 1].task_id) in found
    assert ("digest_mismatch", None, None) in found


class TestWriting:
    def test_a_folder_and_a_zip_hold_the_same_bundle(self, tmp_path):
        bundle = sealed(mini_bundle().spec, mini_bundle().tasks)
        write_bundle(bundle, tmp_path / "folder")
        write_bundle(bundle, tmp_path / "bundle.zip")
        assert read_bundle(tmp_path / "folder") == read_bundle(tmp_path / "bundle.zip") == bundle

    def test_the_same_bundle_gives_the_same_bytes(self, tmp_path):
        bundle = sealed(mini_bundle().spec, mini_bundle().tasks)
        reordered = sealed(mini_bundle().spec, mini_bundle().tasks[::-1])
        write_bundle(bundle, tmp_path / "a.zip")
        write_bundle(reordered, tmp_path / "b.zip")
        assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
        with zipfile.ZipFile(tmp_path / "a.zip") as archive:
            assert {info.date_time[0] for info in archive.infolist()} == {1980}

    def test_a_bundle_whose_digest_binds_other_tasks_is_not_written(self, tmp_path):
        bundle = replace(sealed(mini_bundle().spec, mini_bundle().tasks), tasks=())
        with pytest.raises(ValueError, match="not sealed"):
            write_bundle(bundle, tmp_path / "folder")

    def test_a_manifest_that_nobody_could_read_is_not_sealed(self):
        with pytest.raises(Refused):
            sealed(replace(mini_bundle().spec, name="with space"), mini_bundle().tasks)


METER_TASK = MeterTask(
    task_id="m-1",
    instruction="Fix the failing test.",
    artifacts=("repo.tar",),
    outputs=({"path": "patch.diff"},),
    success_criteria=["tests pass"],
    source={"dataset": "hand-made"},
    sets=(TaskSet.FULL, TaskSet.CORE),
    descriptions=Descriptions("Fix it.", None, {"model x cli": "Run the tests first."}),
)


def meter_bundle():
    spec = replace(
        mini_bundle().spec,
        kind=BundleKind.METER,
        prices=PriceSchedule({}, {}),
        families={},
        proxy_cap=None,
        counts={"full": 1, "core": 1},
        selection={},
        labeller=None,
    )
    return sealed(spec, meter_tasks=[METER_TASK])


class TestMeterBundle:
    def test_it_is_written_and_read_again(self, tmp_path):
        write_bundle(meter_bundle(), tmp_path / "meter.zip")
        assert read_bundle(tmp_path / "meter.zip") == meter_bundle()

    def test_it_has_no_prices_or_budgets(self, tmp_path):
        write_bundle(meter_bundle(), tmp_path / "meter")
        manifest = json.loads((tmp_path / "meter" / "bundle.json").read_text())
        assert not {"prices", "families", "proxy_cap"} & set(manifest)
        change_manifest(tmp_path / "meter", lambda m: m.update(proxy_cap=1))
        assert refusals(tmp_path / "meter") == [("unknown_key", "bundle.json", None)]

    def test_an_unknown_set_is_refused(self, tmp_path):
        write_bundle(meter_bundle(), tmp_path / "meter")
        change_task(tmp_path / "meter", 1, lambda task: task.update(sets=["half"]))
        assert ("bad_value", "tasks.jsonl", 1) in refusals(tmp_path / "meter")
