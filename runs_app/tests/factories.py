"""Episodes and runs on the golden mini bundle, for the tests of this app and of later ones."""

from dataclasses import replace
from typing import Any

from runs_app import actions
from runs_app.domain.environment import PricedEnvironment
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Step
from runs_app.domain.execution import environment_for, run_episode
from runs_app.domain.judging import EXACT
from runs_app.domain.roster import SITE_AGENTS
from runs_app.domain.scoring import EpisodeScore, score_episode
from runs_app.models import Run
from tasks_app.domain.families import Decision
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.tests.factories import import_mini_bundle, mini_bundle


def task_that(decision: Decision) -> TaskSpec:
    """The first task of the mini bundle that calls for a decision."""
    return next(task for task in mini_bundle().tasks if task.oracle.decision is decision)


def with_answer(task: TaskSpec, answer: str, *aliases: str) -> TaskSpec:
    """The task with another reference answer planted in its oracle."""
    return replace(task, oracle=replace(task.oracle, answer=answer, aliases=aliases))


def environment_of(
    task: TaskSpec, agent: str = "LexicalEager", label: str = "main"
) -> PricedEnvironment:
    """A fresh environment for one of the site's agents."""
    return environment_for(task, mini_bundle().spec, SITE_AGENTS[agent], label)


def attempt(agent: str, task: TaskSpec, label: str = "main") -> tuple[EpisodeRecord, EpisodeScore]:
    """An episode of one of the site's agents, judged and scored."""
    bundle, site_agent = mini_bundle().spec, SITE_AGENTS[agent]
    record = run_episode(task, bundle, site_agent, label)
    mode, verdict = site_agent.spec.composite_mode, None
    if record.answer:
        verdict = EXACT.judge(record.answer, task.oracle, mode).verdict
    return record, score_episode(record, task, bundle, site_agent.spec.track, verdict)


def record_of(task: TaskSpec, *actions: str, **changes: Any) -> EpisodeRecord:
    """A completed episode of the given actions; each but the last observed the first document."""
    evidence = (task.documents[0].doc_id,)
    steps = tuple(
        Step(action, evidence=() if action in ("answer", "abstain") else evidence)
        for action in actions
    )
    record = EpisodeRecord("agent", task.task_id, "main", 1, EpisodeStatus.COMPLETED, steps=steps)
    return replace(record, **changes)


def executed_run(agent: str = "CheapFirst", label: str = "main", **choices: Any) -> Run:
    """A run on the mini bundle, executed, judged and scored in this process."""
    run = actions.open_run(import_mini_bundle(), agent, label, **choices)
    for number in actions.unfinished_chunks(run.pk):
        actions.execute_chunk(run.pk, number)
    actions.finish_run(run.pk)
    run.refresh_from_db()
    return run
