from pathlib import Path
from pkgutil import resolve_name

import pytest

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    ConfigurationRowPayload,
    Criterion,
    StratumScorePayload,
)

PAGE = (Path(__file__).parents[4] / "docs" / "metrics.md").read_text()
NOT_METRICS = {"agent", "cli", "key", "model", "ranked", "run_ids", "unranked_reason"}
METRICS_BESIDE = {"curves", "expensive_failures", "leaders", "ranks"}


@pytest.mark.parametrize("text", METER_TEXTS.values(), ids=METER_TEXTS)
def test_the_documentation_says_what_the_column_header_says(text):
    line = (
        f"| {text.header} | `{text.key}` | {text.explanation} | {text.unit} | {text.source} "
        f"| `{text.function}` |"
    )

    assert line in PAGE


@pytest.mark.parametrize("text", METER_TEXTS.values(), ids=METER_TEXTS)
def test_the_function_that_is_named_exists(text):
    assert callable(resolve_name(text.function))


def test_every_figure_of_a_grid_is_explained():
    figures = set(ConfigurationRowPayload.__annotations__) - NOT_METRICS

    assert set(AgentMeterPayload.__annotations__) > METRICS_BESIDE
    assert figures | set(StratumScorePayload.__annotations__) | METRICS_BESIDE <= set(METER_TEXTS)
    assert set(Criterion.__args__) <= set(METER_TEXTS)
