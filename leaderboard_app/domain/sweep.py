"""What a larger budget changes, by family and agent (EcoAgent-Bench, budget sweep)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from leaderboard_app.domain import measures
from leaderboard_app.domain.board_slice import EstimatedRow, board_head, cost_basis_of
from leaderboard_app.domain.escalation_path import EscalationPath, escalation_path
from leaderboard_app.domain.family_payload import (
    ResponsePayload,
    SweepCurvePayload,
    SweepFamilyPayload,
    SweepPointPayload,
    SweepsPayload,
)
from leaderboard_app.domain.payload import RatePayload
from leaderboard_app.domain.payload_parts import agent_payload, number_payload, rate_payload
from leaderboard_app.domain.resampling import Resampling
from leaderboard_app.domain.response import response
from leaderboard_app.domain.rows import BoardFrame
from leaderboard_app.domain.scored import ScoredEpisode
from runs_app.domain.episode import CostBasis, Track
from tasks_app.domain.families import FAMILY_TITLES, SWEEP_LABELS, Family

POINT_RATES = {
    "strict": "strict",
    "lenient": "lenient",
    "composite": "composite_rate",
    "no_step": "no_step_rate",
    "over_budget": "over_budget",
}
"""Keys of a point and the measures that they hold."""

Labelled = Mapping[str, EstimatedRow]
"""One agent's rows by budget label, in the order tight, medium, loose."""


@dataclass(frozen=True)
class Sweep:
    """``agents``: the labelled rows of each agent of a track and of each control."""

    frame: BoardFrame
    track: Track
    agents: Sequence[Labelled]
    resampling: Resampling


def labelled_rows(by_label: Mapping[str, Iterable[EstimatedRow]]) -> list[dict[str, EstimatedRow]]:
    """Each agent's rows by sweep label; agents in the order in which they are first seen."""
    found: dict[int, dict[str, EstimatedRow]] = {}
    for label in SWEEP_LABELS:
        for estimated in by_label.get(label, ()):
            found.setdefault(estimated.row.agent.id, {})[label.value] = estimated
    return list(found.values())


def sweeps(sweep: Sweep) -> SweepsPayload:
    return {
        **board_head("sweeps", sweep.frame, sweep.track, ""),
        "families": [_family(sweep, family) for family in sweep.frame.families],
    }


def _family(sweep: Sweep, family: Family) -> SweepFamilyPayload:
    path = escalation_path(family, sweep.frame.spec.prices)
    in_units = cost_basis_of(sweep.track) is CostBasis.LEDGER_UNITS
    return {
        "family": family.value,
        "title": FAMILY_TITLES[family],
        "group": sweep.frame.spec.families[family].group.value,
        "tasks": sweep.frame.sizes[family],
        "path_cost": path.units if in_units else None,
        "path": path.text,
        "curves": [_curve(sweep, family, path, rows) for rows in sweep.agents],
    }


def _curve(sweep: Sweep, family: Family, path: EscalationPath, rows: Labelled) -> SweepCurvePayload:
    first = next(iter(rows.values())).row
    ran = {label: row for label, row in rows.items() if _has_scored(row.row.by_family[family])}
    return {
        "agent": agent_payload(first.agent),
        "control": first.is_control,
        "cost_basis": first.cost_basis.value,
        "points": [_point(row, family, label, sweep.frame) for label, row in ran.items()],
        "response": _response(sweep, family, path, ran),
    }


def _has_scored(episodes: Sequence[ScoredEpisode]) -> bool:
    return any(episode.missing is None for episode in episodes)


def _point(
    estimated: EstimatedRow, family: Family, label: str, frame: BoardFrame
) -> SweepPointPayload:
    episodes, estimate = estimated.row.by_family[family], estimated.estimate
    rates: dict[str, RatePayload] = {
        key: rate_payload(
            measures.share(episodes, measure), estimate.family_interval(family, measure)
        )
        for key, measure in POINT_RATES.items()
    }
    point = {
        "budget_label": label,
        "budget": frame.budget(family, label, estimated.row.cost_basis),
        **rates,
        "mean_units": number_payload(
            measures.mean_units(episodes), estimate.family_interval(family, "mean_units")
        ),
        "missing": sum(episode.missing is not None for episode in episodes),
    }
    return cast(SweepPointPayload, point)


def _response(
    sweep: Sweep, family: Family, path: EscalationPath, rows: Labelled
) -> ResponsePayload:
    points = {label: estimated.row.by_family[family] for label, estimated in rows.items()}
    affordable = _affordable(sweep, family, path, rows)
    found = response(family, points, affordable, sweep.resampling)
    payload = number_payload(found.change, found.interval)
    return cast(ResponsePayload, {**payload, "kind": found.kind})


def _affordable(
    sweep: Sweep, family: Family, path: EscalationPath, rows: Labelled
) -> dict[str, bool] | None:
    """Labels whose budget covers the path (equality does); None where the two do not compare."""
    bases = {estimated.row.cost_basis for estimated in rows.values()}
    if path.units is None or bases - {CostBasis.LEDGER_UNITS}:
        return None
    rules = sweep.frame.spec.families[family]
    return {label: rules.budget(label) >= path.units for label in rows}
