"""One upload from receipt to scored runs, refused, dry, killed or repeated."""

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.db import connections, transaction

from runs_app.actions import archive_ingestion, archive_storing, archives
from runs_app.actions.archive_storing import batches
from runs_app.domain.archive.reader import ReadEpisode
from runs_app.domain.archive.writer import write_archive
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus
from runs_app.models import Agent, Archive, Episode, JudgeLabel, Run
from runs_app.queries.archives import archive_progress, unfinished_archives
from runs_app.queries.downloads import archive_of, archive_records
from runs_app.signals import run_scored
from runs_app.tests.archives import AGENT, ArchiveDraft, episode
from runs_app.tests.factories import executed_run
from tasks_app.domain.errors import Conflict, NotAllowed, Refused
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db
TASKS = mini_bundle().tasks


@pytest.fixture
def submitter(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_mini_bundle()
    return get_user_model().objects.create_user("submitter", is_submitter=True)


def received(data: bytes, owner, **choices) -> Archive:
    return archives.receive_archive(ContentFile(data, "mine.zip"), owner, **choices)


def ingested(data: bytes, owner, **choices) -> Archive:
    archive = received(data, owner, **choices)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    return archive


def downloaded(run: Run) -> bytes:
    run = Run.objects.select_related("agent").get(pk=run.pk)
    return b"".join(write_archive(archive_of(run), archive_records(run)))


def nothing_stored() -> bool:
    return not any(model.objects.exists() for model in (Run, Episode, Agent, JudgeLabel))


def files_in(folder) -> list:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_only_submitters_may_upload(submitter):
    reader = get_user_model().objects.create_user("reader", is_maintainer=True)
    with pytest.raises(NotAllowed):
        received(ArchiveDraft().zip(), reader)
    assert not Archive.objects.exists()


def test_a_file_that_is_too_large_is_refused_and_not_kept(submitter, settings, tmp_path):
    settings.ARCHIVE_MAX_BYTES = 99
    with pytest.raises(Refused, match="more than 99 bytes"):
        received(b"x" * 100, submitter)
    assert files_in(tmp_path) == []
    assert received(b"x" * 99, submitter).file_bytes == 99


def test_the_same_key_with_the_same_content_is_the_same_archive(submitter, tmp_path):
    first = received(b"a", submitter, idempotency_key="k")
    assert received(b"a", submitter, idempotency_key="k").pk == first.pk
    assert len(files_in(tmp_path)) == 1


@pytest.mark.parametrize("change", [{"visibility": "private"}, {"dry_run": True}, {"data": b"b"}])
def test_the_same_key_for_something_else_is_a_conflict(submitter, change, tmp_path):
    received(b"a", submitter, idempotency_key="k")
    with pytest.raises(Conflict):
        received(change.pop("data", b"a"), submitter, idempotency_key="k", **change)
    assert len(files_in(tmp_path)) == 1


def test_keys_of_different_people_and_no_keys_are_kept_apart(submitter):
    other = get_user_model().objects.create_user("other", is_submitter=True)
    keys = [(submitter, "k"), (other, "k"), (submitter, None), (submitter, None), (submitter, "")]
    found = {received(b"a", owner, idempotency_key=key).pk for owner, key in keys}
    assert len(found) == 5


def test_an_accepted_archive_becomes_a_scored_run(submitter):
    archive = ingested(ArchiveDraft().zip(), submitter)
    assert (archive.status, archive.reason) == (
        "scored",
        "Stored and scored: 12 episodes in 1 run.",
    )
    run = Run.objects.get()
    assert (run.status, run.owner, run.archive, run.visibility) == (
        "scored", submitter, archive, "public",
    )  # fmt: skip
    assert (run.tasks_total, run.episodes_done, run.budget_label) == (12, 12, "main")
    assert (archive.problem_count, archive.bundle_id) == (0, run.bundle_id)
    # every episode searched once (30) or ran the fast model once (20)
    assert set(run.episodes.values_list("units", "reported_units")) == {(30, 30), (20, 20)}


def test_there_is_one_run_for_each_agent_and_label(submitter):
    agents = [AGENT, AGENT | {"name": "Other"}]
    lines = [
        episode(task, agent=agent["name"], budget_label=label)
        for task in TASKS
        for agent in agents
        for label in ("tight", "loose")
    ]
    manifest = {"agents": agents, "budget_labels": ["tight", "loose"]}
    ingested(ArchiveDraft(lines, manifest=manifest).zip(), submitter)
    runs = Run.objects.order_by("agent__name", "budget_label")
    assert list(runs.values_list("agent__name", "budget_label", "episodes_done")) == [
        ("Other", "loose", 12), ("Other", "tight", 12),
        ("Reader", "loose", 12), ("Reader", "tight", 12),
    ]  # fmt: skip
    assert Agent.objects.count() == 2


def test_the_same_agent_of_a_second_archive_is_the_same_agent(submitter):
    for _ in range(2):
        ingested(ArchiveDraft().zip(), submitter)
    assert (Agent.objects.count(), Run.objects.count()) == (1, 2)


def test_a_refused_archive_leaves_its_problems_and_nothing_else(
    submitter, tmp_path, django_capture_on_commit_callbacks
):
    lines = [episode(task) for task in TASKS]
    lines[2], lines[5] = b"{broken", episode(TASKS[5], task_id="t-unknown")
    bundle = ArchiveDraft().full_manifest()["bundle"] | {"canonical_sha256": "0" * 64}
    with django_capture_on_commit_callbacks(execute=True):
        archive = ingested(ArchiveDraft(lines, manifest={"bundle": bundle}).zip(), submitter)
    assert (archive.status, archive.problem_count) == ("rejected", 3)
    assert [(p["code"], p["file"], p["line"]) for p in archive.problems] == [
        ("bundle_digest", "manifest.json", None),
        ("invalid_json", "episodes.jsonl", 3),
        ("unknown_task", "episodes.jsonl", 6),
    ]
    assert archive.reason == "Refused: 3 problems in 2 files. Nothing was stored."
    assert nothing_stored()
    assert (archive.file.name, files_in(tmp_path)) == ("", [])


def test_a_dry_run_reports_and_stores_nothing(
    submitter, tmp_path, django_capture_on_commit_callbacks
):
    draft = ArchiveDraft([episode(task, mood=1) for task in TASKS])
    with django_capture_on_commit_callbacks(execute=True):
        archive = ingested(draft.zip(), submitter, dry_run=True)
    assert (archive.status, archive.problem_count) == ("scored", 12)
    assert archive.reason.startswith("Dry run passed, with 12 warnings. Nothing was stored")
    assert nothing_stored()
    assert files_in(tmp_path) == []
    assert ingested(b"", submitter, dry_run=True).status == "rejected"


def test_reported_judge_labels_are_kept_and_score_nothing(submitter):
    label = {"judge": "exact", "rubric": "1", "verdict": "correct", "rationale": "Trust me."}
    lines = [episode(task, answer="certainly wrong", judge_labels=[label]) for task in TASKS]
    ingested(ArchiveDraft(lines).zip(), submitter)
    assert JudgeLabel.objects.filter(origin="archive", verdict="correct").count() == 12
    assert not Episode.objects.filter(correct=True).exists()


def test_the_oracles_stand_in_is_wrong_text_for_any_agent_but_a_control(submitter):
    lines = [episode(task, answer="[oracle answer]") for task in TASKS]
    ingested(ArchiveDraft(lines).zip(), submitter)
    assert not Episode.objects.filter(correct=True).exists()


@pytest.mark.parametrize("agent", ["BudgetAwarePlanner", "CheapFirst", "LexicalEager"])
@pytest.mark.parametrize("label", ["main", "loose"])
def test_a_downloaded_run_uploaded_again_has_the_same_scores(submitter, agent, label):
    run = executed_run(agent, label)
    data = downloaded(run)
    archive = ingested(data, submitter)
    again = archive.runs.get()
    assert archive.problems == []
    assert again.scores_digest == run.scores_digest
    scores = ("task_id", "units", "strict", "correct", "grounded", "failure_stage", "over_step")
    assert list(again.episodes.values_list(*scores)) == list(run.episodes.values_list(*scores))
    assert downloaded(run) == data


def test_the_archive_of_an_uploaded_run_is_again_the_same(submitter):
    label = {"judge": "mine", "rubric": "1", "verdict": "correct", "rationale": "r"}
    lines = [episode(task, mood={"b": 1, "a": [2]}, judge_labels=[label]) for task in TASKS]
    first = ingested(ArchiveDraft(lines).zip(), submitter).runs.get()
    second = ingested(downloaded(first), submitter).runs.get()
    assert downloaded(second) == downloaded(first)
    assert second.scores_digest == first.scores_digest


def test_ingesting_again_changes_nothing(submitter):
    archive = ingested(ArchiveDraft().zip(), submitter)
    archives.ingest_archive(archive.pk)
    assert (Run.objects.count(), Episode.objects.count()) == (1, 12)


def test_scores_are_announced_once_a_run(submitter, django_capture_on_commit_callbacks):
    heard = []
    listener = lambda bundle_id, **_: heard.append(bundle_id)  # noqa: E731 - kept alive by name
    run_scored.connect(listener)
    with django_capture_on_commit_callbacks(execute=True):
        archive = ingested(ArchiveDraft().zip(), submitter)
    run_scored.disconnect(listener)
    assert heard == [archive.bundle_id]


class Killed(BaseException):
    """What no handler catches: the process is gone."""


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (archive_ingestion, "check_archive"),
        (archive_ingestion, "store_archive"),
        (archive_storing, "store_episodes"),
        (archive_ingestion, "_drop_file"),
        (archive_ingestion, "finish_run"),
    ],
)
def test_a_killed_worker_leaves_nothing_double_and_the_next_one_finishes(
    submitter, monkeypatch, module, name
):
    archive = received(ArchiveDraft().zip(), submitter)
    original = getattr(module, name)

    def works_and_dies(*args, **kwargs):
        original(*args, **kwargs)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(module, name, works_and_dies)
        with pytest.raises(Killed):
            archives.ingest_archive(archive.pk)
    assert archive.pk in unfinished_archives(stale_seconds=0)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    assert archive.status == "scored"
    assert (Run.objects.count(), Episode.objects.count()) == (1, 12)
    assert unfinished_archives(stale_seconds=0) == ()


