"""A figure as a value: what Plotly is given, without a colour that would fit one theme only.

Colours are named as in the style sheet, ``var(--series-1)``, or with an opacity behind it,
``var(--series-1) 0.2``; the page resolves them in the theme of its reader.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SERIES = tuple(f"var(--series-{number})" for number in range(1, 8))
"""Okabe and Ito's colour-blind safe colours; use them with MARKERS and DASHES, never alone."""

MARKERS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "solid")

INK, INK_SOFT, LINE, BAD = "var(--ink)", "var(--ink-soft)", "var(--line)", "var(--bad)"


@dataclass(frozen=True)
class Figure:
    """Plotly traces (``data``) and ``layout``; ``description`` says in words what is to be seen.

    Every figure stands beside the table of its numbers, so it may be left undrawn.
    """

    key: str
    caption: str
    description: str
    data: tuple[Mapping[str, Any], ...]
    layout: Mapping[str, Any]
    css: str = ""

    @property
    def spec(self) -> dict[str, Any]:
        """What the page hands to Plotly, as JSON."""
        return {"data": list(self.data), "layout": dict(self.layout)}

    @property
    def spec_id(self) -> str:
        """The id of the script element that holds ``spec``."""
        return f"{self.key}-spec"
