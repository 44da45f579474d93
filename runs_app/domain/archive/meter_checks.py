"""What only the episodes of a meter bundle are asked."""

from collections.abc import Collection, Iterator

from runs_app.domain.archive.episode_line import ParsedLine
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.findings import Place
from runs_app.domain.archive.manifest import Manifest
from runs_app.domain.archive.tally import Tally
from runs_app.domain.descriptions import ORIGINAL
from runs_app.domain.episode import EpisodeRecord, RunKey, Usage

UNKNOWN_DESCRIPTION = ("unknown_description", "The bundle")


def check_repeat(line: ParsedLine, manifest: Manifest) -> None:
    repeat = line.values["repeat"]
    if repeat > manifest.repeats:
        message = f"`repeat` is {repeat}; the manifest's `repeats` is {manifest.repeats}."
        line.place.add("repeat_beyond", message)


def check_measures(record: EpisodeRecord, place: Place) -> None:
    """Whether the numbers of an episode contradict each other."""
    counted, listed = record.step_count, len(record.steps)
    if listed and counted not in (None, listed):
        place.add("step_count_differs", f"`step_count` is {counted}; {listed} steps are listed.")
    for message in _contradictions(record.usage or Usage()):
        place.add("tokens_differ", message)


def wanted_meter_runs(
    manifest: Manifest, facts: BundleFacts, tally: Tally
) -> Iterator[tuple[RunKey, Collection[str]]]:
    """Each agent under each description that it has an episode of, in every repeat."""
    tried: dict[str, set[str]] = {agent: set() for agent in manifest.agents or ()}
    for run in tally.attempts:
        tried[run.agent].add(run.description)
    for agent, descriptions in tried.items():
        for description in sorted(descriptions) or [ORIGINAL]:
            for repeat in range(1, manifest.repeats + 1):
                yield RunKey(agent, "", description, repeat), facts.descriptions[description]


def _contradictions(usage: Usage) -> Iterator[str]:
    parts = (usage.cached_input_tokens or 0) + (usage.cache_creation_tokens or 0)
    if usage.input_tokens is not None and parts > usage.input_tokens:
        yield f"{parts} cached tokens are more than the {usage.input_tokens} of the input."
    total, known = usage.total_tokens, (usage.input_tokens or 0) + (usage.output_tokens or 0)
    if total is not None and known > total:
        yield f"`total_tokens` is {total}; input and output are {known}."
