"""What a table looks like in a page's source."""

import re

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from tasks_app.domain.cells import rate_cell, text_cell, unknown_cell
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

HEADER = (HeaderCell("agent", "Agent"), HeaderCell("econ", "Econ", "The smaller of two.", True))
RATE = {"value": 0.5, "low": 0.4, "high": 0.6, "numerator": 2, "denominator": 4}


def shown(table, query=""):
    request = RequestFactory().get(f"/?{query}")
    template = Template("{% load tables %}{% table table %}")
    return template.render(Context({"request": request, "table": table}))


@pytest.fixture
def table():
    rows = (
        Row((text_cell("<script>alert(1)</script>", href="/a?b=1&c=2"), rate_cell(RATE))),
        Row((text_cell("b"), unknown_cell('Not "judged" <yet>.'))),
    )
    return Table("board", "The <board>", HEADER, rows, order=Order("econ", descending=True))


def test_hostile_text_is_escaped_everywhere(table):
    html = shown(table)
    assert "<script>" not in html
    assert "<yet>" not in html
    assert "The &lt;board&gt;" in html


def test_the_sorted_column_is_marked_and_links_to_the_other_direction(table):
    html = shown(table)
    assert html.count('aria-sort="descending"') == 1
    assert 'href="?board.sort=econ#board"' in html
    assert 'href="?board.sort=agent#board"' in html


def test_an_unknown_sort_key_shows_a_note(table):
    assert "There is no column “&lt;x&gt;”" in shown(table, "board.sort=%3Cx%3E")


def test_columns_are_explained_by_the_header_and_in_a_list(table):
    html = shown(table)
    assert 'aria-describedby="board-about-econ"' in html
    assert re.search(r'<dd id="board-about-econ">The smaller of two.</dd>', html)


def test_an_unknown_cell_gives_its_reason_to_screen_readers(table):
    assert "Unknown: Not &quot;judged&quot; &lt;yet&gt;." in shown(table)


def test_a_rate_shows_its_count_and_its_interval_on_a_bar(table):
    html = shown(table)
    assert '<small class="cell-note">2\xa0/\xa04' in html
    assert '<rect class="range-span" x="40.00" y="1" width="20.00" height="4"/>' in html
    assert '<rect class="range-point" x="49.25"' in html


def test_the_interval_of_a_bar_is_told_in_the_words_of_its_cell():
    score = Cell("0.500", 0.5, CellKind.NUMBER, low=0.4, high=0.6)
    html = shown(Table("board", "Board", HEADER, (Row((text_cell("a"), score)),)))
    assert 'aria-label="95 % interval 0.400\N{EN DASH}0.600"' in html
    html = shown(Table("board", "Board", HEADER, (Row((text_cell("a"), rate_cell(RATE))),)))
    assert 'aria-label="95 % interval 40.0\N{EN DASH}60.0 %"' in html


def test_an_empty_table_says_what_to_do(table):
    html = shown(Table("board", "Board", HEADER, (), empty="Run an agent first."))
    assert '<td colspan="2">Run an agent first.</td>' in html


def test_a_first_cell_heads_its_row(table):
    assert shown(table).count('scope="row"') == 2
