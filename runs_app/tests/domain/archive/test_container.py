"""Zip and tar.gz as they occur, and as an attacker makes them."""

import gzip
import io
import stat
import struct
import tarfile
import zipfile
from dataclasses import replace

import pytest

from runs_app.domain.archive.container import open_container
from runs_app.domain.archive.guards import DiskError
from runs_app.domain.archive.limits import LIMITS
from runs_app.tests.archives import ArchiveDraft, errors_in, findings_in, tar_gz_of, zip_of
from tasks_app.domain.errors import Refused

WHOLE = ArchiveDraft()


def only_code(data: bytes, limits=LIMITS) -> str:
    [(code, _, _)] = errors_in(data, limits)
    return code


def zip_with(info: zipfile.ZipInfo, data: bytes = b"x") -> bytes:
    buffer = io.BytesIO(WHOLE.zip())
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(info, data)
    return buffer.getvalue()


def tar_with(**fields) -> bytes:
    info = tarfile.TarInfo(fields.pop("name", "extra"))
    for name, value in fields.items():
        setattr(info, name, value)
    return tar_gz_of(WHOLE.members(), info)


def unseekable_zip() -> bytes:
    """A zip as written into a pipe: sizes follow the data."""
    pipe = io.BytesIO()

    class Pipe:
        def write(self, data):
            return pipe.write(data)

        def flush(self):
            pass

    with zipfile.ZipFile(Pipe(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in WHOLE.members().items():
            archive.writestr(name, data)
    return pipe.getvalue()


def zip64() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in WHOLE.members().items():
            with archive.open(name, "w", force_zip64=True) as member:
                member.write(data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        WHOLE.zip(),
        WHOLE.tar_gz(),
        zip_of(WHOLE.members(), zipfile.ZIP_STORED),
        unseekable_zip(),
        zip64(),
        ArchiveDraft(folder="mine/").zip(),
        ArchiveDraft(folder="one/two/").tar_gz(),
        ArchiveDraft(folder="./").tar_gz(),
        ArchiveDraft(folder="mine\\").zip(),
        ArchiveDraft(folder="mine/", extra={"../mine/._x": b""}).zip().replace(b"../", b"a/_"),
        zip_of({"__MACOSX/mine/._manifest.json": b"\0", "mine/.DS_Store": b"PK\3\4"}
               | ArchiveDraft(folder="mine/").members()),
        ArchiveDraft(start=b"\xef\xbb\xbf", line_end=b"\r\n").zip(),
        ArchiveDraft(line_end=b"\n\n").zip(),
    ],
    ids=[
        "deflated", "tar.gz", "stored", "data descriptors", "Zip64", "wrapped", "wrapped twice",
        "packed as ./", "packed on Windows", "stray folder", "packed on a Mac", "BOM and CRLF",
        "blank lines",
    ],
)  # fmt: skip
def test_the_usual_accidents_of_packing_are_taken(data):
    assert errors_in(data) == []


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "empty_file", "The file is empty."),
        (b'{"format": 1}', "not_an_archive", "a JSON file"),
        (b"\xef\xbb\xbf[1]", "not_an_archive", "a JSON file"),
        (b"<!doctype html>", "not_an_archive", "an HTML or XML file"),
        (b"hello", "not_an_archive", "a file of another kind"),
        (b"7z\xbc\xaf\x27\x1c rest", "not_an_archive", "a 7-Zip file"),
        (b"Rar!\x1a\x07", "not_an_archive", "a RAR file"),
        (b"PK\x05\x06" + bytes(18), "empty_archive", "holds no files"),
        (b"PK\x03\x04 and no directory", "unreadable_archive", "cannot be read"),
        (WHOLE.zip()[:-40], "unreadable_archive", "cannot be read"),
        (gzip.compress(b'{"no": "tar"}', mtime=0), "unreadable_archive", "cannot be read"),
        (gzip.compress(b"", mtime=0), "unreadable_archive", "cannot be read"),
        (gzip.compress(bytes(10240), mtime=0), "empty_archive", "holds no files"),
        (WHOLE.tar_gz()[:-20], "unreadable_archive", "cannot be read"),
        (
            gzip.compress(gzip.decompress(WHOLE.tar_gz()) + b"more", mtime=0),
            "unreadable_archive",
            "more",
        ),
        (gzip.decompress(WHOLE.tar_gz()), "not_an_archive", "a tar file without gzip"),
    ],
)
def test_what_is_no_archive_is_told_in_a_sentence(data, code, words):
    findings = findings_in(data)
    assert [problem.code for problem in findings.problems] == [code]
    assert words in findings.problems[0].message


def test_the_content_tells_the_format_whatever_the_name():
    zipped = open_container(io.BytesIO(WHOLE.zip()))
    tarred = open_container(io.BytesIO(WHOLE.tar_gz()))
    names = [[member.name for member in container.members()] for container in (zipped, tarred)]
    assert names == [["manifest.json", "episodes.jsonl"]] * 2


@pytest.mark.parametrize(
    "name",
    ["../evil", "a/../../evil", "/etc/passwd", "C:\\evil", "c:evil", "..\\evil", "\\\\host\\evil"],
)
def test_names_that_lead_out_of_the_archive_are_refused(name):
    assert only_code(zip_with(zipfile.ZipInfo(name))) == "unsafe_path"
    assert only_code(tar_with(name=name)) == "unsafe_path"


