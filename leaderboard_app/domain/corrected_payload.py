"""Corrected figures as the typed JSON of ``payload``."""

from collections.abc import Sequence
from typing import Any

from audit_app.domain.corrected_order import corrected_order
from audit_app.domain.quantity import Quantity
from leaderboard_app.domain.board_slice import EstimatedRow
from leaderboard_app.domain.corrections import RowCorrection
from leaderboard_app.domain.econ import econ
from leaderboard_app.domain.intervals import NO_INTERVAL, Interval
from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.payload import CorrectedOrderPayload, RatePayload
from leaderboard_app.domain.payload_parts import share_payload

DIGITS = 9
"""As of all intervals: the last bits of a machine's arithmetic never change a digest."""


def corrected_figures(correction: RowCorrection) -> dict[str, Any]:
    """``corrected`` (accuracy), ``corrected_strict`` and so on, and the audit they rest on."""
    figures = correction.found.figures
    return {
        "corrected": _share(figures["accuracy"]),
        **{f"corrected_{key}": _share(figures[key]) for key in ("strict", "up", "save", "econ")},
        "corrected_audit": correction.audit_id,
    }


def corrected_order_payload(rows: Sequence[EstimatedRow]) -> CorrectedOrderPayload:
    """Whether the corrected rows of a board stand in the order of their judged Econ."""
    names = {str(row.row.agent.id): row.row.agent.spec.name for row in rows}
    judged = {str(row.row.agent.id): econ(row.row.episodes).value or 0.0 for row in rows}
    found = corrected_order(judged, {str(row.row.agent.id): row.correction.found for row in rows})
    payload: CorrectedOrderPayload = {
        "holds": found.holds,
        "swapped": [[names[first], names[second]] for first, second in found.swapped],
        "support": None if found.support is None else round(found.support, DIGITS),
    }
    return payload if found.holds is not None else payload | {"reason": found.reason}


def _share(found: Quantity) -> RatePayload:
    if found.value is None or found.low is None or found.high is None:
        return share_payload(Number(found.value, found.n, found.reason), NO_INTERVAL)
    ends = Interval(round(found.low, DIGITS), round(found.high, DIGITS))
    return share_payload(Number(round(found.value, DIGITS), found.n), ends)
