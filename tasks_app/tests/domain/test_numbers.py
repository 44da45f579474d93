"""What numbers look like."""

import pytest

from tasks_app.domain import numbers


def plain(text):
    """Typographic spaces and dashes as plain ones, to keep the tests readable."""
    return text.translate({0xA0: " ", 0x202F: " ", 0x2013: "-", 0x2212: "-"})


@pytest.mark.parametrize(
    ("share", "text"), [(119 / 222, "53.6 %"), (0, "0.0 %"), (1, "100.0 %"), (0.0004, "0.0 %")]
)
def test_a_rate_is_a_percentage_with_one_decimal(share, text):
    assert plain(numbers.rate_text(share)) == text


def test_a_count_stands_over_its_whole():
    assert plain(numbers.fraction_text(119, 222)) == "119 / 222"
    assert plain(numbers.fraction_text(1200, 30400)) == "1 200 / 30 400"


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (34.18, "34.2 u"),
        (322, "322 u"),
        (322.0, "322 u"),
        (0, "0 u"),
        (12345.67, "12 345.7 u"),
        (-242, "-242 u"),
    ],
)
def test_units_have_at_most_one_decimal(units, text):
    assert plain(numbers.units_text(units)) == text


@pytest.mark.parametrize(
    ("dollars", "text"),
    [
        (0.012345, "$0.0123"),
        (0, "$0"),
        (1.5, "$1.50"),
        (9.996, "$10.0"),
        (12.345, "$12.3"),
        (1234.5, "$1 230"),
        (0.00001234, "$0.0000123"),
        (-2.5, "-$2.50"),
    ],
)
def test_dollars_have_three_significant_digits(dollars, text):
    assert plain(numbers.dollars_text(dollars)) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (8.4, "8 s"), (200, "3 min 20 s"), (3600, "1 h"), (7500, "2 h 5 min")],
)
def test_a_length_of_time_has_two_parts_at_most(seconds, text):
    assert plain(numbers.seconds_text(seconds)) == text


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (25_000_000, "25.0 MB")]
)
def test_sizes_are_in_powers_of_a_thousand(size, text):
    assert plain(numbers.bytes_text(size)) == text


def test_an_interval_is_in_percent():
    assert plain(numbers.interval_text(0.47, 0.601)) == "47.0-60.1"
