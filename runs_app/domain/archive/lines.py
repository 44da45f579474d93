"""The lines of a member, streamed: bounded in length, hashed on the way."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from runs_app.domain.archive.fields import BOM


@dataclass
class HashedLines:
    """Splits chunks into (number from 1, line); an overlong line comes as None.

    Byte-order mark and line ends are taken off, blank lines left out. ``sha256`` covers every
    byte of the member once all lines are read.
    """

    chunks: Iterable[bytes]
    most_bytes: int
    digest: Any = field(default_factory=hashlib.sha256)

    @property
    def sha256(self) -> str:
        return str(self.digest.hexdigest())

    def __iter__(self) -> Iterator[tuple[int, bytes | None]]:
        for number, line in enumerate(self._bounded(), start=1):
            plain = line.removeprefix(BOM) if line and number == 1 else line
            if plain is None or plain.strip():
                yield number, plain and plain.rstrip(b"\r")

    def _bounded(self) -> Iterator[bytes | None]:
        """Every line, blank ones too; memory holds one line of the largest length allowed."""
        begun, overlong = bytearray(), False
        for chunk in self.chunks:
            self.digest.update(chunk)
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                begun += end
                yield None if overlong or len(begun) > self.most_bytes else bytes(begun)
                begun, overlong = bytearray(), False
            begun += rest
            if len(begun) > self.most_bytes:
                begun, overlong = bytearray(), True
        if begun or overlong:
            yield None if overlong else bytes(begun)
