"""What is drawn of Core and smaller cores, against the numbers of the board."""

import pytest

from leaderboard_app.domain.core_figures import agreement_figure
from leaderboard_app.tests.domain.meter.test_core_board import board


@pytest.mark.parametrize("measure", ["spearman", "kendall"])
def test_the_band_holds_the_mean_and_the_line_is_what_effort_selects(measure):
    found = board()
    low, high, mean, selected, core = agreement_figure(found, measure).data

    assert selected["x"] == [3, 6, 9, 12, 15, 18, 21, 24, 27]
    assert selected["y"] == [size[measure]["value"] for size in found["sizes"]]
    assert all(a <= b <= c for a, b, c in zip(low["y"], mean["y"], high["y"], strict=True))
    assert (core["x"], core["y"]) == ([12], [found["core"][measure]["value"]])


def test_the_axis_reaches_down_to_whatever_is_drawn():
    found = board()
    lowest = agreement_figure(found, "spearman").layout["yaxis"]["range"][0]
    drawn = [size["random"]["spearman"]["mean"]["low"] for size in found["sizes"]]
    assert min(drawn) < 0
    assert lowest < min(drawn)


def test_without_a_core_there_is_no_star():
    names = [trace.get("name") for trace in agreement_figure(board(core=None), "spearman").data]
    assert "Core" not in names


def test_words_say_what_is_to_be_seen():
    found = board()
    first = found["sizes"][0]["random"]["spearman"]["mean"]["value"]
    text = agreement_figure(found, "spearman").description
    assert f"is {first:.2f} in the mean at 3 tasks" in text


def test_sizes_at_which_nothing_is_defined_are_left_out():
    found = board()
    for size in found["sizes"]:
        size["random"]["kendall"]["mean"] = {"value": None, "low": None, "high": None, "n": 0}
    figure = agreement_figure(found, "kendall")
    assert figure.data[3]["x"] == []
    assert figure.description == "Kendall is undefined at every size."
