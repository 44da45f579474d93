from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard_app.domain import econ
from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.scored import MissingCause
from leaderboard_app.tests.factories import START, frame, outcome, run, wrong
from tasks_app.domain.families import Family

CHEAP, ESCALATION = "cheap_qa-1", "escalation_qa-1"  # main labels: tight, medium


def counting(runs, outcomes, label="main", task_id=CHEAP):
    """The episode that counts of the only agent at a task."""
    (row,) = compose(frame(), runs, outcomes).rows(label)
    return next(episode for episode in row.episodes if episode.task_id == task_id)


def test_the_newer_run_counts_though_it_is_worse():
    episode = counting([run(1), run(2)], [outcome(1, CHEAP), wrong(2, CHEAP)])

    assert not episode.is_strict
    assert episode.run_id == str(UUID(int=2))


def test_the_newer_run_counts_where_scores_are_equal():
    assert counting([run(1), run(2)], [outcome(2, CHEAP), outcome(1, CHEAP)]).run_id == str(
        UUID(int=2)
    )


def test_the_latest_attempt_of_a_run_counts_never_the_best():
    attempts = [outcome(1, CHEAP, attempt=1), wrong(1, CHEAP, attempt=2)]

    assert not counting([run(1)], attempts).is_strict


def test_an_infrastructure_error_replaces_nothing():
    broken = outcome(2, CHEAP, status="infrastructure_error", correct=None)

    assert counting([run(1), run(2)], [broken, outcome(1, CHEAP)]).is_strict


def test_an_infrastructure_error_alone_is_missing():
    broken = outcome(1, CHEAP, status="infrastructure_error", correct=None)

    assert counting([run(1)], [broken]).missing is MissingCause.INFRASTRUCTURE


def test_a_newer_timeout_counts_as_the_failure_that_it_is():
    timeout = outcome(2, CHEAP, status="agent_timeout", correct=False)
    episode = counting([run(1), run(2)], [outcome(1, CHEAP), timeout])

    assert episode.missing is None
    assert not episode.is_strict


def test_a_newer_unjudged_answer_is_missing_and_no_older_one_stands_in():
    """Falling back to the older one would choose an attempt by its outcome."""
    episode = counting([run(1), run(2)], [outcome(1, CHEAP), outcome(2, CHEAP, correct=None)])

    assert episode.missing is MissingCause.UNJUDGED


def test_a_partial_rerun_replaces_its_tasks_and_leaves_the_others():
    first = [outcome(1, CHEAP), outcome(1, "cheap_qa-2"), outcome(1, ESCALATION)]
    (row,) = compose(frame(), [run(1), run(2)], [*first, wrong(2, CHEAP)]).rows("main")

    assert {e.task_id for e in row.episodes if e.is_strict} == {"cheap_qa-2", ESCALATION}
    assert {e.run_id for e in row.episodes if e.run_id} == {str(UUID(int=1)), str(UUID(int=2))}


def test_the_main_board_takes_each_family_at_its_own_main_label():
    runs = [run(1, budget_label="tight"), run(2, budget_label="medium")]
    outcomes = [outcome(n, task) for n in (1, 2) for task in (CHEAP, ESCALATION)]

    assert counting(runs, outcomes, task_id=CHEAP).run_id == str(UUID(int=1))
    assert counting(runs, outcomes, task_id=ESCALATION).run_id == str(UUID(int=2))


def test_a_run_labelled_main_and_one_with_the_main_label_compete_by_age():
    runs = [run(1, budget_label="tight"), run(2, budget_label="main")]
    outcomes = [outcome(1, CHEAP), wrong(2, CHEAP)]

    assert counting(runs, outcomes).run_id == str(UUID(int=2))
    assert counting(runs, outcomes, label="tight").run_id == str(UUID(int=2))


def test_an_attempt_at_a_label_that_is_no_main_one_is_not_on_the_main_board():
    composition = compose(frame(), [run(1, budget_label="loose")], [outcome(1, CHEAP)])

    assert composition.rows("main") == ()
    assert len(composition.rows("loose")) == 1


def test_a_run_at_main_alone_is_on_no_board_of_a_single_label():
    composition = compose(frame(), [run(1)], [outcome(1, CHEAP)])

    assert composition.has_board(1, "main")
    assert not composition.has_board(1, "tight")


def test_tasks_without_an_attempt_are_absent_and_in_the_row():
    (row,) = compose(frame(), [run(1)], [outcome(1, CHEAP)]).rows("main")

    assert len(row.episodes) == 4
    assert econ.missing_by_cause(row.episodes)[MissingCause.ABSENT] == 3


def test_two_agents_do_not_share_attempts():
    runs = [run(1, agent_id=1), run(2, agent_id=2)]
    first, second = compose(frame(), runs, [outcome(1, CHEAP), wrong(2, CHEAP)]).rows("main")

    assert econ.micro(first.episodes).numerator == 1
    assert econ.micro(second.episodes).numerator == 0


@pytest.mark.parametrize(("archive", "owner"), [(None, None), (UUID(int=7), "ann")])
def test_an_agent_that_runs_here_is_the_sites_own_whoever_started_it(archive, owner):
    composition = compose(frame(), [run(1, owner="ann", archive_id=archive)], [outcome(1, CHEAP)])

    assert composition.agents[1].owner == owner


@given(st.permutations(range(6)), st.permutations(range(3)))
def test_the_order_of_runs_and_outcomes_does_not_matter(order, run_order):
    runs = [run(n, created_at=START + timedelta(hours=n)) for n in (1, 2, 3)]
    outcomes = [
        make(n, CHEAP, attempt=a) for n in (1, 2, 3) for a, make in ((1, wrong), (2, outcome))
    ]
    shuffled = compose(frame(), [runs[i] for i in run_order], [outcomes[i] for i in order])

    assert shuffled.rows("main") == compose(frame(), runs, outcomes).rows("main")


def test_the_frame_orders_families_and_tasks_whatever_it_is_given():
    found = frame({Family.CHEAP: 2, Family.FROZEN: 1})

    assert found.families == (Family.FROZEN, Family.CHEAP)
    assert found.tasks[Family.CHEAP] == ("cheap_qa-1", "cheap_qa-2")
    assert found.task_count == 3
