"""What the boards of one track and budget label are made from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leaderboard_app.domain.corrections import NOT_CORRECTED, RowCorrection
from leaderboard_app.domain.cost_scale import CostScale
from leaderboard_app.domain.estimates import Estimate
from leaderboard_app.domain.family_payload import FamilyPayload
from leaderboard_app.domain.payload import BoardKind, BoardPayload, CostScalePayload
from leaderboard_app.domain.payload_parts import bundle_payload
from leaderboard_app.domain.rows import AgentRow, BoardFrame
from runs_app.domain.episode import AgentSpec, CostBasis, Track
from tasks_app.domain.families import FAMILY_TITLES


@dataclass(frozen=True)
class EstimatedRow:
    """One agent at one budget label with the intervals of its figures, and as people judge it."""

    row: AgentRow
    estimate: Estimate
    correction: RowCorrection = NOT_CORRECTED


@dataclass(frozen=True)
class BoardSlice:
    """``rows`` are the track's agents, ``controls`` the oracle controls of every track: ranked
    boards need them for comparison, and S_lambda for C_max."""

    frame: BoardFrame
    track: Track
    label: str
    rows: Sequence[EstimatedRow]
    controls: Sequence[EstimatedRow]
    scale: CostScale

    @property
    def cost_basis(self) -> CostBasis:
        return cost_basis_of(self.track)

    @property
    def all_rows(self) -> list[EstimatedRow]:
        """The agents, then the controls."""
        return [*self.rows, *self.controls]

    def head(self, kind: BoardKind) -> BoardPayload:
        return board_head(kind, self.frame, self.track, self.label)

    def families(self) -> list[FamilyPayload]:
        """The bundle's families with their budgets at this label."""
        return [
            {
                "family": family.value,
                "title": FAMILY_TITLES[family],
                "group": self.frame.spec.families[family].group.value,
                "tasks": size,
                "budget": self.frame.budget(family, self.label, self.cost_basis),
            }
            for family, size in self.frame.sizes.items()
        ]

    def c_max(self) -> CostScalePayload:
        payload: CostScalePayload = {"value": self.scale.value, "agent": self.scale.agent}
        return payload | {"reason": self.scale.reason} if self.scale.reason else payload


def cost_basis_of(track: Track) -> CostBasis:
    """What all agents of a track are priced in."""
    return AgentSpec("", track).cost_basis


def board_head(kind: BoardKind, frame: BoardFrame, track: Track, label: str) -> BoardPayload:
    return {
        "kind": kind,
        "bundle": bundle_payload(frame),
        "track": track.value,
        "budget_label": label,
        "cost_basis": cost_basis_of(track).value,
    }


def controls_of(rows: Iterable[EstimatedRow]) -> list[EstimatedRow]:
    return [row for row in rows if row.row.is_control]


def agents_of(rows: Iterable[EstimatedRow], track: Track) -> list[EstimatedRow]:
    """The agents of a track that compete: everyone but oracle controls."""
    return [r for r in rows if not r.row.is_control and r.row.agent.spec.track is track]
