"""Which board a page shows: bundle, snapshot, track and budget label, chosen in the URL."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from leaderboard_app import queries
from leaderboard_app.domain.payload import BoardKind
from runs_app.domain.episode import Track
from tasks_app import queries as task_queries
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import BudgetLabel
from tasks_app.web.params import Param, Reading, read_params
from tasks_app.web.sorting import link

PARAMS = (
    Param("bundle"),
    Param("snapshot", max_length=64),
    Param("track", choices=tuple(Track)),
    Param("budget", choices=tuple(BudgetLabel)),
)
LABELS = (BudgetLabel.MAIN, BudgetLabel.TIGHT, BudgetLabel.MEDIUM, BudgetLabel.LOOSE)
TRACK_TITLES = {
    Track.SCRIPTED: "Scripted",
    Track.TOOL_API: "Tool API",
    Track.WORKSPACE: "Workspace",
    Track.IMPORTED: "Imported",
}
OTHER_BOARDS = {
    BundleKind.ECONOMIC: "has priced actions and budgets; its boards are the leaderboards.",
    BundleKind.METER: "is metered in reward and USD; its boards are those of AgentMeter.",
}
OWN_TO_A_BUNDLE = dict.fromkeys(("snapshot", "track", "budget", "set", "condition"))
"""Parameters that mean nothing for another bundle."""

SPANS_BUDGETS = [""]
"""The labels of a board that shows every budget at once."""


@dataclass(frozen=True)
class Option:
    """One link of a choice."""

    text: str
    href: str
    is_current: bool


@dataclass(frozen=True)
class SnapshotChoice:
    """A board of a snapshot and the links to others. Without a publication only ``note`` and
    ``bundles`` are set. ``kept`` is what of the URL other boards take as well.
    """

    evidence_route: ClassVar[str]
    """Where the episodes of an agent on such a board are."""

    note: str = ""
    snapshot: queries.SnapshotRow | None = None
    is_latest: bool = True
    track: str = ""
    payload: dict[str, Any] | None = None
    bundles: tuple[Option, ...] = ()
    tracks: tuple[Option, ...] = ()
    kept: dict[str, str] = field(default_factory=dict)

    @property
    def place(self) -> dict[str, str]:
        """Where the board is in its snapshot, as parameters of the URL."""
        return {"track": self.track}

    @property
    def fixed_query(self) -> str:
        """The query string of exactly this board, whatever is published later."""
        return self._query(snapshot=self.snapshot.digest) if self.snapshot else ""

    @property
    def latest_query(self) -> str:
        """The query string of the same board as the public sees it now."""
        return self._query(bundle=self.snapshot.bundle_ref) if self.snapshot else ""

    def _query(self, **which: str) -> str:
        return urlencode(which | {name: value for name, value in self.place.items() if value})


@dataclass(frozen=True)
class BoardChoice(SnapshotChoice):
    """A board of an economic bundle: of a track, at one budget label or all."""

    evidence_route: ClassVar[str] = "evidence"

    budget_label: str = ""
    budgets: tuple[Option, ...] = ()

    @property
    def place(self) -> dict[str, str]:
        return {"track": self.track, "budget": self.budget_label}


def chosen_board(request: HttpRequest, kind: BoardKind) -> BoardChoice:
    """The board of ``kind`` that the URL asks for; at most four queries, whatever is stored."""
    reading = read_params(request.GET, PARAMS)
    asked = asked_snapshot(reading)
    snapshot = asked.snapshot
    bundles = tuple(bundle_options(request.GET, snapshot))
    if snapshot is None:
        return BoardChoice(note=joined(reading.note, asked.note), bundles=bundles)
    tracks = _tracks(snapshot, kind)
    track, track_note = picked(reading["track"], tracks, snapshot.manifest["default_track"])
    labels = _labels(snapshot, kind, track)
    label, label_note = picked(_label_wish(reading, labels), labels, BudgetLabel.MAIN)
    return BoardChoice(
        note=joined(reading.note, asked.note, track_note, label_note),
        snapshot=snapshot,
        is_latest=asked.is_latest,
        track=track,
        budget_label=label,
        payload=queries.board(snapshot.digest, kind, track, label),
        bundles=bundles,
        tracks=tuple(options(request.GET, "track", tracks, track, TRACK_TITLES)),
        budgets=tuple(options(request.GET, "budget", labels, label, {})),
        kept={name: value for name, value in reading.values.items() if value},
    )


class Asked(NamedTuple):
    """A snapshot, whether it is what the public sees now, and what of the wish was ignored."""

    snapshot: queries.SnapshotRow | None
    is_latest: bool = True
    note: str = ""


def asked_snapshot(reading: Reading, kind: BundleKind = BundleKind.ECONOMIC) -> Asked:
    """The snapshot that ``snapshot`` or ``bundle`` name; without either the newest of ``kind``."""
    if digest := reading["snapshot"]:
        return _of_kind(_snapshot_of_digest(digest, reading["bundle"]), kind)
    ref = reading["bundle"]
    if ref is None:
        return Asked(queries.latest_snapshot_of_any(kind))
    bundle = task_queries.find_bundle(ref)
    if bundle is None:
        return Asked(None, note=f"There is no bundle {ref}.")
    return _of_kind(Asked(queries.latest_snapshot(bundle.id)), kind)


def _of_kind(asked: Asked, kind: BundleKind) -> Asked:
    """Nothing, with a note, where the snapshot has boards of the other kind."""
    if asked.snapshot is None or asked.snapshot.kind is kind:
        return asked
    return Asked(None, note=f"{asked.snapshot.bundle_ref} {OTHER_BOARDS[asked.snapshot.kind]}")


def _snapshot_of_digest(digest: str, ref: str | None) -> Asked:
    found = queries.snapshot(digest)
    if found is None:
        return Asked(None, note="There is no snapshot with this digest.")
    latest = queries.latest_snapshot(found.bundle_id)
    name, _, _ = found.bundle_ref.partition("@")
    note = "" if ref in (None, found.bundle_ref, name) else f"This snapshot is not one of {ref}."
    return Asked(found, latest is not None and latest.digest == digest, note)


def _tracks(snapshot: queries.SnapshotRow, kind: BoardKind) -> list[str]:
    present = {board["track"] for board in snapshot.manifest["boards"] if board["kind"] == kind}
    return [track.value for track in Track if track in present]


def _labels(snapshot: queries.SnapshotRow, kind: BoardKind, track: str) -> list[str]:
    present = {
        board["budget_label"]
        for board in snapshot.manifest["boards"]
        if (board["kind"], board["track"]) == (kind, track)
    }
    return [label.value for label in LABELS if label in present] or SPANS_BUDGETS


def _label_wish(reading: Reading, labels: list[str]) -> str | None:
    """The label asked for; a board of all budgets shows each of them, so there is none to miss."""
    return None if labels == SPANS_BUDGETS else reading["budget"]


def picked(wanted: str | None, available: list[str], default: str) -> tuple[str, str]:
    """What is wanted if it is there, else the default (or whatever is there) and a note."""
    if wanted in available:
        return str(wanted), ""
    fallback = default if default in available else next(iter(available), "")
    return fallback, f"There is no board for {wanted} here." if wanted else ""


def options(
    query: QueryDict, name: str, values: Iterable[str], current: str, titles: Mapping[Any, str]
) -> Iterator[Option]:
    """A link for each value of a parameter; ``titles`` where the value itself is no title."""
    for value in values:
        text = titles.get(value, value.capitalize())
        yield Option(text, link(query, **{name: value}), value == current)


def bundle_options(
    query: QueryDict,
    snapshot: queries.SnapshotRow | None,
    kind: BundleKind = BundleKind.ECONOMIC,
) -> Iterator[Option]:
    """Links to the same board of each bundle of a kind."""
    for bundle in task_queries.all_bundles():
        if bundle.kind != kind:
            continue
        href = link(query, **(OWN_TO_A_BUNDLE | {"bundle": bundle.ref}))
        current = snapshot is not None and snapshot.bundle_id == bundle.id
        yield Option(bundle.ref, href, current)


def joined(*notes: str) -> str:
    """Those notes that say something."""
    return " ".join(filter(None, notes))
