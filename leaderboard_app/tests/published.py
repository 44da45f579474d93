"""Runs on the mini bundle and their publication, for tests against the database."""

from django.contrib.auth import get_user_model

from leaderboard_app import actions
from leaderboard_app.models import Snapshot
from runs_app.models import Agent, Run
from runs_app.tests.factories import executed_run

READERS = ("LexicalFrugal", "LexicalEager")


def maintainer():
    return get_user_model().objects.create_user("maintainer", is_maintainer=True)


def published_rows(count: int) -> Snapshot:
    """A published main board with ``count`` rows: one run, and copies by other agents."""
    run = executed_run(READERS[0])
    for number in range(1, count):
        copy_of(run, f"{READERS[0]} {number}")
    return actions.publish_snapshot(run.bundle_id)


def copy_of(run: Run, name: str) -> Run:
    """The same run by another agent."""
    agent = Agent.objects.get(pk=run.agent_id)
    agent.pk, agent.name, agent.identity = None, name, name
    agent.save()
    episodes = list(run.episodes.all())
    copy = Run.objects.get(pk=run.pk)
    copy.pk, copy.agent, copy._state.adding = None, agent, True
    copy.id = Run._meta.get_field("id").get_default()
    copy.save(force_insert=True)
    for episode in episodes:
        episode.pk = episode.__class__._meta.pk.get_default()
        episode.run = copy
        episode._state.adding = True
    run.episodes.model.objects.bulk_create(episodes)
    return copy
