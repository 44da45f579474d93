import plotly.graph_objects as go
import pytest

from leaderboard_app.domain.grid_figures import MOST_NAMED, curve_figure, places_figure
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.tests.domain.meter.grid_payloads import (
    golden_payload,
    payload_of,
    small_payload,
    three_by_three,
    uncalibrated_payload,
)
from leaderboard_app.tests.domain.meter.grids import cell, episodes
from leaderboard_app.tests.domain.test_figures import without_variables

GRID = golden_payload()
HOSTILE = "<a href='x'>" + "n" * 400


def named(figure):
    return [trace["name"] for trace in figure.data if trace["showlegend"]]


@pytest.mark.parametrize("board", [GRID, small_payload(), uncalibrated_payload()])
def test_plotly_accepts_the_figures(board):
    figures = [places_figure(board), *(curve_figure(board, stratum) for stratum in Stratum)]
    for figure in filter(None, figures):
        assert go.Figure(without_variables(figure.spec)) is not None


def test_a_line_has_the_place_by_each_criterion():
    figure = places_figure(GRID)

    assert len(figure.data) == 6
    for trace in figure.data:
        assert trace["y"] == [
            GRID["ranks"][criterion][trace["name"]] for criterion in GRID["ranks"]
        ]
    assert figure.layout["yaxis"]["range"] == [6.5, 0.5]


def test_the_leaders_are_named_and_lie_over_the_others():
    figure = places_figure(GRID)
    leaders = {key for one in GRID["leaders"] for key in one["keys"]}

    assert set(named(figure)) == leaders
    assert [trace["showlegend"] for trace in figure.data] == sorted(
        trace["showlegend"] for trace in figure.data
    )


def test_a_place_that_is_unknown_is_a_gap():
    figure = places_figure(small_payload(three_by_three(cost=None)))
    (line,) = [trace for trace in figure.data if trace["name"] == "model-b x cli-x"]
    assert line["y"] == [None, 1, None, 3]


def test_before_a_calibration_ams_is_no_axis():
    figure = places_figure(uncalibrated_payload())
    assert figure.data[0]["x"] == ["Passes", "USD<br>per pass", "Tokens<br>per pass"]


def test_a_single_configuration_has_no_places_to_compare():
    assert places_figure(payload_of(episodes([cell("m x c", "t1")]))) is None


def test_a_curve_is_the_mean_reward_within_each_budget():
    figure = curve_figure(GRID, Stratum.EASY)
    curve = GRID["curves"]["easy"]
    for trace in figure.data:
        assert trace["x"] == curve["budgets"]
        assert trace["y"] == curve["by_key"][trace["name"]]


def test_where_nobody_has_a_curve_there_is_no_figure():
    assert curve_figure(uncalibrated_payload(), Stratum.EASY) is None


def test_of_many_the_best_are_named_and_all_are_drawn():
    board = payload_of(episodes([cell(f"m{n} x c", "t1", cost=n + 1.0) for n in range(9)]))
    assert len(places_figure(board).data) == 9
    assert len(named(places_figure(board))) == MOST_NAMED


def test_a_configuration_has_one_colour_on_the_whole_page():
    figures = [places_figure(GRID), *(curve_figure(GRID, stratum) for stratum in Stratum)]
    colours = {
        (trace["name"], trace["line"]["color"])
        for figure in figures
        for trace in figure.data
        if trace["showlegend"]
    }
    assert len(colours) == len({name for name, _ in colours}) == 6


def test_a_configuration_without_a_curve_gives_its_colour_to_nobody():
    board = small_payload(three_by_three(cost=None))
    by_name = {t["name"]: t["line"]["color"] for t in places_figure(board).data if t["showlegend"]}
    for trace in curve_figure(board, Stratum.EASY).data:
        assert trace["line"]["color"] == by_name[trace["name"]]


def test_named_lines_differ_by_more_than_their_colour():
    traces = [trace for trace in curve_figure(GRID, Stratum.HARD).data if trace["showlegend"]]
    assert len({trace["line"]["dash"] for trace in traces}) == len(traces) == 6
    assert len({trace["marker"]["symbol"] for trace in traces}) == 6


def test_a_strangers_name_is_escaped_and_cut():
    made = [cell(f"{HOSTILE} x c", "t1"), cell("m x c", "t1")]
    figure = places_figure(payload_of(episodes(made)))

    assert "<a" not in str(figure.data)
    assert max(len(trace["name"]) for trace in figure.data) < 80
