"""Whatever bytes arrive: a list of problems or episodes, never an exception."""

import json
import zipfile
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runs_app.domain.archive.kinds import KINDS
from runs_app.domain.archive.writer import episode_json
from runs_app.tests.archives import (
    ArchiveDraft,
    episode,
    errors_in,
    findings_in,
    records_in,
    tar_gz_of,
    zip_of,
)
from tasks_app.tests.factories import mini_bundle

ZIP, TAR = ArchiveDraft().zip(), ArchiveDraft().tar_gz()
STORED = zip_of(ArchiveDraft().members(), zipfile.ZIP_STORED)
LINE = episode(mini_bundle().tasks[0], workspace=None, reward=0.5, judge_labels=[
    {"judge": "j", "rubric": "1", "verdict": "correct", "rationale": "r"}])  # fmt: skip
MANIFEST = ArchiveDraft().full_manifest()

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*LINE, *MANIFEST, "tier", "action"]), inner, max_size=4)
    ),
    max_leaves=10,
)


def paths(value: Any, path: tuple = ()) -> list[tuple]:
    """The path of every value within a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = [path]
    if isinstance(value, dict | list):
        for key, inner in items:
            found += (
                paths(inner, (*path, key)) if isinstance(inner, dict | list) else [(*path, key)]
            )
    return found


def with_value(whole: Any, path: tuple, value: Any) -> Any:
    if not path:
        return value
    copied = whole.copy()
    copied[path[0]] = with_value(whole[path[0]], path[1:], value)
    return copied


def must_be_judged(data: bytes) -> None:
    """An archive is refused with known problems, or read; and then its episodes can be stored."""
    findings = findings_in(data)
    assert {problem.code for problem in findings.problems} <= KINDS.keys()
    if not findings.errors:
        for record in records_in(data):
            text = msgspec.json.encode(episode_json(record)).decode()
            assert "\0" not in json.dumps(json.loads(text), ensure_ascii=False)


@given(path=st.sampled_from(paths(LINE)), value=json_values)
def test_any_value_anywhere_in_a_line(path, value):
    must_be_judged(ArchiveDraft([json.dumps(with_value(LINE, path, value)).encode()]).zip())


@given(path=st.sampled_from(paths(MANIFEST)), value=json_values)
def test_any_value_anywhere_in_the_manifest(path, value):
    members = ArchiveDraft().members()
    members["manifest.json"] = json.dumps(with_value(MANIFEST, path, value)).encode()
    must_be_judged(zip_of(members))


@given(line=st.binary(max_size=200))
def test_any_bytes_as_a_line(line):
    must_be_judged(ArchiveDraft([line.replace(b"\n", b"")]).zip())


@given(data=st.binary(max_size=500))
def test_any_bytes_as_an_archive(data):
    assert errors_in(data)
    for start in (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08"):
        assert errors_in(start + data)


@given(
    whole=st.sampled_from([ZIP, TAR, STORED]),
    changes=st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=4)), max_size=6),
    length=st.floats(0.01, 1),
)
@settings(max_examples=300)
def test_a_damaged_archive(whole, changes, length):
    data = bytearray(whole)
    for place, piece in changes:
        at = int(place * (len(data) - 1))
        data[at : at + len(piece)] = piece
    must_be_judged(bytes(data[: max(1, int(length * len(data)))]))


@given(
    names=st.lists(st.text(min_size=1, max_size=30), max_size=6),
    content=st.binary(max_size=40),
)
def test_any_names_in_an_archive(names, content):
    names = [name for name in names if len(name.encode(errors="replace")) < 100]
    members = ArchiveDraft().members() | dict.fromkeys(names, content)
    for pack in (zip_of, tar_gz_of):
        try:
            data = pack(members)
        except (IndexError, ValueError):
            continue  # a name that cannot be packed
        must_be_judged(data)


@pytest.mark.parametrize("text", ["\ud800", "a\ud83d"])
def test_utf8_of_lone_surrogates_is_no_text(text):
    line = json.dumps(LINE | {"answer": "@@"}).encode()
    line = line.replace(b"@@", text.encode("utf-8", "surrogatepass"))
    assert [code for code, _, _ in errors_in(ArchiveDraft([line]).zip())] == ["wrong_value"]


@pytest.mark.parametrize("digits", [400, 4301, 100_000])
def test_enormous_whole_numbers_can_be_kept_or_are_refused(digits):
    line = json.dumps(LINE | {"mood": "@@"}).encode().replace(b'"@@"', b"9" * digits)
    must_be_judged(ArchiveDraft([line]).zip())


def test_no_hostile_name_can_break_a_line_of_the_report():
    names = {"a\u202eb\nc": b"", "n" * 5000: b"", "no-utf8-\udcff": b""}
    members = ArchiveDraft().members()
    zipped = zip_of(members | dict.fromkeys(list(names)[:2], b""))
    tarred = tar_gz_of(members | names)
    for problem in findings_in(zipped).problems + findings_in(tarred).problems:
        assert problem.file.isprintable()
        assert problem.message.isprintable()
        assert len(problem.file) <= 300


def test_zip_bytes_are_judged_in_memory_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    findings_in(zip_of({"../evil": b"x"} | ArchiveDraft().members()))
    findings_in(tar_gz_of({"/evil": b"x"} | ArchiveDraft().members()))
    assert list(tmp_path.iterdir()) == []
