import plotly.graph_objects as go

from leaderboard_app.domain.cost_figures import cost_figures
from leaderboard_app.domain.meter.cost_distributions import cost_distributions
from leaderboard_app.domain.meter.frozen import CalibrationDraft
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.tests.domain.meter.grid_payloads import golden_calibration
from leaderboard_app.tests.domain.meter.grids import vector_episodes
from leaderboard_app.tests.domain.test_figures import without_variables

CALIBRATION = golden_calibration()
DRAFT = CalibrationDraft(
    calibration=CALIBRATION,
    pricing={"rule": "reported", "book": None, "book_digest": None},
    reference=(),
    costs=cost_distributions(vector_episodes(), CALIBRATION.stratum_of),
)


def test_each_stratum_has_a_figure_that_plotly_accepts():
    figures = cost_figures(DRAFT)

    assert [figure.key for figure in figures] == [f"costs-{name}" for name in Stratum]
    for figure in figures:
        assert go.Figure(without_variables(figure.spec)) is not None


def test_budgets_and_threshold_are_lines_and_the_named_ones_never_share_a_line_of_text():
    for figure, cut in zip(cost_figures(DRAFT), CALIBRATION.strata.values(), strict=True):
        lines = [shape["x0"] for shape in figure.layout["shapes"]]
        assert lines == [*cut.budgets, cut.threshold]
        heights = [name["yshift"] for name in figure.layout["annotations"]]
        assert len(set(heights)) == len(heights) == 2
