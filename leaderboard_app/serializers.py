"""Boards and snapshots as the API sends them: the stored payloads, with agents laid flat."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypedDict, get_type_hints
from urllib.parse import urlencode

from rest_framework.request import Request

from leaderboard_app.domain.family_payload import (
    FailureRowPayload,
    FamilyPayload,
    FamilyRowPayload,
    SweepCurvePayload,
)
from leaderboard_app.domain.payload import (
    AgentPayload,
    BoardKind,
    CorrectedOrderPayload,
    CostScalePayload,
    RatePayload,
    RowPayload,
    SLambdaRowPayload,
)
from leaderboard_app.queries import SnapshotRow
from tasks_app.web.api_addresses import address


class AgentColumns(TypedDict):
    """The ranked unit. `owner` is null for the site's own agents."""

    agent: str
    agent_id: int
    model: str
    scaffold: str
    track: str
    owner: str | None
    url: str
    composite_mode: str


class BoardHead(TypedDict):
    """Which board this is. `budget` is a label; null where the board spans all labels.

    An undefined value is null and has a `reason`; `low` and `high` are a 95 % bootstrap interval.
    """

    snapshot: str
    bundle: str
    track: str
    budget: str | None
    cost_basis: str


def flattened(name: str, payload: Any, **more: Any) -> Any:
    """The type of a payload's row with the agent's columns in place of its agent."""
    hints = get_type_hints(payload, include_extras=True)
    columns = {**get_type_hints(AgentColumns), **hints, **more, "agent": str}
    row = TypedDict(name, columns)  # type: ignore[misc]
    row.__doc__ = payload.__doc__
    return row


LeaderboardRow = flattened("LeaderboardRow", RowPayload, micro=RatePayload)
FamilyMatrixRow = flattened("FamilyMatrixRow", FamilyRowPayload)
FailuresRow = flattened("FailuresRow", FailureRowPayload)
SLambdaRow = flattened("SLambdaRow", SLambdaRowPayload)
SweepCurve = flattened("SweepCurve", SweepCurvePayload)


class LeaderboardJson(BoardHead):
    """`rows` are ranked by Econ, incomplete ones last; `controls` are oracle controls, unranked.

    `micro` of a row is `strict` under its name in the paper.
    """

    tasks: int
    c_max: CostScalePayload
    corrected_order: CorrectedOrderPayload
    rows: list[LeaderboardRow]
    controls: list[LeaderboardRow]


class FamilyMatrixJson(BoardHead):
    """Agents by families; `cells` of a row is keyed by family. Controls come last."""

    families: list[FamilyPayload]
    rows: list[FamilyMatrixRow]


class FailuresJson(BoardHead):
    """At which stage episodes fail, by agent and family."""

    families: list[FamilyPayload]
    rows: list[FailuresRow]


class SLambdaJson(BoardHead):
    """S_lambda = strict - lambda * mean units / C_max, for each of `lambdas`."""

    c_max: CostScalePayload
    lambdas: list[str]
    rows: list[SLambdaRow]


class SweepFamily(TypedDict):
    """`path_cost`: units of the path that escalates; null on a track not priced in units."""

    family: str
    title: str
    group: str
    tasks: int
    path_cost: float | None
    path: str
    curves: list[SweepCurve]


class SweepsJson(BoardHead):
    """What a larger budget changes, by family and agent."""

    families: list[SweepFamily]


class SnapshotJson(TypedDict):
    """An immutable publication of all boards of a bundle; the digest is over its content."""

    digest: str
    url: str
    manifest: str
    bundle: str
    scoring_version: str
    published_at: datetime


class BoardLink(TypedDict):
    """One board of a snapshot; a part is empty where the board spans it or knows none."""

    kind: str
    track: str
    budget_label: str
    task_set: str
    condition: str
    url: str


class SnapshotDetailJson(SnapshotJson):
    """A snapshot and where its boards are. `input_digest` covers what they were computed from."""

    input_digest: str
    boards: list[BoardLink]


def flat_row(row: Mapping[str, Any]) -> dict[str, Any]:
    agent: AgentPayload = row["agent"]
    return {
        **row,
        "agent": agent["name"],
        "agent_id": agent["id"],
        "model": agent["model"],
        "scaffold": agent["scaffold"],
        "track": agent["track"],
        "owner": agent["owner"],
        "url": agent["url"],
        "composite_mode": agent["composite_mode"],
    }


def _leaderboard_rows(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: [{**flat_row(row), "micro": row["strict"]} for row in payload[name]]
        for name in ("rows", "controls")
    }


def _rows(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {"rows": [flat_row(row) for row in payload["rows"]]}


def _curves(payload: Mapping[str, Any]) -> dict[str, Any]:
    families = payload["families"]
    return {"families": [{**f, "curves": [flat_row(c) for c in f["curves"]]} for f in families]}


FLAT: Mapping[BoardKind, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "leaderboard": _leaderboard_rows,
    "family-matrix": _rows,
    "failures": _rows,
    "s-lambda": _rows,
    "sweeps": _curves,
}


def board_json(digest: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """A stored payload (``domain.payload``) under the snapshot that holds it."""
    head = {
        "snapshot": digest,
        "bundle": payload["bundle"]["ref"],
        "track": payload["track"],
        "budget": payload["budget_label"] or None,
        "cost_basis": payload["cost_basis"],
    }
    body = {k: v for k, v in payload.items() if k not in ("kind", "bundle", "budget_label")}
    return {**body, **head, **FLAT[payload["kind"]](payload)}


def snapshot_json(request: Request, row: SnapshotRow) -> SnapshotJson:
    return {
        "digest": row.digest,
        "url": address(request, "api-snapshot", row.digest),
        "manifest": address(request, "api-manifest", row.digest),
        "bundle": row.bundle_ref,
        "scoring_version": row.scoring_version,
        "published_at": row.published_at,
    }


def snapshot_detail_json(request: Request, row: SnapshotRow) -> SnapshotDetailJson:
    return {
        **snapshot_json(request, row),
        "input_digest": row.input_digest,
        "boards": [_board_link(request, row.digest, board) for board in row.manifest["boards"]],
    }


def _board_link(request: Request, digest: str, board: Mapping[str, Any]) -> BoardLink:
    """Only what the board does not span is in its address."""
    where = {
        "track": board["track"],
        "budget": board["budget_label"],
        "set": board.get("task_set", ""),
        "condition": board.get("condition", ""),
    }
    query = urlencode({"snapshot": digest} | {name: part for name, part in where.items() if part})
    base = address(request, f"api-{board['kind']}")
    return {
        "kind": board["kind"],
        "track": where["track"],
        "budget_label": where["budget"],
        "task_set": where["set"],
        "condition": where["condition"],
        "url": f"{base}?{query}",
    }
