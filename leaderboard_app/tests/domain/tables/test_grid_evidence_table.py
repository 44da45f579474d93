import pytest

from leaderboard_app.domain.meter.grid_evidence import promised_episodes
from leaderboard_app.domain.tables.grid_evidence_table import OUTCOMES, grid_evidence_table
from leaderboard_app.tests.domain.meter.grid_payloads import golden_calibration
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes

KEYS = ("task", "stratum", "repeat", "reward", "passed", "cost", "budgets", "expensive")
MADE = [
    cell("m x c", "t1"),
    cell("m x c", "t2", 0.5),
    cell("m x c", "t3", 0.0),
    cell("m x c", "t4", None),
    cell("m x c", "t5", cost=None),
]


def shown(found):
    table = grid_evidence_table(found, lambda one: f"/{one.task_id}" if one.run_id else "")
    return [dict(zip(KEYS, row.cells, strict=False)) for row in table.rows]


@pytest.mark.parametrize(
    ("outcome", "tasks"),
    [
        ("counted", ["t1", "t2", "t3", "t5"]),
        ("passed", ["t1", "t5"]),
        ("partial", ["t2"]),
        ("failed", ["t3"]),
        ("expensive", []),
        ("unpriced", ["t5"]),
        ("missing", ["t4"]),
    ],
)
def test_an_outcome_is_what_the_episodes_have_in_common(outcome, tasks):
    found = promised_episodes(episodes(MADE), "m x c", None)
    assert [one.task_id for one in found if OUTCOMES[outcome][1](one)] == tasks


def test_every_unknown_says_why():
    rows = shown(promised_episodes(episodes(MADE), "m x c", None))

    assert rows[3]["reward"].reason == "Missing: without a verdict."
    assert "cost of this episode is unknown" in rows[4]["cost"].reason
    assert rows[0]["budgets"].reason == "The bundle is not calibrated yet."
    assert rows[0]["stratum"].reason == "The bundle is not calibrated yet."


def test_a_calibrated_episode_has_its_stratum_budgets_and_whether_it_was_dear():
    found = promised_episodes(vector_episodes(), "model-b x cli-y", golden_calibration())
    rows = shown(found)
    (dear,) = [row for row in rows if row["expensive"].text == "yes"]

    assert (dear["stratum"].text, dear["budgets"].value, dear["reward"].value) == ("hard", 0, 0)
    assert all(row["task"].href == f"/{row['task'].text}" for row in rows)
