import pytest
from django.contrib.auth.models import AnonymousUser

from runs_app import actions, queries
from runs_app.models import Run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return person("ann", is_submitter=True)


@pytest.fixture
def private(ann):
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "main", owner=ann)
    Run.objects.filter(pk=run.pk).update(visibility="private")
    return run


def test_a_private_run_is_visible_to_its_owner_and_maintainers_only(private, ann):
    for user in (None, AnonymousUser(), person("bob"), person("root", is_superuser=True)):
        assert not queries.visible_runs(user).exists()
        assert not queries.visible_episodes(user).exists()
    for user in (ann, person("max", is_maintainer=True)):
        assert queries.visible_runs(user).get() == private


def test_a_public_run_is_visible_to_everybody_with_its_episodes():
    run = executed_run()
    assert queries.visible_runs(None).get() == run
    assert queries.visible_episodes(None).count() == 12


def test_a_list_of_runs_takes_one_query_however_long(django_assert_num_queries, ann):
    bundle_id = import_mini_bundle()
    for expected in (1, 3):
        while Run.objects.count() < expected:
            actions.open_run(bundle_id, "CheapFirst", "main", owner=ann)
        with django_assert_num_queries(1):
            rows = [
                (run.agent.name, run.bundle.name, run.owner) for run in queries.visible_runs(ann)
            ]
        assert len(rows) == expected


def test_progress_counts_executed_tasks(settings):
    settings.RUN_CHUNK_TASKS = 3
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "tight")
    actions.execute_chunk(run.pk, 1)
    progress = queries.run_progress(run.pk)
    assert (progress.title, progress.status) == ("CheapFirst (tight)", "running")
    assert (progress.episodes_done, progress.share, progress.is_over) == (3, 0.25, False)
