"""What reading one seed pool file gave: rows, the rows left out and why, and what was broken."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tasks_app.domain.errors import Problem
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.wire_types import decoded

BOM = b"\xef\xbb\xbf"
Wire = TypeVar("Wire", bound=msgspec.Struct)


@dataclass(frozen=True)
class PoolOrigin:
    """Where a pool comes from and under which licence; what a bundle says of its sources.

    ``packages`` (name to version) stands for the address of a pool derived from packages.
    """

    dataset: str
    url: str
    licence: str
    packages: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SeedFile:
    """One file of a pool. ``skipped`` counts sound rows left out, by reason.

    ``problems`` name broken rows by file and line (or place); the other rows are usable.
    """

    origin: PoolOrigin
    sha256: str
    rows: tuple[SeedRow, ...]
    problems: tuple[Problem, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)


@dataclass
class Intake:
    """Collects what a reader finds in one file, row by row."""

    origin: PoolOrigin
    path: Path
    rows: list[SeedRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    def skip(self, reason: str) -> None:
        self.skipped[reason] += 1

    def refuse(self, code: str, message: str, hint: str, line: int | None = None) -> None:
        self.problems.append(Problem(code, message, hint, self.path.name, line))

    def json_object(self, data: bytes, line: int | None = None) -> Any:
        """The JSON value of ``data``; None, with a problem kept, where it is none."""
        try:
            return msgspec.json.decode(data.removeprefix(BOM))
        except msgspec.MsgspecError as error:
            hint = f"Use the file as {self.origin.dataset} publishes it, in UTF-8."
            self.refuse("bad_json", f"{error}.", hint, line)
            return None

    def typed(self, value: object, wire: type[Wire], place: str, line: int | None) -> Wire | None:
        """``value`` as a row of the pool; None, with its problems kept, where it is none."""
        found = decoded(value, wire)
        if not isinstance(found, list):
            return found
        for violation in found:
            message = f"{place}, {violation.path or 'row'}: {violation.message}."
            hint = f"Use the file as {self.origin.dataset} publishes it."
            self.refuse(violation.code, message, hint, line)
        return None

    def seed_file(self, sha256: str) -> SeedFile:
        return SeedFile(
            self.origin, sha256, tuple(self.rows), tuple(self.problems), dict(self.skipped)
        )
