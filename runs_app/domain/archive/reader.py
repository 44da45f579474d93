"""Reading an archive: one pass finds every problem, another yields the episodes for storing.

Both passes run the same generator, so that what is stored is what was checked. Nothing of a
bundle's oracle is known here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from runs_app.domain.archive.checks import check_files, check_line, check_record, check_totals
from runs_app.domain.archive.container import Container, Member, open_container
from runs_app.domain.archive.contents import (
    MANIFEST,
    Contents,
    is_episode_file,
    readable_members,
    survey,
)
from runs_app.domain.archive.episode_line import ParsedLine, parse_line
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.findings import Findings, Place
from runs_app.domain.archive.limits import LIMITS, MIB, Limits
from runs_app.domain.archive.lines import HashedLines
from runs_app.domain.archive.manifest import (
    BundleRef,
    Manifest,
    check_bundle,
    named_bundle,
    read_manifest,
)
from runs_app.domain.archive.names import quoted
from runs_app.domain.archive.tally import Tally
from runs_app.domain.episode import EpisodeRecord
from tasks_app.domain.errors import Refused

FindBundle = Callable[[BundleRef], BundleFacts | None]
Progress = Callable[[float], None]
LINES_A_REPORT = 500


@dataclass(frozen=True)
class OpenArchive:
    """An archive whose manifest is read; ``facts`` is None where its bundle is not known."""

    container: Container
    contents: Contents
    manifest: Manifest
    facts: BundleFacts | None


@dataclass(frozen=True)
class ReadEpisode:
    """A sound episode and the bytes of its line, by which batches are bounded."""

    record: EpisodeRecord
    line_bytes: int


def open_archive(
    file: IO[bytes], find_bundle: FindBundle, findings: Findings, limits: Limits = LIMITS
) -> OpenArchive | None:
    """Look through an archive and read its manifest. None where reading cannot go on.

    ``file`` is seekable and stays open while the archive is used.
    """
    try:
        container = open_container(file, limits)
        contents = survey(container, findings)
    except Refused as error:
        _take(error, findings)
        return None
    if contents.manifest is None:
        return None
    ref, looks = named_bundle(contents.manifest)
    facts = find_bundle(ref) if ref else None
    kind = facts.spec.kind if facts else looks
    manifest = read_manifest(contents.manifest, findings, kind)
    _check_bundle(manifest, facts, findings)
    check_files(manifest, contents, findings)
    return OpenArchive(container, contents, manifest, facts)


def check_archive(
    archive: OpenArchive, findings: Findings, report: Progress = lambda share: None
) -> Tally:
    """Read everything and note every problem; ``report`` is told the share read (0 to 1)."""
    tally = Tally()
    try:
        for number, _ in enumerate(read_episodes(archive, findings, tally)):
            if number % LINES_A_REPORT == 0:
                report(archive.container.share_read)
    except Refused as error:
        _take(error, findings)
    check_totals(archive.manifest, archive.facts, tally, findings)
    return tally


def read_episodes(archive: OpenArchive, findings: Findings, tally: Tally) -> Iterator[ReadEpisode]:
    """The sound episodes in archive order; problems go to ``findings``, counts to ``tally``.

    Raises Refused where the archive cannot be read on.
    """
    listed = archive.manifest.files
    for name, member in readable_members(archive.container, archive.contents):
        if name in listed if listed is not None else is_episode_file(name):
            yield from _file_episodes(archive, name, member, findings, tally)


def _file_episodes(
    archive: OpenArchive, name: str, member: Member, findings: Findings, tally: Tally
) -> Iterator[ReadEpisode]:
    before = tally.lines
    lines = HashedLines(member.chunks(), archive.container.limits.line_bytes)
    for number, data in lines:
        tally.lines += 1
        place = Place(findings, name, number)
        if data is None:
            most = archive.container.limits.line_bytes // MIB
            place.add("line_too_long", f"The line has more than {most} MiB.")
            continue
        line = parse_line(data, place, archive.manifest.kind)
        record = line and _checked_record(line, archive, tally)
        if record:
            tally.note_sound(record)
            yield ReadEpisode(record, len(data))
    _check_listing(archive.manifest, Place(findings, name), lines.sha256, tally.lines - before)


def _checked_record(line: ParsedLine, archive: OpenArchive, tally: Tally) -> EpisodeRecord | None:
    """The line as an episode, checked against manifest and bundle; None if it has an error."""
    findings = line.place.findings
    errors = findings.errors
    check_line(line, archive.manifest, archive.facts)
    agents = archive.manifest.agents
    if not line.is_sound or findings.errors > errors or not agents or archive.facts is None:
        return None
    record = line.episode()
    agent = agents[record.agent]
    if agent is None:
        return None
    if not tally.is_new(record):
        terms = record.run_key.terms
        message = f"{quoted(record.agent)} has attempt {record.attempt} {terms} already."
        line.place.add("duplicate_episode", message)
    check_record(record, line.place, agent, archive.facts)
    return record if findings.errors == errors else None


def _check_listing(manifest: Manifest, place: Place, sha256: str, episodes: int) -> None:
    """Whether a file is the one that the manifest lists."""
    listed = (manifest.files or {}).get(place.file)
    if listed is None:
        return
    if listed.sha256.lower() != sha256:
        place.add(
            "file_digest",
            f"The manifest gives SHA-256 {listed.sha256[:12]}…, the file has {sha256[:12]}….",
        )
    if listed.episodes != episodes:
        place.add(
            "count_mismatch",
            f"The manifest counts {listed.episodes} episodes, the file has {episodes}.",
        )


def _check_bundle(manifest: Manifest, facts: BundleFacts | None, findings: Findings) -> None:
    if facts:
        check_bundle(manifest, facts, findings)
    elif manifest.bundle:
        message = f"This site has no bundle {quoted(manifest.bundle.ref)}."
        findings.add("unknown_bundle", message, MANIFEST)


def _take(error: Refused, findings: Findings) -> None:
    for problem in error.problems:
        findings.take(problem)
