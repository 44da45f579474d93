"""A meter archive from upload to scored runs: counted, killed, repeated, and back out again."""

import pytest
from django.contrib.auth import get_user_model

from runs_app import actions
from runs_app.actions import archive_storing, archives
from runs_app.domain.archive.writer import write_archive
from runs_app.models import Agent, Archive, Episode, JudgeLabel, Run
from runs_app.queries import meter_outcomes, meter_runs
from runs_app.queries.downloads import archive_of, archive_records
from runs_app.tests.meter_archives import (
    MeterDraft,
    ingested,
    line,
    one_agent,
    reference_lines,
    reference_rows,
)
from tasks_app.domain.errors import Conflict
from tasks_app.tests.meter_bundles import SOURCES, import_meter_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def submitter(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_meter_bundle()
    return get_user_model().objects.create_user("submitter", is_submitter=True)


def downloaded(run_id) -> bytes:
    run = Run.objects.select_related("agent").get(pk=run_id)
    return b"".join(write_archive(archive_of(run), archive_records(run)))


def test_the_180_reference_episodes_become_six_scored_runs(submitter):
    archive = ingested(MeterDraft().zip(), submitter)
    assert (archive.status, archive.reason, archive.problem_count) == (
        "scored", "Stored and scored: 180 episodes in 6 runs.", 0,
    )  # fmt: skip
    runs = list(Run.objects.order_by("agent__name").select_related("agent"))
    assert [(run.agent.model, run.agent.scaffold, run.episodes_done) for run in runs] == [
        (f"model-{model}", f"cli-{cli}", 30) for model in "abc" for cli in "xy"
    ]
    first = runs[0]
    assert (first.status, first.budget_label, first.judge, first.description, first.repeat) == (
        "scored", "", "", "original", 1,
    )  # fmt: skip
    assert first.reason == "All 30 episodes are graded."
    assert not JudgeLabel.objects.exists()


def test_every_reference_value_is_kept_to_the_digit(submitter):
    ingested(MeterDraft().zip(), submitter)
    runs = meter_runs(Run.objects.first().bundle_id)
    spec_of = {run.run_id: run.spec for run in runs}
    found = {
        (spec_of[o.run_id].model, spec_of[o.run_id].scaffold, o.task_id): o
        for o in meter_outcomes([run.run_id for run in runs])
    }
    assert len(found) == 180
    for row in reference_rows():
        outcome = found[row["model"], row["cli"], row["task_id"]]
        assert (outcome.reward, outcome.total_tokens, outcome.step_count, outcome.cost_usd) == (
            row["reward"], row["tokens"], row["steps"], row["cost_usd"],
        )  # fmt: skip


def test_descriptions_and_repeats_make_runs_of_their_own(submitter):
    lines = [
        line("m00", description=description, repeat=repeat, reward=repeat / 2)
        for description in ("original", "generic", SOURCES[0])
        for repeat in (1, 2)
    ]
    archive = ingested(one_agent(lines, repeats=2).zip(), submitter)
    assert archive.status == "scored", archive.problems
    runs = Run.objects.order_by("description", "repeat")
    assert list(runs.values_list("description", "repeat", "episodes_done", "tasks_total")) == [
        ("generic", 1, 1, 10), ("generic", 2, 1, 10),
        (SOURCES[0], 1, 1, 10), (SOURCES[0], 2, 1, 10),
        ("original", 1, 1, 30), ("original", 2, 1, 30),
    ]  # fmt: skip
    assert Agent.objects.count() == 1
    terms = {run.terms for run in runs}
    assert {"generic", "original, repeat 2", f"{SOURCES[0]}, repeat 2"} <= terms


@pytest.mark.parametrize("repeats", [1, 3])
def test_a_downloaded_run_is_taken_again_with_the_same_scores(submitter, repeats):
    steps = [{"action": "bash", "observation": "ok", "seconds": 1.5}, {"action": "anything"}]
    lines = [
        line("m00", repeat=repeats, steps=steps, started_at="2026-01-31T12:00:00Z",
             finished_at="2026-01-31T12:01:30Z"),
        line("m01", repeat=repeats, step_count=7, seconds=3.25,
             usage={"input_tokens": 9, "cached_input_tokens": 2, "output_tokens": 0}),
        line("m02", repeat=repeats, reward=None),
        line("m03", repeat=repeats, status="agent_timeout", reward=None, cost_usd=None),
        line("m04", repeat=repeats, status="infrastructure_error", reward=None, attempt=2),
    ]  # fmt: skip
    ingested(one_agent(lines, repeats=repeats).zip(), submitter)
    first = Run.objects.get()
    archive = ingested(downloaded(first.pk), submitter)
    assert archive.status == "scored", archive.problems
    assert set(archive.counts["by_code"]) == {"missing_tasks"}
    again = Run.objects.exclude(pk=first.pk).get()
    assert (again.description, again.repeat) == ("original", repeats)
    assert again.scores_digest == first.scores_digest
    assert downloaded(again.pk) == downloaded(first.pk)


def test_what_counts_of_an_episode_follows_from_its_end(submitter):
    ends = {
        "m00": {"status": "agent_timeout", "reward": None},
        "m01": {"status": "agent_error", "reward": 0.5},
        "m02": {"status": "completed", "reward": None},
        "m03": {"status": "infrastructure_error", "reward": 1.0},
        "m04": {"usage": {"input_tokens": 5, "output_tokens": 2}},
        "m05": {"usage": {"input_tokens": 5}},
        "m06": {"steps": [{"action": "look"}] * 3},
    }
    ingested(one_agent([line(task, **end) for task, end in ends.items()]).zip(), submitter)
    run = Run.objects.get()
    found = {o.task_id: o for o in meter_outcomes([run.pk])}
    assert [found[f"m0{n}"].reward for n in range(4)] == [0.0, 0.5, None, None]
    assert (found["m04"].total_tokens, found["m05"].total_tokens) == (7, None)
    assert (found["m06"].step_count, found["m00"].step_count) == (3, None)
    assert run.reason == "2 of 7 episodes are ungraded or were not run."


def test_the_order_of_lines_changes_no_digest(submitter):
    for lines in (reference_lines(), reference_lines()[::-1]):
        ingested(MeterDraft(lines).zip(), submitter)
    digests = Run.objects.values_list("agent__name", "scores_digest").order_by().distinct()
    assert len(digests) == 6


def test_a_changed_measure_changes_the_digest(submitter):
    for change in ({}, {"cost_usd": 0.26}, {"reward": 0.5}, {"step_count": 0}, {"seconds": 1}):
        ingested(one_agent([line("m00", **change)]).zip(), submitter)
    assert len(set(Run.objects.values_list("scores_digest", flat=True))) == 5


def test_a_worker_that_dies_while_storing_leaves_nothing_and_the_next_one_stores_all(
    submitter, monkeypatch
):
    kept = archive_storing.store_episodes

    def die(*_):
        raise MemoryError

    monkeypatch.setattr(archive_storing, "store_episodes", die)
    with pytest.raises(MemoryError):
        ingested(MeterDraft().zip(), submitter)
    assert not Run.objects.exists()
    monkeypatch.setattr(archive_storing, "store_episodes", kept)
    archive = Archive.objects.get()
    for _ in range(2):  # the second time there is nothing left to do
        archives.ingest_archive(archive.pk)
    assert (Run.objects.count(), Episode.objects.count()) == (6, 180)


def test_a_refused_archive_stores_nothing(submitter):
    archive = ingested(one_agent([line("m00"), line("m01", reward=2)]).zip(), submitter)
    assert (archive.status, archive.problem_count) == ("rejected", 1)
    assert not any(model.objects.exists() for model in (Run, Episode, Agent))


def test_a_private_run_is_not_in_the_grid(submitter):
    ingested(one_agent().zip(), submitter, visibility="private")
    assert meter_runs(Run.objects.get().bundle_id) == ()


def test_a_withdrawn_run_leaves_the_grid_and_says_so(
    submitter, announced, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        ingested(one_agent().zip(), submitter)
        run = Run.objects.get()
        actions.withdraw_run(run.pk, submitter)
    assert meter_runs(run.bundle_id) == ()
    assert announced == [run.bundle_id] * 2


def test_nobody_judges_a_meter_run(submitter):
    ingested(one_agent().zip(), submitter)
    with pytest.raises(Conflict, match="nobody judges it"):
        actions.rejudge_run(Run.objects.get().pk, "exact")


def test_scoring_again_gives_the_same_digest(submitter):
    ingested(one_agent().zip(), submitter)
    run = Run.objects.get()
    actions.score_run(run.pk)
    assert Run.objects.get().scores_digest == run.scores_digest
    Episode.objects.filter(task_id="m00").update(reward=0)
    actions.score_run(run.pk)
    assert Run.objects.get().scores_digest != run.scores_digest
