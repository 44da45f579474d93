"""What stands between a hostile archive and the libraries that read it."""

import io
from typing import IO

from runs_app.domain.archive.formats import refused
from runs_app.domain.archive.limits import MIB, Limits

HEAD_BYTES = 512
SKIP_BYTES = 64 * 1024
HARMLESS_BYTES = 64 * 1024
"""So much may always come out: a tar's padding alone expands a tiny archive a thousandfold."""


class DiskError(Exception):
    """The upload cannot be read from this site's disk. No OSError, which zipfile would take for
    a damaged archive."""


class Meter:
    """Counts expanded bytes of one pass and refuses an archive that expands too far."""

    def __init__(self, limits: Limits, archive_bytes: int) -> None:
        self.limits = limits
        most = max(HARMLESS_BYTES, limits.expansion * archive_bytes)
        self.most = min(limits.expanded_bytes, most)
        self.counted = 0

    def count(self, expanded: int) -> None:
        self.counted += expanded
        if self.counted > self.most:
            limits = self.limits
            raise refused(
                "expands_too_far",
                f"The archive expands to more than {self.most:,} bytes; at most "
                f"{limits.expansion} times its size and {limits.expanded_bytes // MIB:,} MiB "
                "are read.",
            )


def require_reasonable(size: int, most: int) -> None:
    """Refuse one read of more than ``most`` bytes: only a hostile header asks for that."""
    if size > most:
        raise refused(
            "too_many_members", f"The archive's own headers take more than {most // MIB} MiB."
        )


class GuardedFile(io.RawIOBase):
    """The uploaded file as the libraries see it: seekable, with a bound on each read."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        super().__init__()
        self.file = file
        self.most = most
        self.size = file.seek(0, io.SEEK_END)
        self.bytes_read = 0
        file.seek(0)

    def head(self) -> bytes:
        """The first bytes, by which the format is told."""
        self.file.seek(0)
        head = self.file.read(HEAD_BYTES)
        self.file.seek(0)
        return head

    def read(self, size: int | None = -1) -> bytes:
        rest = max(0, self.size - self.file.tell())
        wanted = rest if size is None or size < 0 else min(size, rest)
        require_reasonable(wanted, self.most)
        self.bytes_read += wanted
        try:
            return self.file.read(wanted)
        except OSError as error:
            raise DiskError(str(error)) from error

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self.file.tell(), io.SEEK_END: self.size}[whence]
        if start + offset < 0:
            raise OSError("a header points before the start of the file")  # as a file does
        return self.file.seek(start + offset)

    def tell(self) -> int:
        return self.file.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    @property
    def share_read(self) -> float:
        return min(1.0, self.bytes_read / self.size) if self.size else 1.0


class ForwardStream(io.RawIOBase):
    """Expanded bytes of a tar: counted, bounded a read, and only ever moved forwards."""

    def __init__(self, stream: IO[bytes], meter: Meter, most: int) -> None:
        super().__init__()
        self.stream = stream
        self.meter = meter
        self.most = most
        self.position = 0

    def read(self, size: int | None = -1) -> bytes:
        wanted = self.most + 1 if size is None or size < 0 else size
        require_reasonable(wanted, self.most)
        block = self.stream.read(wanted)
        self.position += len(block)
        self.meter.count(len(block))
        return block

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or offset < self.position:
            raise ValueError("a header points backwards")
        while self.position < offset and self.read(min(SKIP_BYTES, offset - self.position)):
            pass
        return self.position

    def tell(self) -> int:
        return self.position

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def require_only_zeros(self) -> None:
        """Read to the end: behind a tar's last member only its padding may follow."""
        while block := self.read(SKIP_BYTES):
            if block.strip(b"\0"):
                raise ValueError("there is more data after the last file")
