import pytest

from runs_app import actions
from runs_app.domain.episode import AgentSpec, Track
from runs_app.models import Agent, Chunk, Run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.domain.errors import Conflict, NotAllowed, Refused
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db
TASK_IDS = [task.task_id for task in mini_bundle().tasks]


@pytest.fixture
def bundle_id():
    return import_mini_bundle()


def codes(error):
    return [problem.code for problem in error.value.problems]


def test_a_run_is_planned_in_chunks_of_the_bundles_tasks(bundle_id, settings):
    settings.RUN_CHUNK_TASKS = 5
    run = actions.open_run(bundle_id, "CheapFirst", "main")
    chunks = [chunk.task_ids for chunk in run.chunks.order_by("number")]
    assert [len(chunk) for chunk in chunks] == [5, 5, 2]
    assert [task_id for chunk in chunks for task_id in chunk] == TASK_IDS
    assert (run.status, run.tasks_total, run.task_ids) == ("queued", 12, None)


def test_a_run_may_be_limited_to_some_tasks(bundle_id):
    run = actions.open_run(bundle_id, "CheapFirst", "tight", task_ids=TASK_IDS[3:1:-1])
    assert run.chunks.get().task_ids == TASK_IDS[2:4]  # in the bundle's order
    assert (run.tasks_total, run.task_ids) == (2, TASK_IDS[2:4])


def test_every_mistake_in_a_request_is_named_and_nothing_is_stored(bundle_id):
    with pytest.raises(Refused) as error:
        actions.open_run(bundle_id, "Nobody", "enormous", task_ids=["no-such-task"])
    assert codes(error) == ["unknown_agent", "unknown_budget_label", "unknown_task"]
    assert not Run.objects.exists()


def test_a_run_of_no_tasks_is_refused(bundle_id):
    with pytest.raises(Refused) as error:
        actions.open_run(bundle_id, "CheapFirst", "main", task_ids=[])
    assert codes(error) == ["no_tasks"]


def test_runs_of_one_agent_share_its_row(bundle_id):
    first = actions.open_run(bundle_id, "CheapFirst", "main")
    second = actions.open_run(bundle_id, "CheapFirst", "tight", owner=person("ann"))
    assert first.agent == second.agent
    assert (first.agent.owner, second.owner.username) == (None, "ann")


def test_agents_that_differ_in_a_setting_or_an_owner_are_different_rows(bundle_id):
    spec, ann = AgentSpec("Mine", Track.TOOL_API), person("ann")
    actions.ensure_agent(spec, ann)
    actions.ensure_agent(spec, ann)
    actions.ensure_agent(spec, None)
    actions.ensure_agent(AgentSpec("Mine", Track.TOOL_API, prompt="other"), ann)
    assert Agent.objects.count() == 3


@pytest.mark.parametrize("roles", [{}, {"is_submitter": True}, {"is_superuser": True}])
def test_others_may_neither_cancel_nor_withdraw_a_run(bundle_id, roles):
    run = actions.open_run(bundle_id, "CheapFirst", "main", owner=person("ann"))
    for end in (actions.cancel_run, actions.withdraw_run):
        with pytest.raises(NotAllowed):
            end(run.pk, person(f"bob-{end.__name__}", **roles))
    run.refresh_from_db()
    assert run.status == Run.Status.QUEUED


def test_nobody_but_a_maintainer_may_end_a_run_of_the_site(bundle_id):
    run = actions.open_run(bundle_id, "CheapFirst", "main")
    with pytest.raises(NotAllowed):
        actions.cancel_run(run.pk, person("ann", is_submitter=True))
    actions.cancel_run(run.pk, person("max", is_maintainer=True))


def test_a_cancelled_run_keeps_what_was_executed_and_goes_no_further(bundle_id, settings):
    settings.RUN_CHUNK_TASKS = 5
    ann = person("ann")
    run = actions.open_run(bundle_id, "CheapFirst", "main", owner=ann)
    actions.execute_chunk(run.pk, 1)
    actions.cancel_run(run.pk, ann)
    assert actions.execute_chunk(run.pk, 2) is False
    assert actions.unfinished_chunks(run.pk) == ()
    assert actions.finish_run(run.pk) is False
    run.refresh_from_db()
    assert (run.status, run.episodes.count(), run.episodes_done) == ("cancelled", 5, 5)
    assert run.reason == "Cancelled by ann; episodes already executed are kept."
    assert run.finished_at is not None


def test_a_run_that_is_over_cannot_be_cancelled():
    ann = person("ann")
    run = executed_run(owner=ann)
    with pytest.raises(Conflict, match="The run is scored"):
        actions.cancel_run(run.pk, ann)


def test_withdrawing_a_scored_run_announces_it(django_capture_on_commit_callbacks, announced):
    ann = person("ann")
    run = executed_run(owner=ann)
    announced.clear()
    with django_capture_on_commit_callbacks(execute=True):
        actions.withdraw_run(run.pk, ann)
    run.refresh_from_db()
    assert (run.status, run.reason) == ("withdrawn", "Withdrawn by ann.")
    assert announced == [run.bundle_id]
    with pytest.raises(Conflict):
        actions.withdraw_run(run.pk, ann)


def test_a_failed_run_says_why_and_is_over(bundle_id):
    run = actions.open_run(bundle_id, "CheapFirst", "main")
    assert actions.fail_run(run.pk, "The disk is full.")
    assert not actions.fail_run(run.pk, "Something else.")
    run.refresh_from_db()
    assert (run.status, run.reason, run.is_over) == ("failed", "The disk is full.", True)


def test_deleting_a_run_takes_its_plan_along(bundle_id):
    actions.open_run(bundle_id, "CheapFirst", "main").delete()
    assert not Chunk.objects.exists()
