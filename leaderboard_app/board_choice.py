"""Which board a page shows: bundle, snapshot, track and budget label, chosen in the URL."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, QueryDict

from leaderboard_app import queries
from leaderboard_app.domain.payload import BoardKind
from runs_app.domain.episode import Track
from tasks_app import queries as task_queries
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


@dataclass(frozen=True)
class Option:
    """One link of a choice."""

    text: str
    href: str
    is_current: bool


@dataclass(frozen=True)
class BoardChoice:
    """The chosen board and the links to others. Without a publication only ``note`` is set."""

    note: str = ""
    snapshot: queries.SnapshotRow | None = None
    is_latest: bool = True
    track: str = ""
    budget_label: str = ""
    payload: dict[str, Any] | None = None
    bundles: tuple[Option, ...] = ()
    tracks: tuple[Option, ...] = ()
    budgets: tuple[Option, ...] = ()
    kept: dict[str, str] = field(default_factory=dict)


def chosen_board(request: HttpRequest, kind: BoardKind) -> BoardChoice:
    """The board of ``kind`` that the URL asks for; four queries, whatever is stored."""
    reading = read_params(request.GET, PARAMS)
    bundles = task_queries.all_bundles()
    snapshot, is_latest, note = _snapshot(reading, bundles)
    note = f"{reading.note} {note}".strip()
    options = tuple(_bundle_options(request.GET, bundles, snapshot))
    if snapshot is None:
        return BoardChoice(note=note, bundles=options)
    available = [
        (b["track"], b["budget_label"]) for b in snapshot.manifest["boards"] if b["kind"] == kind
    ]
    track, track_note = _pick(
        reading["track"], [t for t, _ in available], snapshot.manifest["default_track"]
    )
    labels = [label for t, label in available if t == track]
    label, label_note = _pick(reading["budget"], labels, BudgetLabel.MAIN)
    return BoardChoice(
        note=" ".join(filter(None, (note, track_note, label_note))),
        snapshot=snapshot,
        is_latest=is_latest,
        track=track,
        budget_label=label,
        payload=queries.board(snapshot.digest, kind, track, label),
        bundles=options,
        tracks=tuple(_options(request.GET, "track", _tracks(available), track, TRACK_TITLES)),
        budgets=tuple(_options(request.GET, "budget", _in_order(labels), label, {})),
        kept={name: value for name, value in reading.values.items() if value},
    )


def _snapshot(
    reading: Reading, bundles: tuple[task_queries.BundleRow, ...]
) -> tuple[queries.SnapshotRow | None, bool, str]:
    """(snapshot, whether it is what the public sees now, note)."""
    if digest := reading["snapshot"]:
        if found := queries.snapshot(digest):
            latest = queries.latest_snapshot(found.bundle_id)
            return found, latest is not None and latest.digest == digest, ""
        return None, False, "There is no snapshot with this digest."
    ref = reading["bundle"]
    if ref is None:
        return queries.latest_snapshot_of_any(), True, ""
    wanted = [bundle for bundle in bundles if ref in (bundle.ref, bundle.name)]
    if not wanted:
        return None, True, f"There is no bundle {ref}."
    return queries.latest_snapshot(wanted[0].id), True, ""


def _pick(wanted: str | None, available: list[str], default: str) -> tuple[str, str]:
    """What is wanted if it is there, else the default (or whatever is there) and a note."""
    if wanted in available:
        return str(wanted), ""
    fallback = default if default in available else next(iter(available), "")
    return fallback, f"There is no board for {wanted} here." if wanted else ""


def _tracks(available: list[tuple[str, str]]) -> list[str]:
    present = {track for track, _ in available}
    return [track for track in Track if track in present]


def _in_order(labels: list[str]) -> list[str]:
    return [label for label in LABELS if label in labels]


def _options(
    query: QueryDict, name: str, values: Iterable[str], current: str, titles: dict[Any, str]
) -> Iterator[Option]:
    for value in values:
        text = titles.get(value, value.capitalize())
        yield Option(text, link(query, **{name: str(value)}), value == current)


def _bundle_options(
    query: QueryDict,
    bundles: tuple[task_queries.BundleRow, ...],
    snapshot: queries.SnapshotRow | None,
) -> Iterator[Option]:
    for bundle in bundles:
        href = link(query, bundle=bundle.ref, snapshot=None, track=None, budget=None)
        current = snapshot is not None and snapshot.bundle_id == bundle.id
        yield Option(bundle.ref, href, current)
