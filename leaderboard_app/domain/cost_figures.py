"""How reference episodes' costs are distributed in each stratum, with what was cut from them."""

from typing import Any

from leaderboard_app.domain.meter.cost_distributions import SHARES, CostDistribution, StratumCosts
from leaderboard_app.domain.meter.frozen import CalibrationDraft
from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.domain.figure import BAD, DASHES, INK_SOFT, SERIES, Figure
from tasks_app.domain.numbers import count_text, dollars_text

TITLES = {
    Stratum.EASY: "Easy tasks",
    Stratum.MEDIUM: "Medium tasks",
    Stratum.HARD: "Hard tasks",
}
LINE_HEIGHT = 16
"""Pixels: the two names above the plot have a line each, however near their lines stand."""


def cost_figures(draft: CalibrationDraft) -> tuple[Figure, ...]:
    """One figure a stratum; strata without a priced episode have none."""
    return tuple(
        _figure(name, draft.costs[name], cut.budgets, cut.threshold)
        for name, cut in draft.calibration.strata.items()
        if cut.rewarded or cut.unrewarded
    )


def _figure(
    name: Stratum, costs: StratumCosts, budgets: tuple[float, ...], threshold: float | None
) -> Figure:
    title = TITLES[name]
    return Figure(
        key=f"costs-{name}",
        caption=f"{title}: share of reference episodes that cost at most so much",
        description=_description(title, costs, budgets, threshold),
        data=(
            _curve("reward above 0", costs["rewarded"], 0),
            _curve("reward 0", costs["unrewarded"], 1),
        ),
        layout={
            "xaxis": {"title": {"text": "USD"}, "rangemode": "tozero"},
            "yaxis": {"title": {"text": "Share of episodes"}, "tickformat": ".0%"},
            "shapes": _lines(budgets, threshold),
            "annotations": _names(budgets, threshold),
            "legend": {"orientation": "h", "y": -0.25},
            "margin": {"l": 8, "r": 8, "t": 24 + LINE_HEIGHT, "b": 8},
        },
    )


def _curve(name: str, distribution: CostDistribution, series: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": f"{name} ({count_text(distribution['n'])})",
        "x": distribution["percentiles"],
        "y": [share / 100 for share in SHARES] if distribution["n"] else [],
        "line": {"color": SERIES[series], "dash": DASHES[series], "width": 2},
        "hovertemplate": "%{y:.0%} cost at most $%{x:.3g}<extra></extra>",
    }


def _lines(budgets: tuple[float, ...], threshold: float | None) -> list[dict[str, Any]]:
    lines = [_line(budget, INK_SOFT, "dot") for budget in budgets]
    return lines if threshold is None else [*lines, _line(threshold, BAD, "solid")]


def _line(at: float, colour: str, dash: str) -> dict[str, Any]:
    across = {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": at, "x1": at}
    return across | {"line": {"color": colour, "width": 1.5, "dash": dash}}


def _names(budgets: tuple[float, ...], threshold: float | None) -> list[dict[str, Any]]:
    """Budgets are told by the table; only the threshold and the last budget are named here."""
    named = [(budgets[-1], "largest budget", INK_SOFT, "right")] if budgets else []
    if threshold is not None:
        named.append((threshold, "expensive failure", BAD, "left"))
    return [
        {
            "x": at,
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "xanchor": side,
            "yshift": LINE_HEIGHT if colour == BAD else 0,
            "showarrow": False,
            "text": text,
            "font": {"color": colour},
        }
        for at, text, colour, side in named
    ]


def _description(
    title: str, costs: StratumCosts, budgets: tuple[float, ...], threshold: float | None
) -> str:
    cut = ", ".join(map(dollars_text, budgets))
    above = (
        f"a failure above {dollars_text(threshold)} is an expensive one"
        if threshold is not None
        else "no failure is an expensive one"
    )
    return (
        f"{title}: costs of {count_text(costs['rewarded']['n'])} episodes with a reward and "
        f"{count_text(costs['unrewarded']['n'])} without; budgets at {cut}; {above}."
    )
