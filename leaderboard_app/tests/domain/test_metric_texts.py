from importlib import import_module
from pathlib import Path

import pytest

from leaderboard_app.domain.metric_texts import METRIC_TEXTS
from leaderboard_app.domain.payload import RowPayload

PAGE = (Path(__file__).parents[3] / "docs" / "metrics.md").read_text()
NOT_METRICS = {
    "agent",
    "corrected_audit",
    "cost_basis",
    "ranked",
    "run_ids",
    "s_lambda_reason",
    "unranked_reason",
}


@pytest.mark.parametrize("text", METRIC_TEXTS.values(), ids=METRIC_TEXTS)
def test_the_documentation_says_what_the_column_header_says(text):
    line = (
        f"| {text.header} | `{text.key}` | {text.explanation} | {text.unit} | {text.source} "
        f"| `{text.function}` |"
    )

    assert line in PAGE


@pytest.mark.parametrize("text", METRIC_TEXTS.values(), ids=METRIC_TEXTS)
def test_the_function_that_is_named_exists(text):
    parts = text.function.split(".")
    depth = parts.index("domain") + 2
    found = import_module(".".join(parts[:depth]))
    for name in parts[depth:]:
        found = getattr(found, name)

    assert found is not None


def test_every_figure_of_a_row_is_explained():
    assert set(RowPayload.__annotations__) - NOT_METRICS <= set(METRIC_TEXTS)
