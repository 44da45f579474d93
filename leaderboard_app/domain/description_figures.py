"""First places under random wordings as bars, beside the table of the same numbers."""

from collections.abc import Sequence
from html import escape
from typing import Any

from leaderboard_app.domain.meter.descriptions_payload import (
    FirstPayload,
    MeterDescriptionsPayload,
)
from tasks_app.domain.figure import SERIES, Figure
from tasks_app.domain.numbers import count_text, rate_text
from tasks_app.domain.short_text import shortened

MOST_BARS = 12
NAME_LENGTH = 32


def firsts_figure(board: MeterDescriptionsPayload) -> Figure | None:
    """A bar for each configuration, the most frequent on top; None where no sources can be
    drawn."""
    adapted = board["adapted"]
    if adapted is None:
        return None
    shown = sorted(
        (one for one in adapted["firsts"] if one["share"]["value"] is not None),
        key=lambda one: -(one["share"]["value"] or 0),
    )[:MOST_BARS]
    return Figure(
        key="firsts-figure",
        caption="How often each configuration is first",
        description=_description(shown, adapted["assignments"]),
        data=(_bars(shown),),
        layout={
            "xaxis": _shares(adapted["assignments"]),
            "yaxis": {"autorange": "reversed", "automargin": True, "type": "category"},
            "bargap": 0.35,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        },
    )


def _bars(shown: Sequence[FirstPayload]) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "x": [one["share"]["value"] for one in shown],
        "y": [_name(one["key"]) for one in shown],
        "text": [rate_text(one["share"]["value"] or 0) for one in shown],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {"color": SERIES[0]},
        "hovertemplate": "%{y}: first in %{text}<extra></extra>",
    }


def _shares(assignments: int) -> dict[str, Any]:
    """An axis that leaves room for the number behind the longest bar."""
    return {
        "title": {"text": f"Share of {count_text(assignments)} assignments"},
        "range": [0, 1.3],
        "tickvals": [0, 0.25, 0.5, 0.75, 1],
        "tickformat": ".0%",
    }


def _description(shown: Sequence[FirstPayload], assignments: int) -> str:
    shares = "; ".join(f"{one['key']} {rate_text(one['share']['value'] or 0)}" for one in shown)
    return f"First by AMS in {count_text(assignments)} random assignments: {shares}."


def _name(key: str) -> str:
    """Breaks after the model, so that it leaves room for the bar on a phone."""
    model, _, cli = key.partition(" x ")
    return "<br>".join(escape(shortened(part, NAME_LENGTH)) for part in (model, f"x {cli}"))
