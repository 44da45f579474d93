"""A zip or tar.gz as a stream of members: nothing is extracted, nothing is believed.

The standard library reads both formats; this module bounds what it may read at once on behalf
of a header, counts what comes out while it comes out, and turns the libraries' many exceptions
into one sentence. A DiskError is no fault of the archive and passes through.
"""

import gzip
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import IO, Protocol, cast

from runs_app.domain.archive.formats import refused, require_archive
from runs_app.domain.archive.guards import ForwardStream, GuardedFile, Meter
from runs_app.domain.archive.limits import LIMITS, Limits
from runs_app.domain.archive.names import shown_name

CHUNK_BYTES = 64 * 1024
LIBRARY_ERRORS = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
)
ENCRYPTED_BITS = 0x1 | 0x40 | 0x2000


class MemberKind(Enum):
    FILE = "file"
    FOLDER = "folder"
    LINK = "link or device"


@dataclass(frozen=True)
class Member:
    """One entry: its name as written, and its bytes in chunks (before the next entry is asked)."""

    name: str
    kind: MemberKind
    chunks: Callable[[], Iterator[bytes]]
    encrypted: bool = False
    compression_known: bool = True


class Container(Protocol):
    """An opened archive; each call of ``members`` is a fresh pass with a fresh count of bytes.

    ``share_read`` is the share of the file that the current pass has consumed, 0 to 1.
    """

    limits: Limits

    def members(self) -> Iterator[Member]: ...

    @property
    def share_read(self) -> float: ...


def open_container(file: IO[bytes], limits: Limits = LIMITS) -> Container:
    """Open a zip or tar.gz by its content. Raises Refused with one clear sentence.

    ``file`` must be seekable and stay open as long as the container is used.
    """
    guarded = GuardedFile(file, limits.header_bytes)
    if require_archive(guarded.head()) == "zip":
        return ZipContainer(guarded, limits)
    return TarContainer(guarded, limits)


@contextmanager
def sentences(name: str = "") -> Iterator[None]:
    """Turn what the libraries raise on a damaged archive into a Refused that names the file."""
    try:
        yield
    except LIBRARY_ERRORS as error:
        why = shown_name(str(error), 100) or type(error).__name__
        what = f"The archive cannot be read ({why})."
        raise refused("unreadable_archive", what, name) from error


class ZipContainer:
    """Zip64, stored, deflated and data-descriptor zips."""

    def __init__(self, file: GuardedFile, limits: Limits) -> None:
        self.file = file
        self.limits = limits
        with sentences():
            self.zip = zipfile.ZipFile(file)
        declared = sum(info.file_size for info in self.zip.infolist())
        Meter(limits, file.size).count(declared)

    def members(self) -> Iterator[Member]:
        self.file.bytes_read = 0
        meter = Meter(self.limits, self.file.size)
        for info in self.zip.infolist():
            yield Member(
                name=info.orig_filename,
                kind=_zip_kind(info),
                chunks=partial(self._chunks, info, meter),
                encrypted=bool(info.flag_bits & ENCRYPTED_BITS),
                compression_known=info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
            )

    def _chunks(self, info: zipfile.ZipInfo, meter: Meter) -> Iterator[bytes]:
        with sentences(info.filename), self.zip.open(info) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                meter.count(len(chunk))
                yield chunk

    @property
    def share_read(self) -> float:
        return self.file.share_read


class TarContainer:
    """A gzipped tar, read from front to back in each pass."""

    def __init__(self, file: GuardedFile, limits: Limits) -> None:
        self.file = file
        self.limits = limits

    def members(self) -> Iterator[Member]:
        self.file.seek(0)
        self.file.bytes_read = 0
        meter = Meter(self.limits, self.file.size)
        with sentences(), gzip.GzipFile(fileobj=self.file, mode="rb") as unzipped:
            stream = ForwardStream(cast(IO[bytes], unzipped), meter, self.limits.header_bytes)
            with tarfile.TarFile(fileobj=stream, encoding="utf-8") as tar:
                for info in tar:
                    yield Member(
                        name=info.name,
                        kind=_tar_kind(info),
                        chunks=partial(self._chunks, tar, info),
                    )
            stream.require_only_zeros()

    def _chunks(self, tar: tarfile.TarFile, info: tarfile.TarInfo) -> Iterator[bytes]:
        with sentences(info.name):
            stream = tar.extractfile(info)
            while stream and (chunk := stream.read(CHUNK_BYTES)):
                yield chunk

    @property
    def share_read(self) -> float:
        return self.file.share_read


def _zip_kind(info: zipfile.ZipInfo) -> MemberKind:
    mode = stat.S_IFMT(info.external_attr >> 16)
    if info.is_dir() or mode == stat.S_IFDIR:
        return MemberKind.FOLDER
    return MemberKind.FILE if mode in (0, stat.S_IFREG) else MemberKind.LINK


def _tar_kind(info: tarfile.TarInfo) -> MemberKind:
    if info.isdir():
        return MemberKind.FOLDER
    return MemberKind.FILE if info.isreg() and not info.issparse() else MemberKind.LINK
