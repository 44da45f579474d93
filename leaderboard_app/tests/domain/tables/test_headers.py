import pytest

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.metric_texts import METRIC_TEXTS
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.tables.headers import (
    agent_cell,
    control_css,
    meter_header,
    metric_header,
)
from leaderboard_app.tests.factories import board_agent


@pytest.mark.parametrize("key", METRIC_TEXTS)
def test_a_column_explains_itself_by_the_text_of_its_metric(key):
    header = metric_header(key)
    assert (header.key, header.text) == (key, METRIC_TEXTS[key].header)
    assert header.explanation == METRIC_TEXTS[key].explanation
    assert header.numeric


@pytest.mark.parametrize("key", METER_TEXTS)
def test_so_does_a_column_of_a_grid_of_configurations(key):
    header = meter_header(key, "Title")
    assert (header.key, header.text) == (key, "Title")
    assert (meter_header(key).text, header.explanation) == (
        METER_TEXTS[key].header,
        METER_TEXTS[key].explanation,
    )


def test_an_agent_is_shown_with_what_it_is_made_of_and_whose_it_is():
    agent = agent_payload(board_agent("Reader", model="m", scaffold="s", owner="sam"))
    assert agent_cell(agent, "/there").note == "m · s · by sam"
    assert agent_cell(agent_payload(board_agent("Reader")), "/there").note == ""


def test_a_control_says_that_it_is_one():
    cell = agent_cell(agent_payload(board_agent("Control")), "", control=True)
    assert cell.note == "oracle control, not ranked"
    assert (control_css(True), control_css(False)) == ("is-control", "")
