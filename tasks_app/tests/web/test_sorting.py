"""The sorting state in the URL."""

from django.http import QueryDict

from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table
from tasks_app.web.sorting import arranged, next_order, sort_link

TABLE = Table(
    "board",
    "Board",
    (HeaderCell("agent", "Agent"), HeaderCell("econ", "Econ", numeric=True)),
    tuple(Row((Cell(name, name), Cell("", value))) for name, value in (("a", 1), ("b", 2))),
    order=Order("agent"),
)


def names(table):
    return [row.cells[0].text for row in table.rows]


def test_the_url_orders_the_table():
    table, note = arranged(TABLE, QueryDict("board.sort=-econ"))
    assert (names(table), table.order, note) == (["b", "a"], Order("econ", descending=True), "")


def test_an_unknown_key_gives_the_usual_order_and_a_note():
    table, note = arranged(TABLE, QueryDict("board.sort=-nonsense"))
    assert table is TABLE
    assert "nonsense" in note


def test_another_tables_parameter_does_not_touch_this_one():
    assert arranged(TABLE, QueryDict("other.sort=-econ")) == (TABLE, "")


def test_one_page_of_a_list_is_left_as_the_database_ordered_it():
    page = Table("board", "", TABLE.header, TABLE.rows, order=Order("agent"), is_page=True)
    assert arranged(page, QueryDict("board.sort=-econ"))[0].rows == TABLE.rows


def test_a_link_keeps_other_parameters_and_drops_the_old_page():
    link = sort_link(
        QueryDict("track=scripted&other.sort=x&board.sort=agent&board.at=token"),
        "board",
        Order("econ", descending=True),
    )
    assert link == "?track=scripted&other.sort=x&board.sort=-econ"


def test_numbers_start_with_the_largest_text_with_a_and_a_second_click_turns_round():
    text, number = TABLE.header
    assert next_order(number, None) == Order("econ", descending=True)
    assert next_order(text, None) == Order("agent", descending=False)
    assert next_order(number, Order("econ", descending=True)) == Order("econ", descending=False)
