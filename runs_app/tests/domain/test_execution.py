from dataclasses import replace

import pytest

from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.execution import run_episode
from runs_app.domain.roster import READERS, EvidenceReader
from runs_app.tests.factories import task_that
from tasks_app.domain.families import Decision
from tasks_app.tests.factories import mini_bundle


def episode_of(policy):
    agent = EvidenceReader(READERS[0].spec, policy)
    return run_episode(task_that(Decision.CHEAP), mini_bundle().spec, agent, "main")


def test_a_policy_that_raises_leaves_an_error_with_its_reason_and_its_steps():
    def breaks_down(environment):
        environment.act("search", {"query": environment.view.question})
        raise RuntimeError("out of patience")

    record = episode_of(breaks_down)
    assert record.status is EpisodeStatus.AGENT_ERROR
    assert record.extra["reason"] == "RuntimeError: out of patience"
    assert [step.action for step in record.steps] == ["search"]


def test_what_no_database_keeps_is_not_in_a_record():
    def talks_in_bytes(environment):
        environment.act("search", {"query": "light\x00house \ud800"})
        raise RuntimeError("\x00\udfff")

    record = episode_of(talks_in_bytes)
    assert record.steps[0].arguments == {"query": "lighthouse ?"}
    assert record.extra["reason"] == "RuntimeError: ?"


def test_calls_that_could_not_run_are_counted():
    record = episode_of(lambda environment: environment.act("teleport"))
    assert record.extra == {"misuses": 1}
    assert (record.answer, record.abstained, record.steps) == (None, False, ())


def test_what_a_record_reports_is_what_its_steps_cost():
    agent = READERS[1]
    for task in mini_bundle().tasks:
        record = run_episode(task, mini_bundle().spec, agent, "loose")
        prices = mini_bundle().spec.prices
        assert record.reported_units == prices.total((s.action, s.tier) for s in record.steps)


def test_an_unknown_budget_label_is_an_error():
    task = replace(task_that(Decision.CHEAP))
    with pytest.raises(KeyError):
        run_episode(task, mini_bundle().spec, READERS[0], "enormous")