def test_a_nul_in_a_name_is_refused():
    data = zip_with(zipfile.ZipInfo("evilXname")).replace(b"evilXname", b"evil\0name")
    assert only_code(data) == "unsafe_path"


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_in_a_tar_are_refused(kind):
    assert only_code(tar_with(type=kind, linkname="/etc/passwd")) == "link"


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices_in_a_zip_are_refused(mode):
    info = zipfile.ZipInfo("extra")
    info.external_attr = (mode | 0o777) << 16
    assert only_code(zip_with(info, b"/etc/passwd")) == "link"


def test_an_encrypted_member_is_refused():
    data = bytearray(zip_with(zipfile.ZipInfo("extra")))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.rindex(signature)
        data[at + flags] |= 1
    assert only_code(bytes(data)) == "encrypted"


def test_an_encrypted_manifest_is_one_problem():
    data = bytearray(zip_of({"manifest.json": b"{}"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert only_code(bytes(data)) == "encrypted"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compression_whose_expansion_cannot_be_bounded_is_refused(method):
    info = zipfile.ZipInfo("extra")
    info.compress_type = method
    assert only_code(zip_with(info)) == "unsupported_compression"


@pytest.mark.parametrize(
    ("name", "content"),
    [("inner.zip", b""), ("inner.TGZ", b""), ("notes.txt", b"PK\3\4..."), ("x", b"\x1f\x8b...")],
)
def test_an_archive_within_the_archive_is_refused(name, content):
    assert only_code(ArchiveDraft(extra={name: content}).zip()) == "nested_archive"
    assert only_code(ArchiveDraft(extra={name: content}).tar_gz()) == "nested_archive"


def test_more_entries_than_allowed_are_refused_by_the_entry_that_is_too_many():
    few = replace(LIMITS, members=3)
    two_more = {"a.txt": b"", "b.txt": b""}
    assert only_code(ArchiveDraft(extra=two_more).zip(), few) == "too_many_members"
    assert only_code(ArchiveDraft(extra=two_more).tar_gz(), few) == "too_many_members"
    assert errors_in(ArchiveDraft(extra={"a.txt": b""}).zip(), few) == []


def test_ten_thousand_entries_and_one_more_are_refused():
    names = {f"{number}": b"" for number in range(10_001)}
    assert only_code(zip_of(names, zipfile.ZIP_STORED)) == "too_many_members"


def test_a_directory_larger_than_headers_may_be_is_never_read_whole():
    small = replace(LIMITS, header_bytes=70_000)
    names = {f"{number:0200}": b"" for number in range(400)}
    assert only_code(zip_of(names, zipfile.ZIP_STORED), small) == "too_many_members"


def test_a_tar_header_that_claims_gigabytes_is_refused_before_they_are_read():
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 3 * 1024**3
    data = gzip.compress(header.tobuf(tarfile.GNU_FORMAT) + bytes(1024**2))
    assert only_code(data) == "too_many_members"


def test_endless_headers_about_headers_are_refused():
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 512
    record = b"19 comment=abcdefgh\n"
    block = header.tobuf(tarfile.USTAR_FORMAT) + record.ljust(512, b"\0")
    assert only_code(gzip.compress(block * 3000, 0)) == "unreadable_archive"


@pytest.mark.parametrize("pack", [zip_of, tar_gz_of])
def test_a_bomb_is_refused_while_it_goes_off(pack):
    assert only_code(pack({"episodes.jsonl": bytes(20 * 1024**2)})) == "expands_too_far"


def test_a_bomb_that_lies_about_its_size_is_stopped_by_what_comes_out():
    draft = ArchiveDraft(lines=[b" " * 20_000_000])
    data = bytearray(draft.zip())
    size = struct.pack("<I", 20_000_001)
    while (at := data.find(size)) >= 0:
        data[at : at + 4] = struct.pack("<I", 1000)
    assert only_code(bytes(data)) in {"unreadable_archive", "expands_too_far"}


def test_more_expanded_bytes_than_allowed_are_refused_at_any_ratio():
    little = replace(LIMITS, expanded_bytes=1000)
    assert only_code(zip_of(WHOLE.members(), zipfile.ZIP_STORED), little) == "expands_too_far"


def test_a_damaged_member_is_named():
    data = bytearray(zip_of(WHOLE.members(), zipfile.ZIP_STORED))
    data[data.index(b'"perhaps"') + 1] ^= 1
    assert ("unreadable_archive", "episodes.jsonl", None) in errors_in(bytes(data))


def test_two_files_of_one_name_are_refused():
    buffer = io.BytesIO(WHOLE.zip())
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("manifest.json", b"{}")
    assert only_code(buffer.getvalue()) == "duplicate_member"


def test_a_disk_error_is_no_fault_of_the_archive():
    class BrokenDisk(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 0:
                raise OSError(5, "Input/output error")
            return super().read(size)

    with pytest.raises(DiskError, match="Input/output error"):
        open_container(BrokenDisk(WHOLE.zip()))


def test_reading_again_counts_expanded_bytes_afresh():
    data = WHOLE.zip()
    most = sum(map(len, WHOLE.members().values()))
    container = open_container(io.BytesIO(data), replace(LIMITS, expanded_bytes=most))
    for _ in range(3):
        assert sum(len(c) for m in container.members() for c in m.chunks()) == most
    with pytest.raises(Refused):
        open_container(io.BytesIO(data), replace(LIMITS, expanded_bytes=most - 1))
