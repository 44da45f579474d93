"""What spreadsheets and readers of CSV are given."""

from tasks_app.domain.csv_text import csv_text


def test_numbers_have_full_precision_and_what_is_unknown_is_an_empty_field():
    lines = [("a, b", 1 / 3, 3), ("c", None, float("nan"))]
    assert csv_text(["agent", "econ", "steps"], lines).split("\r\n") == [
        "agent,econ,steps",
        '"a, b",0.3333333333333333,3',
        "c,,",
        "",
    ]


def test_a_text_that_a_spreadsheet_would_run_is_quoted():
    text = csv_text(["agent", "econ"], [('=HYPERLINK("x")', 0)])
    assert text.splitlines()[1] == '"\'=HYPERLINK(""x"")",0'
