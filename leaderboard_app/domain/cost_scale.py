"""C_max: what mean cost is measured against in S_lambda (EcoAgent-Bench)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leaderboard_app.domain import econ, measures
from leaderboard_app.domain.rows import AgentRow
from runs_app.domain.episode import CostBasis, Track


@dataclass(frozen=True)
class CostScale:
    """``value`` > 0 in ledger units and the control it comes from, or None with a reason."""

    value: float | None
    agent: str | None = None
    reason: str = ""


def cost_scale(controls: Iterable[AgentRow]) -> CostScale:
    """The largest mean units among the scripted controls of one bundle and budget label.

    Only the site's own controls with full coverage count (ours): neither an upload that calls
    itself a control nor half a run can move everybody's S_lambda.
    """
    costs = [
        (measures.mean_units(row.episodes).value or 0.0, row.agent.spec.name)
        for row in controls
        if _is_scripted(row) and row.is_complete
    ]
    value, agent = max(costs, default=(0.0, ""))
    if not costs:
        return CostScale(None, None, "No scripted control covers this bundle at this budget.")
    if value <= 0:
        return CostScale(None, None, "The scripted controls spent nothing.")
    return CostScale(value, agent)


def s_lambdas(row: AgentRow, scale: CostScale) -> tuple[Mapping[str, float | None], str | None]:
    """S_lambda of a row by its lambda as text, and why they are all None where they are."""
    success = econ.micro(row.episodes).value
    cost = measures.mean_units(row.episodes).value
    reason = _undefined(row, scale, cost)
    scores: dict[str, float | None] = dict.fromkeys(map(lambda_key, econ.LAMBDAS))
    if reason or success is None or cost is None or scale.value is None:
        return scores, reason or "The bundle has no task."
    for weight in econ.LAMBDAS:
        scores[lambda_key(weight)] = econ.s_lambda(success, cost, scale.value, weight)
    return scores, None


def lambda_key(weight: float) -> str:
    """How payloads name a lambda: 0, 0.1, 0.25, 0.5, 1."""
    return f"{weight:g}"


def _is_scripted(row: AgentRow) -> bool:
    return row.is_control and row.agent.spec.track is Track.SCRIPTED and row.agent.owner is None


def _undefined(row: AgentRow, scale: CostScale, cost: float | None) -> str | None:
    if row.cost_basis is not CostBasis.LEDGER_UNITS:
        return "The controls are priced in ledger units, this track is not."
    if not row.is_complete:
        return "The row is incomplete."
    if cost is None:
        return "No scored episode has a known cost."
    return scale.reason or None
