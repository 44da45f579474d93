"""Who leads a grid by which criterion, side by side: they differ, and that is the point."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    ConfigurationRowPayload,
    Criterion,
    LeaderPayload,
)
from leaderboard_app.domain.meter.standings import CRITERIA
from leaderboard_app.domain.tables.grid_cells import (
    CONFIGURATION_HEADER,
    IN_WORDS,
    TEXT_OF,
    behind,
    configuration_cell,
    place_note,
    title,
)
from leaderboard_app.domain.tables.headers import EvidenceHref, meter_header
from tasks_app.domain.cells import text_cell, unknown_cell
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

MOST_NAMED = 3
"""Of leaders that are equal."""


def leaders_table(board: AgentMeterPayload, evidence: EvidenceHref) -> Table:
    """A line for each leader: by what it leads, and where it stands by everything else."""
    rows = {row["key"]: row for row in board["rows"]}
    lines = (line for one in board["leaders"] for line in _lines(board, one, rows, evidence))
    return Table(
        key="leaders",
        caption="The leader by each criterion",
        header=(
            HeaderCell("criterion", "Leads by", sortable=False),
            _unsorted(CONFIGURATION_HEADER),
            *(_unsorted(meter_header(criterion)) for criterion in CRITERIA),
        ),
        rows=tuple(lines),
        note="A place is among the complete configurations that have the figure.",
    )


def leaders_sentence(board: AgentMeterPayload) -> str:
    """The answer of the grid in words; blank where nobody leads."""
    led: dict[tuple[str, ...], list[str]] = {}
    for leader in board["leaders"]:
        if leader["keys"]:
            led.setdefault(tuple(leader["keys"]), []).append(IN_WORDS[leader["criterion"]])
    if not led:
        return ""
    firsts = " ".join(f"Best by {_joined(by)}: {_named(keys)}." for keys, by in led.items())
    return " ".join(filter(None, (_count(led), firsts, _left_out(board))))


def _count(led: Mapping[tuple[str, ...], list[str]]) -> str:
    known = sum(map(len, led.values()))
    if known == 1:
        return ""
    if len(led) == 1:
        return f"One leads by all {known} criteria."
    return f"{known} criteria, {len(led)} leaders."


def _left_out(board: AgentMeterPayload) -> str:
    """A best among few that could be compared must not pass for a best of all."""
    lacking = len(board["rows"]) - len(board["ranks"]["ams"])
    if not (lacking and board["calibration"]):
        return ""
    return f"Not compared by AMS: {lacking} of {len(board['rows'])}, incomplete or without a price."


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _named(keys: Sequence[str]) -> str:
    if len(keys) <= MOST_NAMED:
        return _joined(keys)
    return f"{', '.join(keys[:MOST_NAMED])} and {len(keys) - MOST_NAMED} more"


def _unsorted(header: HeaderCell) -> HeaderCell:
    return replace(header, sortable=False)


def _lines(
    board: AgentMeterPayload,
    leader: LeaderPayload,
    rows: Mapping[str, ConfigurationRowPayload],
    evidence: EvidenceHref,
) -> Iterator[Row]:
    by = text_cell(title(leader["criterion"]))
    if not leader["keys"]:
        nobody = unknown_cell(_why_nobody(board, leader["criterion"]), CellKind.TEXT)
        yield Row((by, nobody, *(unknown_cell(nobody.reason) for _ in CRITERIA)))
    for key in leader["keys"][:MOST_NAMED]:
        cells = (_cell(board, rows[key], criterion, evidence) for criterion in CRITERIA)
        yield Row((by, configuration_cell(rows[key], evidence), *cells))


def _why_nobody(board: AgentMeterPayload, criterion: Criterion) -> str:
    if criterion == "ams" and board["calibration_reason"]:
        return board["calibration_reason"]
    return f"No complete configuration has a known figure of {IN_WORDS[criterion]}."


def _cell(
    board: AgentMeterPayload,
    row: ConfigurationRowPayload,
    criterion: Criterion,
    evidence: EvidenceHref,
) -> Cell:
    """A figure of a leader with its place; the first place is marked."""
    places = board["ranks"][criterion]
    value, place = row[criterion]["value"], places.get(row["key"])
    if value is None:
        return unknown_cell(row[criterion].get("reason") or "Not known.")
    return Cell(
        TEXT_OF[criterion](value),
        value,
        CellKind.NUMBER,
        href=behind(row, criterion, evidence),
        note=place_note(place, len(places)),
        css="is-first" if place == 1 else "",
    )
