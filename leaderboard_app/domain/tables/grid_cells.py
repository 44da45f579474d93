"""Cells of the grids: a configuration, and its figure by each of the four criteria."""

from collections.abc import Callable, Mapping

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.meter.payload import ConfigurationRowPayload, Criterion
from leaderboard_app.domain.payload import NumberPayload
from leaderboard_app.domain.tables.headers import EvidenceHref
from tasks_app.domain.cells import rate_cell, text_cell, unknown_cell
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.numbers import (
    RANGE,
    count_text,
    dollars_text,
    rate_text,
    score_text,
)
from tasks_app.domain.table import Cell, CellKind, HeaderCell

CONFIGURATION_HEADER = HeaderCell(
    "configuration", "Configuration", "A model in a CLI, as its agent was uploaded."
)
TEXT_OF: Mapping[Criterion, Callable[[float], str]] = {
    "ams": score_text,
    "passes": rate_text,
    "usd_per_pass": dollars_text,
    "tokens_per_pass": lambda tokens: count_text(round(tokens)),
}
"""How a value of each criterion is written."""

BEHIND: Mapping[Criterion, str] = {
    "ams": "",
    "passes": "passed",
    "usd_per_pass": "counted",
    "tokens_per_pass": "counted",
}
"""The filter that shows the episodes that a criterion counts."""


IN_WORDS: Mapping[Criterion, str] = {
    "ams": "AMS",
    "passes": "passes",
    "usd_per_pass": "USD per pass",
    "tokens_per_pass": "tokens per pass",
}
"""Within a sentence."""


def title(criterion: Criterion) -> str:
    return METER_TEXTS[criterion].header


def configuration_cell(row: ConfigurationRowPayload, evidence: EvidenceHref) -> Cell:
    """Its name leads to its episodes; beneath stand the agent, if it is called otherwise, and who
    owns it."""
    agent = row["agent"]
    told = (row["key"], configuration_key(agent["model"], agent["scaffold"]))
    name = "" if agent["name"] in told else agent["name"]
    owner = f"by {agent['owner']}" if agent["owner"] else ""
    note = " · ".join(filter(None, (name, owner)))
    return text_cell(row["key"], href=evidence(agent["id"]), note=note)


def criterion_cell(
    row: ConfigurationRowPayload, criterion: Criterion, evidence: EvidenceHref
) -> Cell:
    """A figure with its interval, its count or its bounds, and a link to its episodes."""
    href = behind(row, criterion, evidence)
    if criterion == "passes":
        return rate_cell(row["passes"], href=href)
    if criterion == "ams":
        return ams_cell(row, href)
    return number_cell(row[criterion], TEXT_OF[criterion], href)


def behind(row: ConfigurationRowPayload, criterion: Criterion, evidence: EvidenceHref) -> str:
    outcome = BEHIND[criterion]
    return evidence(row["agent"]["id"], **({"outcome": outcome} if outcome else {}))


def ams_cell(row: ConfigurationRowPayload, href: str) -> Cell:
    """AMS with its interval; of an incomplete row the bounds, which no sorting counts."""
    bounds = row["bounds"]
    if bounds is None or bounds["ams"]["lowest"] is None or bounds["ams"]["highest"] is None:
        return score_number_cell(row["ams"], href)
    lowest, highest = bounds["ams"]["lowest"], bounds["ams"]["highest"]
    text = f"{score_text(lowest)}{RANGE}{score_text(highest)}"
    return Cell(text, None, CellKind.NUMBER, href=href, note="bounds: some missing")


def score_number_cell(number: NumberPayload, href: str = "") -> Cell:
    """A score of 0 to 1 with its interval in words and as a bar."""
    cell = number_cell(number, score_text, href)
    if cell.value is None:
        return cell
    return Cell(
        cell.text, cell.value, CellKind.NUMBER, href, "", cell.note, number["low"], number["high"]
    )


def number_cell(number: NumberPayload, text: Callable[[float], str], href: str = "") -> Cell:
    """A number with its interval beneath."""
    value, low, high = number["value"], number["low"], number["high"]
    if value is None:
        return unknown_cell(number.get("reason") or "Not known.")
    known = low is not None and high is not None
    note = f"{text(low or 0)}{RANGE}{text(high or 0)}" if known else ""
    return Cell(text(value), value, CellKind.NUMBER, href=href, note=note)


def place_note(place: int | None, of: int) -> str:
    """``place 2 of 28``; blank for what has no place."""
    return "" if place is None else f"place {place} of {of}"
