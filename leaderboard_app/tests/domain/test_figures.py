from itertools import pairwise

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard_app.domain.figures import LABEL_GAP, spread, sweep_figure
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.sweep import Sweep, labelled_rows, sweeps
from leaderboard_app.tests.factories import estimated, frame, simple_row
from runs_app.domain.episode import Track


def family_of(rows, track=Track.TOOL_API):
    by_label = {label: estimated(rows) for label in ("tight", "medium", "loose")}
    sweep = Sweep(frame(), track, labelled_rows(by_label), resampling(frame().sizes, 1, 100))
    return next(f for f in sweeps(sweep)["families"] if f["family"] == "escalation_qa")


def figure_of(rows, measure="strict", basis="ledger_units", track=Track.TOOL_API):
    return sweep_figure(family_of(rows, track), basis, measure)


def lines(figure):
    return [trace for trace in figure.data if trace["mode"] == "lines+markers"]


def without_variables(value):
    """The same with a colour in place of each CSS variable, as the page resolves them."""
    if isinstance(value, str) and value.startswith("var("):
        return "rgba(0, 0, 0, 0.5)"
    if isinstance(value, dict):
        return {key: without_variables(part) for key, part in value.items()}
    return [without_variables(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("measure", ["strict", "composite"])
@pytest.mark.parametrize("count", [0, 2, 9])
def test_plotly_accepts_the_figure(measure, count):
    figure = figure_of([simple_row("+-", "++", f"agent {n}", n) for n in range(count)], measure)

    assert go.Figure(without_variables(figure.spec)) is not None


def test_x_is_the_budget_in_units_and_y_the_share():
    (line,) = lines(figure_of([simple_row("+-", "++")]))

    assert line["x"] == [202, 370, 644]
    assert line["y"] == [0.5, 0.5, 0.5]


def test_a_line_marks_the_cost_of_the_path():
    layout = figure_of([simple_row("+-", "++")]).layout

    assert layout["shapes"][0]["x0"] == 322
    assert "322" in layout["annotations"][0]["text"]


def test_few_agents_are_labelled_at_the_line_and_many_in_a_legend():
    few = figure_of([simple_row("+-", "++", f"agent {n}", n) for n in range(6)]).layout
    many = figure_of([simple_row("+-", "++", f"agent {n}", n) for n in range(7)]).layout

    assert (few["showlegend"], len(few["annotations"])) == (False, 7)
    assert (many["showlegend"], len(many["annotations"])) == (True, 1)


def test_agents_differ_by_more_than_their_colour():
    figure = figure_of([simple_row("+-", "++", f"agent {n}", n) for n in range(6)])

    assert len({line["line"]["dash"] for line in lines(figure)}) == 6
    assert len({line["marker"]["symbol"] for line in lines(figure)}) == 6


def test_an_incomplete_row_is_drawn_without_a_band():
    figure = figure_of([simple_row("+.", "++")])

    assert len(figure.data) == 1


def test_costs_of_another_basis_are_not_drawn_on_the_same_axis():
    control = simple_row("++", "++", "control", 2)
    coder = simple_row("++", "++", "coder", 1, track=Track.WORKSPACE)
    figure = figure_of([coder, control], basis="execution_proxy", track=Track.WORKSPACE)

    assert [line["name"] for line in lines(figure)] == ["coder"]
    assert figure.layout["xaxis"]["title"]["text"] == "Budget in execution proxy"


def test_a_strangers_name_is_escaped_and_cut():
    name = "<a href='x'>" + "n" * 400
    figure = figure_of([simple_row("++", "++", name)])

    assert "<a" not in str(figure.spec)
    assert len(lines(figure)[0]["name"]) < 60


@given(st.lists(st.floats(0, 1), max_size=6))
def test_labels_are_apart_within_the_axis_and_in_order(heights):
    moved = spread(heights)
    in_order = sorted(moved)

    assert all(-1e-9 <= height <= 1 for height in moved)
    assert all(b - a >= LABEL_GAP - 1e-9 for a, b in pairwise(in_order))
    assert sorted(range(len(moved)), key=lambda i: moved[i]) == sorted(
        range(len(moved)), key=lambda i: heights[i]
    )
