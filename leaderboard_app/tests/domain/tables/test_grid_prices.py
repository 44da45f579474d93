from leaderboard_app.domain.tables.grid_prices import priced_twice_table
from leaderboard_app.tests.domain.meter.test_price_comparison import compared
from leaderboard_app.tests.meter_factories import attempt, price_book
from tasks_app.domain.numbers import MINUS, rate_text

NAMES = ("as reported", "by book 1")


def table_of(book, *outcomes):
    return priced_twice_table(list(compared(book, *outcomes).values()), NAMES)


def cells(row):
    keys = (
        *("configuration", "old", "new", "change", "unknown"),
        *("old_per_pass", "new_per_pass", "old_ams", "new_ams"),
    )
    return dict(zip(keys, row.cells, strict=True))


def test_a_change_is_told_in_usd_and_as_a_share():
    (row,) = [
        r for r in table_of(price_book(model_a=10, model_b=5)).rows if "a x" in r.cells[0].text
    ]
    found = cells(row)

    assert (found["old"].text, found["new"].text) == ("$0.0300", "$0.0360")
    assert (found["change"].text, found["change"].note) == ("+$0.00600", f"+{rate_text(0.2)}")
    assert (found["old_ams"].note, found["new_ams"].note) == ("place 1", "place 2")
    assert (found["old_ams"].text, found["new_ams"].text) == ("1.000", "0.600")


def test_the_largest_rise_is_first_and_a_fall_has_its_sign():
    first, last = table_of(price_book(model_a=10, model_b=5)).rows

    assert first.cells[0].text == "model-a x cli-x"
    assert cells(last)["change"].text == f"{MINUS}$0.0120"


def test_what_has_no_price_says_so_last():
    table = table_of(price_book(model_a=10))
    found = cells(table.rows[-1])

    assert found["change"].reason == "price book 1 has no price of model-b"
    assert "price book 1 has no price of model-b" in found["new_ams"].reason
    assert found["unknown"].value == 3


def test_what_costs_the_same_is_counted_and_left_out():
    made = [attempt(1, task, cost_usd=0.012) for task in ("t1", "t2", "t3")]
    made += [attempt(2, task) for task in ("t1", "t2", "t3")]
    table = table_of(price_book(model_a=10, model_b=10), *made)

    assert [row.cells[0].text for row in table.rows] == ["model-b x cli-x"]
    assert table.note == "Left out: 1 of the configurations, whose episodes cost the same by both."
