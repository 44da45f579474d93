"""Containers of bundles: what zipping does to them, and what strangers may try."""

import stat
import zipfile

import pytest

from tasks_app.domain import bundle_files
from tasks_app.domain.bundle_files import read_files
from tasks_app.domain.errors import Refused

MANIFEST, TASKS = b'{"manifest": 1}', b'{"task": 1}\n'


def make_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def codes(path):
    with pytest.raises(Refused) as refused:
        read_files(path)
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize("prefix", ["", "my bundle/"])
def test_a_zip_is_read_with_or_without_a_wrapping_folder_and_noise(tmp_path, prefix):
    members = {
        f"{prefix}bundle.json": MANIFEST,
        f"{prefix}tasks.jsonl": TASKS,
        "__MACOSX/._bundle.json": b"noise",
        f"{prefix}.DS_Store": b"noise",
    }
    files = read_files(make_zip(tmp_path / "b.zip", members))
    assert (files.manifest, files.tasks) == (MANIFEST, TASKS)


@pytest.mark.parametrize("inside", [".", "wrapped"])
def test_a_folder_is_read_with_or_without_a_wrapping_folder(tmp_path, inside):
    folder = tmp_path / inside
    folder.mkdir(exist_ok=True)
    (folder / "bundle.json").write_bytes(MANIFEST)
    (folder / "tasks.jsonl").write_bytes(TASKS)
    assert read_files(tmp_path).tasks == TASKS


def test_a_missing_file_is_named(tmp_path):
    path = make_zip(tmp_path / "b.zip", {"bundle.json": MANIFEST, "other/readme": b""})
    with pytest.raises(Refused) as refused:
        read_files(path)
    assert [(p.code, p.file) for p in refused.value.problems] == [("missing_file", "tasks.jsonl")]


def test_a_path_without_a_bundle_is_refused(tmp_path):
    assert codes(tmp_path / "nowhere") == ["not_found"]
    assert codes(tmp_path) == ["missing_file", "missing_file"]


@pytest.mark.parametrize(
    "name", ["../bundle.json", "/etc/passwd", "a/../../b", "C:/b", "..\\b", "a/..\\..\\b"]
)
def test_a_member_that_points_outside_is_refused(tmp_path, name):
    members = {"bundle.json": MANIFEST, "tasks.jsonl": TASKS, name: b"x"}
    assert "path_traversal" in codes(make_zip(tmp_path / "b.zip", members))


def test_a_link_in_a_zip_is_refused(tmp_path):
    link = zipfile.ZipInfo("bundle.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("tasks.jsonl", TASKS)
    assert codes(tmp_path / "b.zip") == ["link"]


def test_a_link_in_a_folder_is_refused(tmp_path):
    (tmp_path / "real").write_bytes(MANIFEST)
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / "tasks.jsonl").write_bytes(TASKS)
    (folder / "bundle.json").symlink_to(tmp_path / "real")
    assert codes(folder) == ["link"]


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path):
    members = {"bundle.json": MANIFEST, "tasks.jsonl": b" " * 10_000_000}
    assert codes(make_zip(tmp_path / "b.zip", members)) == ["expansion"]


def test_files_over_their_limit_are_refused_in_zips_and_folders(tmp_path, monkeypatch):
    monkeypatch.setitem(bundle_files.MAX_BYTES, "bundle.json", len(MANIFEST) - 1)
    members = {"bundle.json": MANIFEST, "tasks.jsonl": TASKS}
    assert codes(make_zip(tmp_path / "b.zip", members)) == ["too_large"]
    (tmp_path / "bundle.json").write_bytes(MANIFEST)
    (tmp_path / "tasks.jsonl").write_bytes(TASKS)
    assert codes(tmp_path) == ["too_large"]


def test_a_member_larger_than_it_says_is_refused(tmp_path, monkeypatch):
    path = make_zip(tmp_path / "b.zip", {"bundle.json": MANIFEST, "tasks.jsonl": TASKS})
    data = path.read_bytes()
    size = len(TASKS).to_bytes(4, "little")
    # The uncompressed size stands in the local and the central header of the member.
    path.write_bytes(data.replace(size + b"\x0b\x00", b"\x01\x00\x00\x00\x0b\x00"))
    monkeypatch.setitem(bundle_files.MAX_BYTES, "tasks.jsonl", 5)
    assert codes(path)


def test_too_many_members_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle_files, "MAX_MEMBERS", 1)
    members = {"bundle.json": MANIFEST, "tasks.jsonl": TASKS}
    assert codes(make_zip(tmp_path / "b.zip", members)) == ["too_many_members"]


def test_an_encrypted_member_is_refused(tmp_path):
    path = make_zip(tmp_path / "b.zip", {"bundle.json": MANIFEST, "tasks.jsonl": TASKS})
    data = bytearray(path.read_bytes())
    central = data.index(b"PK\x01\x02")
    data[central + 8] |= 1  # the encryption bit of the first member's flags
    path.write_bytes(data)
    assert codes(path) == ["encrypted"]


@pytest.mark.parametrize("data", [b"", b"not a zip", b"PK\x03\x04 cut short"])
def test_a_file_that_is_no_zip_is_refused(tmp_path, data):
    path = tmp_path / "b.zip"
    path.write_bytes(data)
    assert codes(path) == ["unreadable_zip"]
