import pytest

from runs_app import actions, queries
from runs_app.models import Run
from runs_app.tests.factories import attempt, executed_run
from runs_app.tests.people import person
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db


def test_only_public_scored_runs_of_the_bundle_stand_on_a_board():
    ann = person("ann")
    shown = executed_run("CheapFirst", "tight", owner=ann)
    executed_run()
    for change in ({"visibility": "private"}, {"status": "withdrawn"}, {"status": "judging"}):
        Run.objects.filter(pk=executed_run().pk).update(**change)
    actions.open_run(import_mini_bundle(), "CheapFirst", "main")
    runs = queries.board_runs(shown.bundle_id)
    assert len(runs) == 2
    first = runs[0]
    assert (first.run_id, first.owner, first.budget_label) == (shown.pk, "ann", "tight")
    assert (first.spec.name, first.spec.is_control) == ("CheapFirst", True)
    assert (first.judge, first.scores_digest) == ("exact", shown.scores_digest)
    assert runs[1].owner is None
    assert queries.board_runs(shown.bundle_id + 1) == ()


def test_outcomes_are_plain_tuples_of_what_was_scored():
    run = executed_run("CopilotFirst")
    outcomes = {outcome.task_id: outcome for outcome in queries.run_outcomes([run.pk])}
    assert len(outcomes) == 12
    for task in mini_bundle().tasks:
        record, score = attempt("CopilotFirst", task)
        assert outcomes[task.task_id] == (
            run.pk,
            task.task_id,
            1,
            "completed",
            task.family,
            score.units,
            score.budget,
            score.within_budget,
            score.grounded,
            score.correct,
            record.abstained,
            score.composite,
            len(record.steps),
            score.failure_stage or "",
        )


def test_outcomes_of_many_runs_take_one_query(django_assert_num_queries):
    runs = [executed_run().pk for _ in range(3)]
    for chosen in (runs[:1], runs):
        with django_assert_num_queries(1):
            assert len(list(queries.run_outcomes(chosen))) == 12 * len(chosen)


def test_the_episodes_of_some_tasks_are_found_without_the_others(django_assert_num_queries):
    run = executed_run()
    wanted = [task.task_id for task in mini_bundle().tasks[:2]]
    with django_assert_num_queries(1):
        found = queries.episode_ids([run.pk], wanted)
    assert {task_id for _, task_id in found} == set(wanted)
    assert found.items() <= queries.episode_ids([run.pk]).items()
