"""The step chart of a ledger."""

import json
import math

from runs_app.domain.ledger import Ledger, price_steps
from runs_app.domain.ledger_figure import ledger_figure
from tasks_app.domain.prices import REFERENCE_PRICES

PATH = [("search", None), ("read", None), ("deep_research", None), ("answer", None)]


def test_the_running_total_starts_at_zero_and_follows_the_steps():
    figure = ledger_figure(price_steps(PATH, REFERENCE_PRICES, 370))
    # 30, + 16 = 46, + 260 = 306, + 0
    assert figure.data[0]["y"] == [0, 30, 46, 306, 306]
    assert len(figure.data) == 1
    assert "within a budget of 370" in figure.description


def test_the_step_that_went_over_is_marked_and_named():
    figure = ledger_figure(price_steps(PATH, REFERENCE_PRICES, 202))
    assert (figure.data[1]["x"], figure.data[1]["y"]) == ([3], [306])
    assert "from step 3 on" in figure.description


def test_a_ledger_without_a_budget_has_no_budget_line_and_stays_json():
    spec = ledger_figure(price_steps(PATH, REFERENCE_PRICES, math.inf)).spec
    assert spec["layout"]["shapes"] == []
    json.dumps(spec, allow_nan=False)


def test_an_empty_ledger_can_be_drawn():
    assert ledger_figure(Ledger(90, ())).data[0]["y"] == [0]
