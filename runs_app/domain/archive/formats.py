"""Telling an archive by its first bytes, whatever its name."""

from runs_app.domain.archive.kinds import KINDS
from tasks_app.domain.errors import Problem, Refused

ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
GZIP_START = b"\x1f\x8b"
OTHER_ARCHIVES = {
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!": "RAR",
    b"\xfd7zXZ": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"PK\x07\x08": "split zip",
}
TAR_MAGIC = slice(257, 262)


def refused(code: str, message: str, file: str = "") -> Refused:
    """A Refused with one problem of a kind."""
    return Refused((Problem(code, message, KINDS[code].hint, file),))


def require_archive(head: bytes) -> str:
    """``zip`` or ``tar.gz``, told by the first 512 bytes of a file; Refused says what it is."""
    if not head:
        raise refused("empty_file", "The file is empty.")
    if head.startswith(ZIP_STARTS):
        return "zip"
    if head.startswith(GZIP_START):
        return "tar.gz"
    raise refused("not_an_archive", f"This is {_description(head)}, neither a zip nor a tar.gz.")


def is_archive(head: bytes) -> bool:
    """Whether the first bytes are those of an archive or compressed file of any known kind."""
    starts = (*ZIP_STARTS, GZIP_START, *OTHER_ARCHIVES)
    return head.startswith(starts) or head[TAR_MAGIC] == b"ustar"


def _description(head: bytes) -> str:
    for start, name in OTHER_ARCHIVES.items():
        if head.startswith(start):
            return f"a {name} file"
    if head[TAR_MAGIC] == b"ustar":
        return "a tar file without gzip"
    first = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    kinds = {b"{": "a JSON file", b"[": "a JSON file", b"<": "an HTML or XML file"}
    return kinds.get(first, "a file of another kind")
