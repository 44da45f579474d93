"""The label log of an audit as a chain: each entry's digest covers the entry and the one before.

Changing, removing or reordering a label breaks every digest from there on; a copy of the last
digest kept elsewhere (the export's manifest) shows a log that was rewritten as a whole.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tasks_app.domain.canonical import digest


@dataclass(frozen=True)
class LabelEntry:
    """One label as it is chained and exported; times are ISO 8601 with their offset, in UTC."""

    number: int
    item: str
    annotator: str
    decision: str
    reason: str
    comment: str
    flag: bool
    was_blind: bool
    is_late: bool
    rubric_version: str
    content_digest: str
    version: int
    active_seconds: float
    created_at: str


def link(previous: str, entry: LabelEntry) -> str:
    """SHA-256 (hex) of an entry and the digest before it (empty for the first)."""
    return digest({"previous": previous, **asdict(entry)})


def broken_links(entries: Iterable[tuple[LabelEntry, str]], head: str) -> tuple[str, ...]:
    """What is wrong with a log of (entry, stored digest), in sentences; empty where it holds."""
    found = []
    previous = ""
    for expected, (entry, stored) in enumerate(entries, start=1):
        if entry.number != expected:
            found.append(f"Label {expected} is missing; label {entry.number} follows.")
            break
        if link(previous, entry) != stored:
            found.append(f"Label {entry.number} is not what was recorded.")
            break
        previous = stored
    if not found and previous != head:
        found.append("The log does not end where the audit says it does.")
    return tuple(found)


def entry_from_json(row: Mapping[str, Any]) -> tuple[LabelEntry, str]:
    """An exported line as an entry and its stored digest."""
    fields = {name: row[name] for name in LabelEntry.__dataclass_fields__}
    return LabelEntry(**fields), str(row["digest"])
