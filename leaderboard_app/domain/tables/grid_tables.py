"""The ranked table of a grid: overall, or in one stratum of tasks."""

from collections.abc import Iterator

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    ConfigurationRowPayload,
)
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_cells import (
    CONFIGURATION_HEADER,
    configuration_cell,
    criterion_cell,
    number_cell,
    score_number_cell,
)
from leaderboard_app.domain.tables.headers import EvidenceHref, meter_header, rank_cell
from tasks_app.domain.cells import rate_cell
from tasks_app.domain.numbers import score_text
from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table

NO_ROW = "No configuration has a public run here yet."
BY_AMS = Order("ams", descending=True)
BY_SCORE = Order("score", descending=True)


def ranked_table(board: AgentMeterPayload, evidence: EvidenceHref) -> Table:
    """Configurations by AMS with what stands beside it; incomplete and unpriced ones last."""
    return Table(
        key="ranked",
        caption="Configurations by AMS" if board["calibration"] else "Configurations",
        header=(
            meter_header("rank"),
            CONFIGURATION_HEADER,
            meter_header("ams"),
            meter_header("gap"),
            meter_header("passes"),
            meter_header("usd_per_pass"),
            meter_header("tokens_per_pass"),
            meter_header("mean_reward"),
            meter_header("coverage"),
        ),
        rows=tuple(_row(row, _overall(row, evidence), evidence) for row in board["rows"]),
        order=BY_AMS if board["calibration"] else None,
        empty=NO_ROW,
    )


def stratum_table(board: AgentMeterPayload, stratum: Stratum, evidence: EvidenceHref) -> Table:
    """The same configurations by their score in one stratum, with the parts that make it."""
    rows = [row for row in board["rows"] if stratum.value in row["strata"]]
    table = Table(
        key="ranked",
        caption=f"Configurations in {stratum} tasks, by the score of the stratum",
        header=(
            _overall_rank(),
            CONFIGURATION_HEADER,
            meter_header("score"),
            meter_header("tq"),
            meter_header("aubqc"),
            meter_header("efr"),
            meter_header("passes"),
        ),
        rows=tuple(_row(row, _in_stratum(row, stratum, evidence), evidence) for row in rows),
        empty=NO_ROW,
    )
    return table.sorted_by(BY_SCORE)


def _overall_rank() -> HeaderCell:
    about = f"{METER_TEXTS['rank'].explanation} By AMS, over all strata."
    return HeaderCell("rank", "Rank by AMS", about, numeric=True)


def _row(row: ConfigurationRowPayload, cells: Iterator[Cell], evidence: EvidenceHref) -> Row:
    return Row(
        (rank_cell(row), configuration_cell(row, evidence), *cells),
        key=str(row["agent"]["id"]),
        css="" if row["ranked"] else "is-partial",
    )


def _overall(row: ConfigurationRowPayload, evidence: EvidenceHref) -> Iterator[Cell]:
    agent_id = row["agent"]["id"]
    yield criterion_cell(row, "ams", evidence)
    yield number_cell(row["gap"], score_text)
    for criterion in ("passes", "usd_per_pass", "tokens_per_pass"):
        yield criterion_cell(row, criterion, evidence)
    yield number_cell(row["mean_reward"], score_text, evidence(agent_id, outcome="counted"))
    missing = "missing" if row["missing"]["total"] else "counted"
    yield rate_cell(row["coverage"], href=evidence(agent_id, outcome=missing))


def _in_stratum(
    row: ConfigurationRowPayload, stratum: Stratum, evidence: EvidenceHref
) -> Iterator[Cell]:
    agent_id, found = row["agent"]["id"], row["strata"][stratum.value]

    def href(**filters: str) -> str:
        return evidence(agent_id, stratum=stratum.value, **filters)

    yield score_number_cell(found["score"], href())
    yield score_number_cell(found["tq"], href(outcome="counted"))
    yield score_number_cell(found["aubqc"], href(outcome="counted"))
    yield rate_cell(found["efr"], href=href(outcome="expensive"))
    yield rate_cell(found["passes"], href=href(outcome="passed"))
