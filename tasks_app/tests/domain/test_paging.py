"""Keyset paging against plain Python sorting as the oracle of the test."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.paging import Page, Window, page_of

Row = tuple[int, int]
OPERATORS = {"gt": lambda a, b: a > b, "lt": lambda a, b: a < b, "": lambda a, b: a == b}


def meets(row: Row, condition: Any) -> bool:
    values = dict(zip("ab", row, strict=True))
    lookups = [(key.partition("__"), value) for key, value in condition.items()]
    return all(OPERATORS[lookup](values[name], value) for (name, _, lookup), value in lookups)


def read(rows: set[Row], window: Window) -> Page[Row]:
    """What a database would do with a window."""
    conditions = list(window.conditions())
    found = [row for row in rows if not conditions or any(meets(row, c) for c in conditions)]
    for field in reversed(window.reading_order):
        index = "ab".index(field.removeprefix("-"))
        found.sort(key=lambda row, index=index: row[index], reverse=field.startswith("-"))
    return page_of(found[: window.limit + 1], window, position_in(window), lambda row: row)


def position_in(window: Window) -> Any:
    return lambda row: tuple(row["ab".index(field)] for field in window.fields)


def test_the_second_page_starts_after_the_first_one_ends():
    rows = {(1, 1), (1, 2), (2, 1)}
    first = read(rows, Window(("a", "-b"), limit=2))
    assert first == Page(((1, 2), (1, 1)), before=None, after=(1, 1))
    second = read(rows, Window(("a", "-b"), limit=2, position=first.after))
    assert second == Page(((2, 1),), before=(2, 1), after=None)


def test_a_row_added_at_the_top_moves_no_row_to_another_page():
    rows = {(1, 1), (2, 1), (3, 1)}
    first = read(rows, Window(("-a", "b"), limit=1))
    second = read(rows | {(9, 9)}, Window(("-a", "b"), limit=1, position=first.after))
    assert second.rows == ((2, 1),)


def test_a_page_whose_rows_are_gone_still_leads_back():
    window = Window(("a", "b"), limit=2, position=(5, 5))
    assert read({(1, 1)}, window) == Page((), before=(5, 5), after=None)


pairs = st.tuples(st.integers(0, 4), st.integers(0, 4))


@pytest.mark.parametrize("order", [("a", "b"), ("-a", "b"), ("-a", "-b"), ("b", "-a")])
@given(rows=st.sets(pairs, max_size=20), limit=st.integers(1, 7))
def test_pages_forward_give_every_row_once_and_backward_the_same_pages(order, rows, limit):
    forward, window = [], Window(order, limit)
    for _ in range(len(rows) + 1):
        forward.append(read(rows, window))
        if forward[-1].after is None:
            break
        window = Window(order, limit, forward[-1].after)
    everything = read(rows, Window(order, limit=len(rows) + 1)).rows
    assert [row for found in forward for row in found.rows] == list(everything)
    for earlier, later in pairwise(forward):
        back = read(rows, Window(order, limit, later.before, backwards=True))
        assert back.rows == earlier.rows
