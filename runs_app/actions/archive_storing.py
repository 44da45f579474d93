"""Storing a checked archive: one run for each agent and budget label, or description and repeat."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from uuid import UUID

from django.utils import timezone

from runs_app.actions.episodes import store_episodes
from runs_app.actions.runs import ensure_agent
from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.limits import MIB
from runs_app.domain.archive.reader import OpenArchive, ReadEpisode, read_episodes
from runs_app.domain.archive.tally import Tally
from runs_app.domain.episode import EpisodeRecord, RunKey
from runs_app.domain.judging import EXACT
from runs_app.models import Archive, Run
from tasks_app.domain.errors import Refused
from tasks_app.queries import find_bundle

BATCH_BYTES = 16 * MIB
BATCH_EPISODES = 2_000


def store_archive(
    archive: Archive, opened: OpenArchive, tally: Tally, report: Callable[[float], None]
) -> None:
    """Store runs and episodes within the caller's transaction; sets the archive's bundle.

    ``tally`` is what checking counted; Refused is raised, and so all undone, if this pass over
    the same file finds anything else.
    """
    bundle = find_bundle(opened.manifest.bundle.ref)
    archive.bundle_id = bundle.id
    runs = {key: _open_run(archive, opened, tally, key).pk for key in tally.attempts}
    findings, again = Findings(), Tally()
    for batch in batches(read_episodes(opened, findings, again)):
        _store_batch(batch, runs, opened)
        report(opened.container.share_read)
    if findings.errors or again != tally:
        raise Refused(findings.problems)


def batches(episodes: Iterator[ReadEpisode]) -> Iterator[list[EpisodeRecord]]:
    """Episodes in lists that are bounded in number and in bytes."""
    batch: list[EpisodeRecord] = []
    held = 0
    for episode in episodes:
        batch.append(episode.record)
        held += episode.line_bytes
        if held >= BATCH_BYTES or len(batch) >= BATCH_EPISODES:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def _open_run(archive: Archive, opened: OpenArchive, tally: Tally, key: RunKey) -> Run:
    covered = len(tally.covered(key))
    return Run.objects.create(
        bundle_id=archive.bundle_id,
        agent=ensure_agent(opened.manifest.agents[key.agent], archive.owner),
        archive=archive,
        owner=archive.owner,
        visibility=archive.visibility,
        budget_label=key.budget_label,
        description=key.description,
        repeat=key.repeat,
        judge=EXACT.name if key.budget_label else "",
        status=Run.Status.JUDGING,
        tasks_total=max(opened.facts.tasks_of(key), covered),
        episodes_done=covered,
        started_at=timezone.now(),
    )


def _store_batch(batch: list[EpisodeRecord], runs: dict[RunKey, UUID], opened: OpenArchive) -> None:
    by_run: defaultdict[RunKey, list[EpisodeRecord]] = defaultdict(list)
    for record in batch:
        by_run[record.run_key].append(record)
    for key, records in by_run.items():
        store_episodes(runs[key], records, opened.facts.families)
