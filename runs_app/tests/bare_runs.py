"""Runs and episodes as rows, without execution: for tests of what pages make of them."""

from typing import Any

from runs_app import actions
from runs_app.domain.episode import AgentSpec, Track
from runs_app.models import Episode, Run
from tasks_app.tests.factories import import_mini_bundle

HOSTILE = "<script>alert('agent')</script>"


def bare_run(**changes: Any) -> Run:
    """A run without episodes, of an agent whose name is hostile."""
    agent = actions.ensure_agent(AgentSpec(HOSTILE, Track.IMPORTED), owner=None)
    values = {"budget_label": "main", "judge": "exact", "tasks_total": 3, "status": "scored"}
    return Run.objects.create(bundle_id=import_mini_bundle(), agent=agent, **{**values, **changes})


def add_episodes(run: Run, count: int, **changes: Any) -> None:
    """Strict successes at the tasks t0, t1 and so on, unless told otherwise."""
    for number in range(count):
        values = {"family": "cheap_qa", "status": "completed", "correct": True, "strict": True}
        Episode.objects.create(run=run, task_id=f"t{number}", **{**values, **changes})
