import psycopg
import pytest
from django.db import connection

from runs_app import actions
from runs_app.actions import scoring
from runs_app.domain.episode import Verdict
from runs_app.domain.judging import JUDGES, Judgement
from runs_app.models import Episode, JudgeLabel, Run
from runs_app.tests.factories import attempt, executed_run
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db


class HarshJudge:
    name = "harsh"
    rubric = "harsh/1"

    def judge(self, answer, oracle, composite_mode):
        return Judgement(Verdict.INCORRECT, "Nothing is ever right.")


class MuteJudge:
    name = "mute"
    rubric = "mute/1"

    def judge(self, answer, oracle, composite_mode):
        return Judgement(Verdict.UNREADABLE, "It said nothing.")


@pytest.fixture
def judges(monkeypatch):
    for judge in (HarshJudge(), MuteJudge()):
        monkeypatch.setitem(JUDGES, judge.name, judge)


def scored_columns(run):
    columns = [field.name for field in Episode._meta.fields]
    columns = columns[columns.index("units") :]
    return list(run.episodes.order_by("task_id").values_list(*columns))


@pytest.mark.parametrize("agent", ["CopilotFirst", "LexicalEager"])
def test_stored_scores_are_those_of_the_domain(agent):
    run = executed_run(agent)
    for task in mini_bundle().tasks:
        row, score = run.episodes.get(task_id=task.task_id), attempt(agent, task)[1]
        assert (row.units, row.budget, row.within_budget) == (
            score.units,
            score.budget,
            score.within_budget,
        )
        assert (row.over_step, row.grounded, row.composite) == (
            score.over_step,
            score.grounded,
            score.composite,
        )
        assert (row.tier, row.correct, row.strict, row.failure_stage) == (
            score.tier or "",
            score.correct,
            score.strict,
            score.failure_stage or "",
        )


def test_a_finished_run_is_scored_and_announced(django_capture_on_commit_callbacks, announced):
    with django_capture_on_commit_callbacks(execute=True):
        run = executed_run()
    assert (run.status, run.reason) == ("scored", "All 12 episodes are scored.")
    assert (run.scoring_version, len(run.scores_digest)) == (scoring.SCORING_VERSION, 64)
    assert run.finished_at is not None
    assert announced == [run.bundle_id]


def test_a_run_with_chunks_left_is_not_finished(settings):
    settings.RUN_CHUNK_TASKS = 5
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "main")
    actions.execute_chunk(run.pk, 1)
    assert actions.finish_run(run.pk) is False
    run.refresh_from_db()
    assert run.status == Run.Status.RUNNING


def test_finishing_twice_changes_nothing():
    run = executed_run()
    labels = JudgeLabel.objects.count()
    assert actions.finish_run(run.pk) is False
    assert JudgeLabel.objects.count() == labels


@pytest.mark.django_db(transaction=True)
def test_a_run_that_another_worker_scores_is_left_to_it(settings):
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "main")
    actions.execute_chunk(run.pk, 1)
    with psycopg.connect(**connection.get_connection_params()) as other:
        Run.objects.filter(pk=run.pk).update(status=Run.Status.JUDGING)
        other.execute("SELECT 1 FROM runs_app_run FOR NO KEY UPDATE")
        assert actions.finish_run(run.pk) is False
    assert actions.finish_run(run.pk) is True


def test_the_same_episodes_score_to_the_same_digest_and_others_do_not():
    first, second, other = executed_run(), executed_run(), executed_run("CopilotFirst")
    assert first.scores_digest == second.scores_digest != other.scores_digest


def test_scoring_again_derives_the_same_afresh():
    run = executed_run("CopilotFirst")
    before = scored_columns(run)
    run.episodes.update(units=-1, strict=None, failure_stage="", budget=None)
    actions.score_run(run.pk)
    assert scored_columns(run) == before


@pytest.mark.parametrize("status", ["queued", "cancelled", "withdrawn", "failed"])
def test_only_judged_runs_are_scored(status):
    run = executed_run()
    Run.objects.filter(pk=run.pk).update(status=status, scores_digest="")
    actions.score_run(run.pk)
    run.refresh_from_db()
    assert (run.status, run.scores_digest) == (status, "")


def test_another_judge_changes_the_scores_and_adds_labels_without_executing(judges):
    run = executed_run("CopilotFirst")
    before = JudgeLabel.objects.count()
    steps = list(run.episodes.order_by("pk").values_list("steps", flat=True))
    actions.rejudge_run(run.pk, "harsh")
    run.refresh_from_db()
    assert (run.status, run.judge) == ("scored", "harsh")
    # The two stop-loss tasks need no judge: CopilotFirst abstained.
    assert run.episodes.filter(correct=True).count() == 2
    assert JudgeLabel.objects.count() == 2 * before
    assert list(run.episodes.order_by("pk").values_list("steps", flat=True)) == steps
    actions.rejudge_run(run.pk, "exact")
    assert run.episodes.filter(correct=True).count() == 12
    assert JudgeLabel.objects.count() == 2 * before


def test_what_a_judge_could_not_read_is_missing_and_said_so(judges):
    run = executed_run("CopilotFirst")
    actions.rejudge_run(run.pk, "mute")
    run.refresh_from_db()
    assert run.episodes.filter(correct=None, strict=None).count() == 10
    assert run.reason == "10 of 12 episodes are missing a verdict or were not run."


def test_an_unknown_judge_is_refused():
    run = executed_run()
    with pytest.raises(Refused):
        actions.rejudge_run(run.pk, "nobody")


def test_only_a_scored_run_is_judged_again():
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "main")
    with pytest.raises(Conflict, match="The run is queued"):
        actions.rejudge_run(run.pk, "exact")


def test_labels_of_a_submitter_score_nothing():
    run = executed_run("CheapFirst")
    wrong = run.episodes.filter(correct=False, abstained=False).first()
    JudgeLabel.objects.create(
        episode=wrong, origin="archive", judge="exact", rubric="exact/1", verdict="correct"
    )
    actions.score_run(run.pk)
    wrong.refresh_from_db()
    assert wrong.correct is False


def test_the_newest_label_of_the_judge_counts():
    run = executed_run("CheapFirst")
    wrong = run.episodes.filter(correct=False, abstained=False).first()
    JudgeLabel.objects.create(episode=wrong, judge="exact", rubric="exact/2", verdict="correct")
    actions.score_run(run.pk)
    wrong.refresh_from_db()
    assert wrong.correct is True


def test_scoring_that_breaks_every_time_ends_the_run_with_the_reason(monkeypatch):
    run = actions.open_run(import_mini_bundle(), "CheapFirst", "main")
    actions.execute_chunk(run.pk, 1)
    monkeypatch.setattr(scoring, "score_episode", lambda *_: 1 / 0)
    for _ in range(scoring.MOST_ATTEMPTS):
        with pytest.raises(ZeroDivisionError):
            actions.finish_run(run.pk)
    assert actions.finish_run(run.pk) is False
    run.refresh_from_db()
    assert run.status == "failed"
    assert run.reason == (
        "Scoring failed 5 times; the last time: ZeroDivisionError "
        "(its worker's log has the message)."
    )
    assert not JudgeLabel.objects.exists()
