"""What of a grid a page shows: criterion of the heat map, stratum, models and CLIs, in the URL."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from django.http import QueryDict

from leaderboard_app.board_choice import Option, joined
from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.meter.payload import AgentMeterPayload, Criterion
from leaderboard_app.domain.meter.standings import CRITERIA
from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.web.params import SHOWN_CHARACTERS, Param, read_params
from tasks_app.web.sorting import link

PARAMS = (Param("measure", CRITERIA), Param("stratum", tuple(Stratum)))
CRITERION_TITLES = {criterion: METER_TEXTS[criterion].header for criterion in CRITERIA}
STRATUM_TITLES = {stratum: stratum.capitalize() for stratum in Stratum}
KEPT = ("bundle", "snapshot", "track", "set", "condition", "measure", "stratum")
"""What a form of the page hands on."""


@dataclass(frozen=True)
class GridChoice:
    """``stratum`` is None over all; no ``models`` or ``clis`` are all of them. ``note`` says what
    of the URL was ignored."""

    note: str
    measure: Criterion
    stratum: Stratum | None
    models: tuple[str, ...]
    clis: tuple[str, ...]
    measures: tuple[Option, ...]
    strata: tuple[Option, ...]

    @property
    def is_filtered(self) -> bool:
        return bool(self.models or self.clis)


def grid_choice(query: QueryDict, board: AgentMeterPayload) -> GridChoice:
    """What the URL asks to see of ``board``."""
    reading = read_params(query, PARAMS)
    measure = cast(Criterion, reading["measure"] or _usual(board))
    wanted = reading["stratum"] if board["calibration"] else None
    lacking = "" if wanted == reading["stratum"] else "Strata are known once it is calibrated."
    models, model_note = _named(query, "model", board["models"])
    clis, cli_note = _named(query, "cli", board["clis"])
    return GridChoice(
        note=joined(reading.note, lacking, model_note, cli_note),
        measure=measure,
        stratum=Stratum(wanted) if wanted else None,
        models=models,
        clis=clis,
        measures=tuple(_options(query, "measure", CRITERION_TITLES, measure)),
        strata=tuple(_strata(query, board, wanted)),
    )


def kept_fields(query: QueryDict, *more: str) -> dict[str, list[str]]:
    """The parameters that a form of the page hands on as hidden fields."""
    return {name: query.getlist(name) for name in (*KEPT, *more) if query.get(name)}


def _usual(board: AgentMeterPayload) -> Criterion:
    """AMS, or before there is one what is known without a calibration."""
    return "ams" if board["calibration"] else "passes"


def _named(query: QueryDict, name: str, there: list[str]) -> tuple[tuple[str, ...], str]:
    """The values of a repeated parameter that the grid has, and a note on the others."""
    wanted = [value for value in query.getlist(name) if value]
    unknown = next((value for value in wanted if value not in there), None)
    note = "" if unknown is None else f"This grid has no {name} {unknown[:SHOWN_CHARACTERS]}."
    return tuple(value for value in there if value in wanted), note


def _options(
    query: QueryDict, name: str, titles: Mapping[Criterion, str], current: str
) -> Iterator[Option]:
    for value, title in titles.items():
        yield Option(title, f"{link(query, **{name: value})}#heat", value == current)


def _strata(query: QueryDict, board: AgentMeterPayload, current: str | None) -> Iterator[Option]:
    """All tasks together, and each stratum that this set has tasks of."""
    if not board["calibration"]:
        return
    yield Option("All tasks", f"{_unsorted(query, None)}#ranked", current is None)
    for stratum, title in STRATUM_TITLES.items():
        count = board["tasks"][stratum.value]  # type: ignore[literal-required]
        href = f"{_unsorted(query, stratum.value)}#ranked"
        yield Option(f"{title} ({count})", href, stratum.value == current)


def _unsorted(query: QueryDict, stratum: str | None) -> str:
    """The table of another stratum has other columns to sort by."""
    return link(query, stratum=stratum, **{"ranked.sort": None})
