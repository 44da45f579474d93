import pytest

from leaderboard_app.domain import econ
from leaderboard_app.domain.failures import stage_counts
from leaderboard_app.domain.measures import share
from leaderboard_app.domain.tables.evidence_table import OUTCOMES, evidence_table
from leaderboard_app.tests.factories import absent, failure, lost, success, unjudged
from tasks_app.domain import numbers

EPISODES = (
    success(),
    success(used_composite=True, within_budget=False, failure_stage="budget"),
    failure(steps=0, units=0.0),
    failure(failure_stage="selection", grounded=False, abstained=True),
    lost(failure_stage="execution"),
    unjudged(),
    absent(),
)


def passing(outcome):
    return [episode for episode in EPISODES if OUTCOMES[outcome][1](episode)]


@pytest.mark.parametrize(
    ("outcome", "numerator"),
    [
        ("scored", econ.coverage(EPISODES).numerator),
        ("strict", econ.micro(EPISODES).numerator),
        ("lenient", econ.lenient(EPISODES).numerator),
        ("feasible", econ.feasibility(EPISODES).numerator),
        ("over", share(EPISODES, "over_budget").numerator),
        ("abstained", econ.abstention_rate(EPISODES).numerator),
        ("research", econ.composite_rate(EPISODES).numerator),
        ("no-step", econ.no_step_rate(EPISODES).numerator),
        *((stage, stage_counts(EPISODES)[stage]) for stage in ("selection", "execution", "budget")),
        ("missing", stage_counts(EPISODES)["missing"]),
    ],
)
def test_an_outcome_selects_as_many_episodes_as_its_metric_counts(outcome, numerator):
    assert len(passing(outcome)) == numerator > 0


def test_each_scored_episode_is_strict_or_failed_at_one_stage():
    parts = [passing(name) for name in ("strict", "selection", "execution", "budget", "missing")]
    assert sum(map(len, parts)) == len(EPISODES)


def test_a_scored_episode_shows_its_facts_and_links_to_its_page():
    table = evidence_table((EPISODES[1],), lambda episode: f"/{episode.task_id}")
    texts = [cell.text for cell in table.rows[0].cells]
    assert texts == ["t1", "Cheap", "46", "90", "no", "yes", "yes", "no", "budget"]
    assert table.rows[0].cells[0].href == "/t1"


def test_of_a_missing_episode_nothing_is_claimed():
    for episode in (lost(), unjudged(), absent()):
        cells = evidence_table((episode,), lambda _: "").rows[0].cells
        assert [cell.value for cell in cells[4:8]] == [None] * 4
        assert all(cell.reason for cell in cells[4:8])
        assert cells[8].text == f"missing: {episode.missing}"


def test_a_cost_of_0_is_0_and_an_unknown_one_is_not():
    free, unknown = failure(units=0.0), failure(units=None)
    costs = [
        evidence_table((episode,), lambda _: "").rows[0].cells[2] for episode in (free, unknown)
    ]
    assert [cost.text for cost in costs] == ["0", numbers.UNKNOWN]
    assert costs[1].reason == "The cost of this attempt is unknown."
