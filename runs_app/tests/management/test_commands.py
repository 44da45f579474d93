import time
from io import StringIO
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from runs_app import actions, jobs
from runs_app.models import Run
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db
REF = mini_bundle().spec.ref


def output_of(*command, **options):
    out = StringIO()
    call_command(*command, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def enqueued(monkeypatch):
    monkeypatch.setattr(jobs.execute_run, "delay", delay := Mock())
    return delay


def test_agents_are_run_at_each_budget_and_shown_to_the_end(inline):
    import_mini_bundle()
    said = output_of(
        "run_agents", bundle=REF, agents="CheapFirst,LexicalEager", budgets="tight,loose", wait=True
    )
    assert f"4 runs over {REF} are queued." in said
    assert "48/48 episodes executed, 4/4 runs over" in said
    assert set(Run.objects.values_list("agent__name", "budget_label", "status")) == {
        (agent, label, "scored")
        for agent in ("CheapFirst", "LexicalEager")
        for label in ("tight", "loose")
    }


def test_by_default_every_agent_runs_at_the_three_labels(enqueued):
    import_mini_bundle()
    output_of("run_agents")
    assert Run.objects.count() == enqueued.call_count == 6 * 3


def test_only_what_is_missing_is_run(enqueued):
    executed_run("CheapFirst", "tight")
    Run.objects.filter(pk=executed_run("RetryLoop", "tight").pk).update(status="failed")
    output_of("run_agents", budgets="tight", agents="CheapFirst,RetryLoop", missing=True)
    assert list(Run.objects.filter(status="queued").values_list("agent__name")) == [("RetryLoop",)]


def test_waiting_for_what_is_missing_waits_for_what_is_on_its_way_too(inline, monkeypatch):
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "tight")  # by a start cut short
    monkeypatch.setattr(time, "sleep", lambda _: jobs.execute_run(run_id=str(run.pk)))
    said = output_of("run_agents", budgets="tight", agents="CheapFirst", missing=True, wait=True)
    assert said.splitlines() == [
        f"0 runs over {REF} are queued.",
        "0/12 episodes executed, 0/1 runs over",
        "12/12 episodes executed, 1/1 runs over",
    ]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"bundle": "nothing@1"}, "There is no bundle nothing@1"),
        ({"agents": "Nobody"}, "no such agent"),
        ({"agents": "CheapFirst", "budgets": "tight,enormous"}, "no such budget label"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_queued(enqueued, options, complaint):
    import_mini_bundle()
    with pytest.raises(CommandError, match=complaint):
        output_of("run_agents", **options)
    assert not Run.objects.exists()


def test_a_run_that_fails_fails_the_command_with_its_reason(monkeypatch):
    import_mini_bundle()
    monkeypatch.setattr(
        jobs.execute_run,
        "delay",
        lambda run_id: Run.objects.filter(pk=run_id).update(status="failed", reason="No disk."),
    )
    with pytest.raises(CommandError, match=r"CheapFirst \(main\): failed. No disk."):
        output_of("run_agents", agents="CheapFirst", budgets="main", wait=True)


def test_a_run_is_judged_anew():
    run = executed_run()
    run.episodes.update(strict=None)
    said = output_of("judge_run", str(run.pk))
    assert said == "CheapFirst (main): scored. All 12 episodes are scored.\n"
    assert run.episodes.filter(strict=None).count() == 0


def test_judging_names_an_unknown_run_and_an_unknown_judge():
    with pytest.raises(CommandError, match="There is no run"):
        output_of("judge_run", str(uuid4()))
    with pytest.raises(CommandError, match="no such judge"):
        output_of("judge_run", str(executed_run().pk), judge="nobody")
