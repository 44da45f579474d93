"""CSV and JSON come from the value that the page shows."""

from tasks_app.domain.cells import rate_cell, text_cell, unknown_cell
from tasks_app.domain.table import HeaderCell, Row, Table
from tasks_app.domain.table_files import table_csv, table_json

RATE = {"value": 1 / 3, "low": 0.1, "high": 0.6, "numerator": 1, "denominator": 3}


def table_of(*rows):
    header = (HeaderCell("agent", "Agent"), HeaderCell("econ", "Econ", "The minimum.", True))
    return Table("board", "Board", header, tuple(Row(cells) for cells in rows))


def test_csv_has_keys_full_precision_and_empty_fields_for_the_unknown():
    table = table_of(
        (text_cell("a, b"), rate_cell(RATE)), (text_cell("c"), unknown_cell("Not judged."))
    )
    assert table_csv(table).split("\r\n") == [
        "agent,econ,econ_low,econ_high",
        '"a, b",0.3333333333333333,0.1,0.6',
        "c,,,",
        "",
    ]


def test_a_text_that_a_spreadsheet_would_run_is_quoted():
    table = table_of((text_cell('=HYPERLINK("x")'), rate_cell({"value": 0})))
    assert table_csv(table).splitlines()[1] == '"\'=HYPERLINK(""x"")",0'


def test_json_gives_bare_values_and_objects_where_there_is_more_to_say():
    table = table_of(
        (text_cell("a"), rate_cell(RATE)), (text_cell("c"), unknown_cell("Not judged."))
    )
    assert table_json(table)["rows"] == [
        {"agent": "a", "econ": {"value": 1 / 3, "low": 0.1, "high": 0.6}},
        {"agent": "c", "econ": {"value": None, "reason": "Not judged."}},
    ]
