"""The step chart of a ledger: the running total, the budget, and the step that went over."""

import math
from typing import Any

from runs_app.domain.ledger import Ledger
from tasks_app.domain.figure import BAD, INK_SOFT, SERIES, Figure
from tasks_app.domain.numbers import units_text

HEADROOM = 1.12


def ledger_figure(ledger: Ledger) -> Figure:
    """Running total in units after each step; the table of steps holds the same numbers."""
    return Figure(
        key="ledger-figure",
        caption="Running total",
        description=_description(ledger),
        data=tuple(_traces(ledger)),
        layout={
            "xaxis": {"title": {"text": "Step"}, "rangemode": "tozero", **_step_ticks(ledger)},
            "yaxis": {"title": {"text": "Units"}, "range": [0, _top(ledger)]},
            "shapes": _budget_line(ledger),
            "annotations": _budget_text(ledger),
            "showlegend": False,
        },
    )


def _traces(ledger: Ledger) -> list[dict[str, Any]]:
    steps = [0, *(line.number for line in ledger.lines)]
    totals = [0.0, *(line.total for line in ledger.lines)]
    names = ["start", *(_name(line.action, line.tier) for line in ledger.lines)]
    total = {
        "type": "scatter",
        "mode": "lines+markers" if len(steps) <= 40 else "lines",
        "x": steps,
        "y": totals,
        "text": names,
        "hovertemplate": "step %{x}, %{text}<br>%{y} u<extra></extra>",
        "line": {"shape": "hv", "color": SERIES[0], "width": 2},
        "marker": {"size": 6, "color": SERIES[0]},
    }
    over = [line for line in ledger.lines if line.went_over]
    return [total, *(_over_mark(line.number, line.total) for line in over)]


def _over_mark(number: int, total: float) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [number],
        "y": [total],
        "text": [f"step {number} went over"],
        "textposition": "top left" if number > 1 else "top right",
        "textfont": {"color": BAD},
        "hoverinfo": "skip",
        "marker": {"size": 12, "symbol": "x", "color": BAD},
    }


def _budget_line(ledger: Ledger) -> list[dict[str, Any]]:
    if not math.isfinite(ledger.budget):
        return []
    across = {"type": "line", "xref": "paper", "x0": 0, "x1": 1}
    line = {"color": INK_SOFT, "width": 1.5, "dash": "dash"}
    return [{**across, "y0": ledger.budget, "y1": ledger.budget, "line": line}]


def _budget_text(ledger: Ledger) -> list[dict[str, Any]]:
    if not math.isfinite(ledger.budget):
        return []
    place = {"xref": "paper", "x": 0, "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    text = f"budget {units_text(ledger.budget)}"
    return [{**place, "y": ledger.budget, "text": text, "font": {"color": INK_SOFT}}]


def _step_ticks(ledger: Ledger) -> dict[str, Any]:
    return {"dtick": 1} if len(ledger.lines) <= 12 else {}


def _top(ledger: Ledger) -> float:
    budget = ledger.budget if math.isfinite(ledger.budget) else 0
    return HEADROOM * max(ledger.total, budget, 1)


def _description(ledger: Ledger) -> str:
    spent = f"{units_text(ledger.total)} in {len(ledger.lines)} steps"
    if not math.isfinite(ledger.budget):
        return f"Step chart: {spent}; there is no budget in units on this track."
    budget = f"a budget of {units_text(ledger.budget)}"
    if ledger.over_step is None:
        return f"Step chart: {spent}, within {budget}."
    return f"Step chart: {spent}, over {budget} from step {ledger.over_step} on."


def _name(action: str, tier: str | None) -> str:
    return f"{action}:{tier}" if tier else action
