from datetime import UTC, datetime

import pytest

from runs_app import actions
from runs_app.actions import episodes
from runs_app.domain.episode import (
    EpisodeRecord,
    EpisodeStatus,
    ReportedLabel,
    Step,
    Usage,
    Verdict,
    Workspace,
)
from runs_app.models import JudgeLabel
from runs_app.queries.episodes import episode_record
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db
TASK = mini_bundle().tasks[0]
FAMILIES = {task.task_id: task.family for task in mini_bundle().tasks}


@pytest.fixture
def run():
    return actions.open_run(import_mini_bundle(), "CheapFirst", "main")


def full_record(attempt=1):
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    step = Step("run_model", {"prompt": "p"}, "seen", ("d1",), "fast", noon, 1.5)
    return EpisodeRecord(
        agent="CheapFirst",
        task_id=TASK.task_id,
        budget_label="main",
        attempt=attempt,
        status=EpisodeStatus.AGENT_TIMEOUT,
        answer="forty",
        steps=(step, Step("answer")),
        reported_units=20.5,
        workspace=Workspace(3.5, 1, 0),
        usage=Usage(input_tokens=0, output_tokens=7),
        cost_usd=0.0,
        reward=1.0,
        started_at=noon,
        finished_at=noon,
        extra={"note": "kept"},
    )


def test_a_stored_episode_comes_back_as_it_was(run):
    records = [full_record(attempt) for attempt in (1, 2)]
    assert actions.store_episodes(run.pk, records, FAMILIES) == 2
    assert [episode_record(episode) for episode in run.episodes.order_by("attempt")] == records
    row = run.episodes.get(attempt=1)
    assert (row.family, row.step_count) == (TASK.family, 2)


def test_episodes_that_the_run_has_are_left_as_they_are(run):
    actions.store_episodes(run.pk, [full_record(1)], FAMILIES)
    assert actions.store_episodes(run.pk, [full_record(1), full_record(2)], FAMILIES) == 1
    assert run.episodes.count() == 2


def test_labels_of_a_submitter_are_kept_as_theirs(run, monkeypatch):
    monkeypatch.setattr(episodes, "BATCH", 1)
    label = ReportedLabel("their judge", "v9", Verdict.CORRECT, "because")
    records = [
        EpisodeRecord("a", TASK.task_id, "main", n, EpisodeStatus.COMPLETED, judge_labels=labels)
        for n, labels in ((1, ()), (2, (label,)))
    ]
    actions.store_episodes(run.pk, records, FAMILIES)
    stored = JudgeLabel.objects.get()
    assert (stored.episode.attempt, stored.origin, stored.judge) == (2, "archive", "their judge")
    assert (stored.rubric, stored.verdict, stored.rationale) == ("v9", "correct", "because")
