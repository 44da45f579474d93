import pytest

from runs_app import actions, queries
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Step
from runs_app.queries.episodes import SHOWN_CHARACTERS, episode_record
from runs_app.tests.factories import executed_run, task_that
from tasks_app.domain.families import Decision
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db
TASK = task_that(Decision.CHEAP)  # tight: 90 units


def stored_episode(*steps):
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "main")
    record = EpisodeRecord(
        "CheapFirst", TASK.task_id, "main", 1, EpisodeStatus.COMPLETED, steps=steps
    )
    actions.store_episodes(run.pk, [record], {TASK.task_id: TASK.family})
    return queries.visible_episodes(None).get()


def test_steps_are_shown_with_their_ledger_lines():
    steps = (
        Step("search", {"query": "q"}, "found", ("d1", "d2"), seconds=1.5),
        Step("deep_research", observation="<b>hostile</b>"),
        Step("answer", {"text": "a"}),
    )
    page = queries.step_page(stored_episode(*steps))
    assert [(s.line.units, s.line.total, s.line.went_over) for s in page.steps] == [
        (30, 30, False),
        (260, 290, True),
        (0, 290, False),
    ]
    assert (page.page, page.pages, page.ledger.budget) == (1, 1, 90)
    first = page.steps[0]
    assert (first.arguments, first.evidence, first.seconds) == ('{"query": "q"}', ("d1", "d2"), 1.5)
    assert page.steps[1].observation == "<b>hostile</b>"


def test_an_episode_without_steps_has_one_empty_page():
    page = queries.step_page(stored_episode())
    assert (page.steps, page.pages, page.ledger.total) == ((), 1, 0)


@pytest.mark.parametrize(("asked", "shown"), [(-5, 1), (1, 1), (140, 140), (999, 140)])
def test_thousands_of_steps_come_a_page_at_a_time(asked, shown):
    episode = stored_episode(*[Step("lookup", observation=str(n)) for n in range(7000)])
    page = queries.step_page(episode, asked)
    assert (page.page, page.pages, len(page.steps)) == (shown, 140, 50)
    assert page.steps[0].observation == str((shown - 1) * 50)
    # 90 units pay for 15 look-ups of 6; the sixteenth goes over.
    assert (page.ledger.total, page.ledger.over_step) == (42_000, 16)


def test_a_long_observation_is_cut_and_said_to_be():
    page = queries.step_page(stored_episode(Step("search", observation="x" * 1_000_000)))
    step = page.steps[0]
    assert len(step.observation) == SHOWN_CHARACTERS
    assert (step.is_cut, step.observation_length) == (True, 1_000_000)


def test_lists_of_episodes_never_load_steps(django_assert_num_queries):
    executed_run()
    with django_assert_num_queries(1) as captured:
        rows = [(e.task_id, e.run.agent.name, e.run.bundle.name) for e in _episodes()]
    assert len(rows) == 12
    assert '"steps"' not in captured.captured_queries[0]["sql"]


def _episodes():
    return queries.visible_episodes(None)


def test_a_page_of_steps_takes_few_queries(django_assert_num_queries):
    episode = stored_episode(*[Step("lookup") for _ in range(200)])
    queries.step_page(episode)
    with django_assert_num_queries(2):
        queries.step_page(episode, 3)


def test_the_ledger_of_a_workspace_episode_has_no_cap():
    episode = stored_episode(Step("deep_research"))
    episode.run.agent.track = "workspace"
    assert queries.step_page(episode).ledger.over_step is None


def test_labels_of_an_episode_come_oldest_first():
    run = executed_run("RetryLoop")
    labelled = run.episodes.exclude(family="stop_loss").first()
    assert [label.judge for label in queries.judge_labels(labelled.pk)] == ["exact"]


def test_records_are_those_that_were_executed():
    run = executed_run("LexicalEager")
    records = [episode_record(episode) for episode in run.episodes.order_by("task_id")]
    assert [record.task_id for record in records] == sorted(t.task_id for t in mini_bundle().tasks)
    assert all(record.steps for record in records)