def test_an_archive_that_kills_every_worker_ends_as_failed_and_can_be_read_again(
    submitter, monkeypatch
):
    archive = received(ArchiveDraft().zip(), submitter)

    def dies(*args, **kwargs):
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(archive_ingestion, "check_archive", dies)
        for _ in range(3):
            with pytest.raises(OSError, match="disk full"):
                archives.ingest_archive(archive.pk)
        archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    assert archive.status == "failed"
    assert archive.reason.startswith("Reading failed 3 times: OSError")
    assert archive.file
    assert nothing_stored()
    archives.retry_archive(archive.pk, submitter)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    assert archive.status == "scored"


def test_only_a_failed_archive_of_ones_own_can_be_read_again(submitter):
    archive = ingested(b"", submitter)
    with pytest.raises(Conflict):
        archives.retry_archive(archive.pk, submitter)
    other = get_user_model().objects.create_user("other", is_submitter=True)
    with pytest.raises(NotAllowed):
        archives.retry_archive(archive.pk, other)


def test_progress_is_seen_from_outside_while_the_transaction_runs(submitter, monkeypatch):
    archive = received(ArchiveDraft().zip(), submitter)
    seen = []
    original = archive_ingestion.store_archive

    def looks(*args, **kwargs):
        original(*args, **kwargs)
        row = Archive(pk=archive.pk, status="reading")  # as another connection would see it
        seen.append(archive_progress(row).share)

    monkeypatch.setattr(archive_ingestion, "store_archive", looks)
    archives.ingest_archive(archive.pk)
    assert 0.5 < seen[0] <= 0.8
    cache.clear()


