"""All boards of one bundle, from the attempts that count."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from leaderboard_app.domain import econ
from leaderboard_app.domain.board_slice import BoardSlice, EstimatedRow, agents_of, controls_of
from leaderboard_app.domain.composition import BOARD_LABELS, Composition
from leaderboard_app.domain.corrections import NOT_CORRECTED, Corrections
from leaderboard_app.domain.cost_scale import cost_scale
from leaderboard_app.domain.estimates import estimates
from leaderboard_app.domain.failures import failures
from leaderboard_app.domain.family_matrix import family_matrix
from leaderboard_app.domain.leaderboard import leaderboard
from leaderboard_app.domain.payload import BoardPayload
from leaderboard_app.domain.resampling import Resampling
from leaderboard_app.domain.rows import AgentRow
from leaderboard_app.domain.s_lambda import s_lambda_board
from leaderboard_app.domain.sweep import Sweep, labelled_rows, sweeps
from runs_app.domain.episode import Track
from tasks_app.domain.families import BudgetLabel

BOARD_VERSION = "2"
"""Raised whenever the same scored episodes may give other boards."""

BOARDS_OF_A_SLICE: tuple[Callable[[BoardSlice], BoardPayload], ...] = (
    leaderboard,
    family_matrix,
    failures,
    s_lambda_board,
)


@dataclass(frozen=True)
class BundleBoards:
    """Every payload, and the track that a page shows first: the one with most rows."""

    payloads: tuple[BoardPayload, ...]
    default_track: Track


def bundle_boards(
    composition: Composition, resampling: Resampling, corrections: Corrections | None = None
) -> BundleBoards:
    """Boards by track and budget label; the main board of each track is always there."""
    corrections = corrections or Corrections((), resampling)
    tracks = _tracks(composition)
    payloads: list[BoardPayload] = []
    by_label: dict[str, list[EstimatedRow]] = {}
    for label in BOARD_LABELS:
        rows = _estimated(composition, label, corrections)
        for track in tracks:
            payloads.extend(_slice_boards(composition, track, label, rows))
        by_label[label.value] = [_without_replicates(row) for row in rows]
    payloads.extend(_sweeps(composition, track, by_label, resampling) for track in tracks)
    return BundleBoards(tuple(payloads), _default_track(tracks, by_label[BudgetLabel.MAIN]))


def _tracks(composition: Composition) -> list[Track]:
    """Tracks with an agent that competes; the scripted one where there are only controls."""
    specs = [agent.spec for agent in composition.agents.values()]
    present = {spec.track for spec in specs if not spec.is_control}
    return [track for track in Track if track in present] or [Track.SCRIPTED]


def _estimated(
    composition: Composition, label: str, corrections: Corrections
) -> list[EstimatedRow]:
    rows = sorted(composition.rows(label), key=_by_econ)
    found = estimates(rows, corrections.resampling)
    return [
        EstimatedRow(row, estimate, corrections.of(row))
        for row, estimate in zip(rows, found, strict=True)
    ]


def _by_econ(row: AgentRow) -> tuple[float, float, str, int]:
    """Best Econ first, then best Micro; equal ones by name."""
    best = econ.econ(row.episodes).value or 0.0
    return (-best, -(econ.micro(row.episodes).value or 0.0), row.agent.spec.name, row.agent.id)


def _slice_boards(
    composition: Composition, track: Track, label: str, rows: Sequence[EstimatedRow]
) -> Iterator[BoardPayload]:
    on_board = [row for row in rows if composition.has_board(row.row.agent.id, label)]
    if not on_board and label != BudgetLabel.MAIN:
        return
    controls = controls_of(on_board)
    scale = cost_scale(row.row for row in controls)
    board = BoardSlice(composition.frame, track, label, agents_of(on_board, track), controls, scale)
    for build in BOARDS_OF_A_SLICE:
        yield build(board)


def _sweeps(
    composition: Composition,
    track: Track,
    by_label: Mapping[str, Sequence[EstimatedRow]],
    resampling: Resampling,
) -> BoardPayload:
    shown = {
        label: [*agents_of(rows, track), *controls_of(rows)] for label, rows in by_label.items()
    }
    return sweeps(Sweep(composition.frame, track, labelled_rows(shown), resampling))


def _without_replicates(row: EstimatedRow) -> EstimatedRow:
    """Let go of the memory that only ranks need."""
    return replace(row, estimate=replace(row.estimate, econ=None), correction=NOT_CORRECTED)


def _default_track(tracks: Sequence[Track], main: Sequence[EstimatedRow]) -> Track:
    return max(tracks, key=lambda track: len(agents_of(main, track)))
