"""Numbers in running text."""

from audit_app.domain.quantity import Proportion, Quantity, undefined
from audit_app.templatetags.audits import coefficient, ends, percent


def test_a_share_is_a_percentage_and_unknown_is_a_dash():
    assert [percent(0.9167), percent(None)] == ["91.7\N{NO-BREAK SPACE}%", "\N{EN DASH}"]


def test_ends_are_written_or_their_reason_is():
    assert ends(Proportion(1, 2, 0.1, 0.9)) == "10.0\N{EN DASH}90.0"
    assert ends(Proportion(0, 0, reason="undefined: no item")) == "undefined: no item"


def test_a_coefficient_has_its_interval_where_there_is_one():
    assert coefficient(Quantity(0.8333, 96, 0.0556, 0.7243, 0.9424)) == "0.833 (0.724 to 0.942)"
    cut = Quantity(0.95, 9, 0.1, 0.754, 1.0, "interval cut at 1")
    assert coefficient(cut) == "0.950 (0.754 to 1.000, interval cut at 1)"
    assert coefficient(Quantity(1.0, 5)) == "1.000"
    assert coefficient(undefined("undefined: one class")) == "undefined: one class"
