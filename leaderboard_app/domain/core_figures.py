"""Agreement with Full against the number of tasks: what is to be expected of a smaller core."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from leaderboard_app.domain.meter.core_payload import MeterCorePayload, SubsetPayload
from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from tasks_app.domain.figure import INK, SERIES, Figure

Agreement = Literal["spearman", "kendall"]
RANDOM, SELECTED = SERIES[0], SERIES[1]


def agreement_figure(board: MeterCorePayload, measure: Agreement) -> Figure:
    """The mean of random subsets with the band that holds 95 % of them, and the cores that effort
    selects; Core itself as a star."""
    title = METER_TEXTS[measure].header
    sizes = [
        size for size in board["sizes"] if size["random"][measure]["mean"]["value"] is not None
    ]
    return Figure(
        key=f"agreement-{measure}",
        caption=f"{title} with Full by the number of tasks",
        description=_description(sizes, measure),
        data=tuple(_traces(board, sizes, measure)),
        layout={
            "xaxis": {"title": {"text": "Tasks"}, "rangemode": "tozero"},
            "yaxis": {"title": {"text": title}, "range": [_lowest(sizes, measure), 1.04]},
            "legend": {"orientation": "h", "y": -0.25},
            "margin": {"l": 8, "r": 8, "t": 16, "b": 8},
        },
    )


def _lowest(sizes: Sequence[SubsetPayload], measure: Agreement) -> float:
    """The axis begins at 0, and lower only where something lies there."""
    lows = [size["random"][measure]["mean"]["low"] for size in sizes]
    found = [value for value in (*lows, *(s[measure]["value"] for s in sizes)) if value is not None]
    return min(-0.02, min(found, default=0.0) - 0.04)


def _traces(
    board: MeterCorePayload, sizes: Sequence[SubsetPayload], measure: Agreement
) -> Iterator[Mapping[str, Any]]:
    means = [size["random"][measure]["mean"] for size in sizes]
    tasks = [size["tasks"] for size in sizes]
    edge: dict[str, Any] = {"type": "scatter", "mode": "lines", "x": tasks, "line": {"width": 0}}
    edge |= {"hoverinfo": "skip", "showlegend": False}
    yield {**edge, "y": [mean["low"] for mean in means]}
    band = {"fill": "tonexty", "fillcolor": f"{RANDOM} 0.15"}
    yield {**edge, **band, "y": [mean["high"] for mean in means]}
    yield {
        "type": "scatter",
        "mode": "lines",
        "name": "random subsets: mean and 95 %",
        "x": tasks,
        "y": [mean["value"] for mean in means],
        "line": {"color": RANDOM, "width": 2, "dash": "dash"},
        "hovertemplate": "%{x} random tasks: %{y:.3f}<extra></extra>",
    }
    yield _points(sizes, measure, "selected by effort", SELECTED, "circle")
    if board["core"]:
        yield _points([board["core"]], measure, "Core", INK, "star")


def _points(
    subsets: Sequence[SubsetPayload], measure: Agreement, name: str, colour: str, symbol: str
) -> Mapping[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers" if len(subsets) > 1 else "markers",
        "name": name,
        "x": [subset["tasks"] for subset in subsets],
        "y": [subset[measure]["value"] for subset in subsets],
        "line": {"color": colour, "width": 2},
        "marker": {"color": colour, "size": 9, "symbol": symbol},
        "hovertemplate": f"%{{x}} tasks, {name}: %{{y:.3f}}<extra></extra>",
    }


def _description(sizes: Sequence[SubsetPayload], measure: Agreement) -> str:
    title = METER_TEXTS[measure].header
    if not sizes:
        return f"{title} is undefined at every size."
    first, last = (
        size["random"][measure]["mean"]["value"] or 0.0 for size in (sizes[0], sizes[-1])
    )
    return (
        f"{title} with Full of random subsets is {first:.2f} in the mean at {sizes[0]['tasks']} "
        f"tasks and {last:.2f} at {sizes[-1]['tasks']}."
    )
