"""Figures of the grids, each beside a table of the same numbers.

A grid may have two hundred configurations: the leaders are drawn in colour and named, the others
stay behind them as thin lines that tell their name when they are pointed at.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil
from typing import Any

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.meter.payload import AgentMeterPayload
from leaderboard_app.domain.meter.standings import CRITERIA
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_cells import IN_WORDS
from tasks_app.domain.figure import DASHES, INK_SOFT, MARKERS, SERIES, Figure
from tasks_app.domain.numbers import dollars_text
from tasks_app.domain.short_text import shortened

MOST_NAMED = 6
NAME_LENGTH = 40
LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"}
"""Above the plot, where it grows by a line a name on a phone without lying over an axis."""

MARGIN = {"l": 8, "r": 8, "t": 8, "b": 8}
MOST_TICKS = 7
REWARDS = {"title": {"text": "Mean reward"}, "tickformat": ".0%", "range": [-0.02, 1.04]}
BEHIND = f"{INK_SOFT} 0.25"


def places_figure(board: AgentMeterPayload) -> Figure | None:
    """The place of each configuration by each criterion, the first on top; None where there are
    not two of both to compare."""
    criteria = [criterion for criterion in CRITERIA if board["ranks"][criterion]]
    keys = _keys(board)
    if len(criteria) < 2 or len(keys) < 2:
        return None
    named = _leaders(board)[:MOST_NAMED]
    titles = [_in_two_lines(METER_TEXTS[criterion].header) for criterion in criteria]
    lines = (
        (key, titles, [board["ranks"][criterion].get(key) for criterion in criteria])
        for key in keys
    )
    hover = "%{fullData.name}<br>%{x}: place %{y}<extra></extra>"
    return Figure(
        key="places-figure",
        caption="How places change with the criterion",
        description=_places_description(board, len(keys)),
        data=tuple(_traces(list(lines), named, hover)),
        layout={
            "xaxis": {"type": "category", "tickangle": 0},
            "yaxis": _places_axis(len(keys)),
            "legend": LEGEND,
            "margin": MARGIN,
        },
        css="tall",
    )


def _places_axis(count: int) -> dict[str, Any]:
    """The first place on top."""
    return {
        "title": {"text": "Place"},
        "range": [count + 0.5, 0.5],
        "tickvals": list(range(1, count + 1, ceil(count / MOST_TICKS))),
        "zeroline": False,
    }


def curve_figure(board: AgentMeterPayload, stratum: Stratum) -> Figure | None:
    """Mean reward within each budget of a stratum; None where no configuration has a curve."""
    curve = board["curves"].get(stratum.value)
    if not curve or not curve["by_key"]:
        return None
    ordered = [row["key"] for row in board["rows"] if row["key"] in curve["by_key"]]
    lines = [(key, curve["budgets"], curve["by_key"][key]) for key in ordered]
    hover = "%{fullData.name}<br>within $%{x:.3g}: %{y:.1%}<extra></extra>"
    return Figure(
        key=f"curve-figure-{stratum}",
        caption=f"{stratum.capitalize()} tasks: mean reward within a budget",
        description=_curve_description(stratum, len(ordered), curve["budgets"]),
        data=tuple(_traces(lines, _named(board), hover)),
        layout={
            "xaxis": {"title": {"text": "Budget of an episode in USD"}, "tickprefix": "$"},
            "yaxis": REWARDS,
            "legend": LEGEND,
            "margin": MARGIN,
        },
        css="tall",
    )


Line = tuple[str, Sequence[Any], Sequence[Any]]
"""A key, its x and its y."""


def _traces(lines: Sequence[Line], named: Sequence[str], hover: str) -> Iterator[dict[str, Any]]:
    """The others first, so that the named ones lie over them; a name has one colour on a page."""
    for key, x, y in lines:
        if key not in named:
            yield {**_line(key, x, y, hover), **_behind()}
    found = {line[0]: line for line in lines}
    for place, key in enumerate(named):
        if key in found:
            yield {**_line(*found[key], hover), **_in_front(place)}


def _line(key: str, x: Sequence[Any], y: Sequence[Any], hover: str) -> dict[str, Any]:
    return {"type": "scatter", "name": _name(key), "x": list(x), "y": list(y)} | {
        "hovertemplate": hover
    }


def _behind() -> dict[str, Any]:
    return {"mode": "lines", "line": {"color": BEHIND, "width": 1}, "showlegend": False}


def _in_front(place: int) -> dict[str, Any]:
    colour = SERIES[place % len(SERIES)]
    return {
        "mode": "lines+markers",
        "line": {"color": colour, "width": 2, "dash": DASHES[place % len(DASHES)]},
        "marker": {"color": colour, "size": 8, "symbol": MARKERS[place % len(MARKERS)]},
        "showlegend": True,
    }


def _keys(board: AgentMeterPayload) -> list[str]:
    """Whoever has a place by any criterion, in the order of the grid."""
    placed = {key for places in board["ranks"].values() for key in places}
    return [row["key"] for row in board["rows"] if row["key"] in placed]


def _leaders(board: AgentMeterPayload) -> list[str]:
    """The first by each criterion, each once."""
    return list(dict.fromkeys(key for leader in board["leaders"] for key in leader["keys"]))


def _named(board: AgentMeterPayload) -> list[str]:
    """The leaders and then the best by AMS, in the order in which they take colours."""
    ordered = (row["key"] for row in board["rows"])
    return list(dict.fromkeys((*_leaders(board), *ordered)))[:MOST_NAMED]


def _name(key: str) -> str:
    return escape(shortened(key, NAME_LENGTH), quote=False)


def _in_two_lines(title: str) -> str:
    """``USD per pass`` with a break, so that four of them stand side by side on a phone."""
    return title.replace(" per", "<br>per")


def _places_description(board: AgentMeterPayload, count: int) -> str:
    firsts = (
        f"{IN_WORDS[leader['criterion']]}: {', '.join(leader['keys'][:MOST_NAMED])}"
        for leader in board["leaders"]
        if leader["keys"]
    )
    return f"Places of {count} configurations by each criterion. First by {'; by '.join(firsts)}."


def _curve_description(stratum: Stratum, count: int, budgets: Sequence[float]) -> str:
    span = f"{dollars_text(budgets[0])} to {dollars_text(budgets[-1])}"
    return (
        f"Mean reward of {count} configurations in {stratum} tasks within budgets of {span}; "
        f"named are the leaders by each criterion and the best by AMS."
    )