def test_a_file_that_changed_between_the_passes_is_not_stored(submitter, monkeypatch):
    archive = received(ArchiveDraft().zip(), submitter)
    monkeypatch.setattr(archive_storing, "read_episodes", lambda *args: iter(()))
    with pytest.raises(Refused):
        archives.ingest_archive(archive.pk)
    assert nothing_stored()


def test_batches_are_bounded_in_number_and_in_bytes(monkeypatch):
    monkeypatch.setattr(archive_storing, "BATCH_EPISODES", 3)
    monkeypatch.setattr(archive_storing, "BATCH_BYTES", 100)
    record = EpisodeRecord("a", "t", "main", 1, EpisodeStatus.COMPLETED)
    sizes = [1, 1, 1, 1, 99, 100, 1]
    episodes = iter([ReadEpisode(record, size) for size in sizes])
    # three by number; 1 + 99 and 100 by bytes; the rest
    assert [len(batch) for batch in batches(episodes)] == [3, 2, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_an_archive_that_another_worker_reads_is_left_alone(submitter):
    archive = received(ArchiveDraft().zip(), submitter)
    with ThreadPoolExecutor(1) as other, transaction.atomic():
        Archive.objects.select_for_update(no_key=True).get(pk=archive.pk)  # as a reading worker
        other.submit(archives.ingest_archive, archive.pk).result(timeout=30)
        other.submit(connections.close_all).result()
    archive.refresh_from_db()
    assert (archive.status, archive.counts) == ("queued", {})
    assert nothing_stored()


@pytest.mark.parametrize("agent", ["BudgetAwarePlanner", "RetryLoop", "LexicalEager"])
def test_a_downloaded_run_holds_nothing_that_only_the_oracle_knows(submitter, agent):
    data = downloaded(executed_run(agent))
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        text = "".join(files.read(name).decode() for name in files.namelist())
    for task in TASKS:
        assert task.oracle.rationale not in text
        assert task.oracle.source.row_id not in text
        assert task.oracle.source.row_sha256 not in text


def test_strings_planted_in_the_oracle_reach_no_report(submitter):
    lines = [episode(task, task_id=task.task_id[:-1], answer=5) for task in TASKS]
    archive = ingested(ArchiveDraft(lines).zip(), submitter)
    text = str(archive.problems) + str(archive.counts)
    for task in TASKS:
        assert task.oracle.rationale not in text
        assert task.oracle.source.row_id not in text
