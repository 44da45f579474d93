"""The pages of AgentMeter as tabs: another page is one more line."""

from urllib.parse import urlencode

from django.urls import reverse

from leaderboard_app.board_choice import Option
from leaderboard_app.meter_choice import MeterChoice

GRID_PAGES = {
    "agentmeter": "Grid",
    "meter-core": "Core against Full",
    "meter-sensitivity": "Sensitivity",
    "meter-descriptions": "Descriptions",
}
"""Route names and titles; each page takes the parameters of ``chosen_meter_board``."""


def grid_tabs(current: str, choice: MeterChoice) -> list[Option]:
    """Links to the same bundle, snapshot, track, set and condition on each page of the grids, and
    to the calibration of the bundle. ``current`` is the route that is shown."""
    kept = f"?{urlencode(choice.kept)}" if choice.kept else ""
    tabs = [
        Option(title, reverse(name) + kept, name == current) for name, title in GRID_PAGES.items()
    ]
    ref = choice.snapshot.bundle_ref if choice.snapshot else choice.kept.get("bundle")
    bundle = f"?{urlencode({'bundle': ref})}" if ref else ""
    return [*tabs, Option("Calibration", reverse("calibration") + bundle, current == "calibration")]
