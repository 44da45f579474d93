"""Figures of the boards: values that the page hands to Plotly, each beside a table of the same.

Names of agents come from strangers; Plotly reads a little HTML in text, so they are escaped.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Literal

from leaderboard_app.domain.family_payload import (
    SweepCurvePayload,
    SweepFamilyPayload,
    SweepPointPayload,
)
from tasks_app.domain.figure import DASHES, INK_SOFT, MARKERS, SERIES, Figure
from tasks_app.domain.numbers import amount_text, rate_text
from tasks_app.domain.short_text import shortened

SweepMeasure = Literal["strict", "composite"]
TITLES: Mapping[SweepMeasure, str] = {
    "strict": "Strict success",
    "composite": "Composite research",
}
MOST_DIRECT_LABELS = 6
SHARE_AXIS = {"range": [-0.02, 1.04], "tickformat": ".0%"}
NAME_LENGTH = 24
LABEL_GAP = 0.065
"""Least distance of two labels at the line ends, as a share of the axis: a line of text."""


def sweep_figure(family: SweepFamilyPayload, cost_basis: str, measure: SweepMeasure) -> Figure:
    """A share against the budget of one family, one line an agent, intervals as light bands.

    Only curves in ``cost_basis`` are drawn: costs of two bases never share an axis.
    """
    curves = [c for c in family["curves"] if c["cost_basis"] == cost_basis and _points(c)]
    traces = [trace for i, curve in enumerate(curves) for trace in _traces(curve, measure, i)]
    return Figure(
        key=f"sweep-{measure}-{family['family']}",
        caption=f"{family['title']}: {TITLES[measure].lower()} by budget",
        description=_description(family, curves, measure),
        data=tuple(traces),
        layout={
            "xaxis": {"title": {"text": _x_title(cost_basis)}, **_budget_ticks(curves)},
            "yaxis": {**SHARE_AXIS, "title": {"text": TITLES[measure]}},
            "shapes": list(_path_line(family)),
            **_naming(family, curves, measure),
        },
    )


def _naming(
    family: SweepFamilyPayload, curves: Sequence[SweepCurvePayload], measure: SweepMeasure
) -> dict[str, Any]:
    """Names at the line ends where there are few, else a legend; and the margin they need."""
    is_direct = len(curves) <= MOST_DIRECT_LABELS
    names = _end_labels(curves, measure) if is_direct else ()
    return {
        "annotations": [*_path_text(family), *names],
        "showlegend": not is_direct,
        "legend": {"orientation": "h", "y": -0.25},
        "margin": {"l": 8, "r": _label_width(curves) if is_direct else 8, "t": 24, "b": 8},
    }


def _points(curve: SweepCurvePayload) -> list[SweepPointPayload]:
    return [point for point in curve["points"] if point["budget"] is not None]


def _traces(
    curve: SweepCurvePayload, measure: SweepMeasure, index: int
) -> Iterator[dict[str, Any]]:
    """The band, where there are intervals, and the line with its markers."""
    points = _points(curve)
    group = {"legendgroup": str(index), "name": _name(curve)}
    colour = SERIES[index % len(SERIES)]
    yield from ({**group, **edge} for edge in _band(points, measure, colour))
    yield {
        **group,
        "type": "scatter",
        "mode": "lines+markers",
        "x": [point["budget"] for point in points],
        "y": [point[measure]["value"] for point in points],
        "text": [_hover(point, measure) for point in points],
        "hovertemplate": "%{fullData.name}<br>%{text}<extra></extra>",
        "line": {"color": colour, "width": 2, "dash": DASHES[index % len(DASHES)]},
        "marker": {"color": colour, "size": 8, "symbol": MARKERS[index % len(MARKERS)]},
    }


def _band(
    points: Sequence[SweepPointPayload], measure: SweepMeasure, colour: str
) -> Iterator[dict[str, Any]]:
    """Both ends of the interval with the space between them filled; nothing if one is unknown."""
    budgets = [point["budget"] for point in points]
    lows, highs = ([point[measure][end] for point in points] for end in ("low", "high"))
    if None not in lows + highs:
        yield _edge(budgets, lows)
        yield {**_edge(budgets, highs), "fill": "tonexty", "fillcolor": f"{colour} 0.12"}


def _edge(budgets: Sequence[float | None], ends: Sequence[float | None]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": list(budgets),
        "y": list(ends),
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _hover(point: SweepPointPayload, measure: SweepMeasure) -> str:
    rate = point[measure]
    value = "unknown" if rate["value"] is None else rate_text(rate["value"])
    return f"{point['budget_label']}: {value} ({rate['numerator']} / {rate['denominator']})"


def _name(curve: SweepCurvePayload) -> str:
    return escape(shortened(curve["agent"]["name"], NAME_LENGTH))


def _budget_ticks(curves: Sequence[SweepCurvePayload]) -> dict[str, Any]:
    """A tick at each budget label, named; labels with one budget share a tick."""
    names: dict[float, list[str]] = {}
    for point in (point for curve in curves for point in _points(curve)):
        labels = names.setdefault(point["budget"] or 0.0, [])
        if point["budget_label"] not in labels:
            labels.append(point["budget_label"])
    values = sorted(names)
    texts = [f"{', '.join(names[value])}<br>{amount_text(value)}" for value in values]
    return {"tickmode": "array", "tickvals": values, "ticktext": texts}


def _x_title(cost_basis: str) -> str:
    return "Budget in execution proxy" if cost_basis == "execution_proxy" else "Budget in units"


def _path_line(family: SweepFamilyPayload) -> Iterator[dict[str, Any]]:
    if family["path_cost"] is not None:
        across = {"type": "line", "yref": "paper", "y0": 0, "y1": 1}
        line = {"color": INK_SOFT, "width": 1.5, "dash": "dash"}
        yield {**across, "x0": family["path_cost"], "x1": family["path_cost"], "line": line}


def _path_text(family: SweepFamilyPayload) -> Iterator[dict[str, Any]]:
    if family["path_cost"] is not None:
        yield {
            "x": family["path_cost"],
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "showarrow": False,
            "text": f"path {amount_text(family['path_cost'])} u",
            "font": {"color": INK_SOFT},
        }


def _end_labels(
    curves: Sequence[SweepCurvePayload], measure: SweepMeasure
) -> Iterator[dict[str, Any]]:
    """Names at the line ends instead of a legend."""
    ends = [(_points(curve)[-1], index) for index, curve in enumerate(curves)]
    heights = [point[measure]["value"] or 0.0 for point, _ in ends]
    for (point, index), height in zip(ends, spread(heights), strict=True):
        yield {
            "x": point["budget"],
            "y": height,
            "xanchor": "left",
            "xshift": 8,
            "showarrow": False,
            "text": _name(curves[index]),
            "font": {"color": SERIES[index % len(SERIES)]},
        }


def spread(heights: Sequence[float]) -> list[float]:
    """Heights in [0, 1] moved apart to LABEL_GAP, in the same order and still within the axis."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    moved = list(heights)
    floor = 0.0
    for index in order:
        moved[index] = max(moved[index], floor)
        floor = moved[index] + LABEL_GAP
    ceiling = 1.0
    for index in reversed(order):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - LABEL_GAP
    return moved


def _label_width(curves: Sequence[SweepCurvePayload]) -> int:
    """Pixels that the longest name needs to the right of the axis."""
    longest = max((min(len(c["agent"]["name"]), NAME_LENGTH) for c in curves), default=0)
    return 16 + 8 * longest


def _description(
    family: SweepFamilyPayload, curves: Sequence[SweepCurvePayload], measure: SweepMeasure
) -> str:
    what = f"{TITLES[measure]} of {len(curves)} agents in {family['title'].lower()} tasks"
    if family["path_cost"] is None:
        return f"{what} against the budget."
    path = f"the escalating path costs {amount_text(family['path_cost'])} units"
    return f"{what} against the budget; {path}."
