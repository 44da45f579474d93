"""``manifest.json``: who ran what, on which bundle, and which files hold the episodes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runs_app.domain.archive import field_types as types
from runs_app.domain.archive.contents import MANIFEST, is_episode_file
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.fields import (
    BOM,
    Raw,
    Shape,
    read_document,
    read_fields,
    read_object,
)
from runs_app.domain.archive.findings import Findings, Place
from runs_app.domain.archive.limits import AGENTS_OF_AN_ARCHIVE
from runs_app.domain.archive.names import quoted
from runs_app.domain.episode import AgentSpec, CompositeMode, Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import BudgetLabel, Family

ARCHIVE_FORMAT = "ecoagent-episodes/1"

MANIFEST_SHAPE = Shape(
    {
        "format": types.text(),
        "title": types.name(300, optional=True),
        "description": types.prose(),
        "licence": types.name(optional=True),
        "bundle": types.object_(),
        "agents": types.array(),
        "budget_labels": types.array(),
        "family_counts": types.object_(),
        "files": types.object_(),
    },
    required=("format", "bundle", "agents", "budget_labels", "files"),
)
BUNDLE_SHAPE = Shape(
    {
        "name": types.name(),
        "version": types.name(),
        "tasks_sha256": types.sha256(),
        "canonical_sha256": types.sha256(),
    },
    required=("name", "version", "tasks_sha256", "canonical_sha256"),
)
AGENT_SHAPE = Shape(
    {
        "name": types.name(),
        "track": types.choice(Track),
        "model": types.name(optional=True),
        "scaffold": types.name(optional=True),
        "prompt": types.prose(),
        "composite_mode": types.choice(CompositeMode),
        "url": types.url(),
    },
    required=("name", "track"),
)
FILE_SHAPE = Shape(
    {"sha256": types.sha256(), "episodes": types.count()}, required=("sha256", "episodes")
)
LABELS = types.choice(BudgetLabel)
TASK_COUNTS = Shape({family.value: types.count() for family in Family})


@dataclass(frozen=True)
class BundleRef:
    """The bundle a submitter ran against; digests are blank where they could not be read."""

    name: str
    version: str
    tasks_sha256: str = ""
    canonical_sha256: str = ""

    @property
    def ref(self) -> str:
        return f"{self.name}@{self.version}"


@dataclass(frozen=True)
class ListedFile:
    sha256: str
    episodes: int


@dataclass
class Manifest:
    """What could be read; unsound parts are absent, and a problem each.

    ``agents`` maps a name to None where the rest of the agent is unsound; ``agents``,
    ``budget_labels`` and ``files`` are None where they could not be read at all, so that nothing
    is checked against them; a file is None where its entry is unsound.
    """

    title: str = ""
    description: str = ""
    licence: str = ""
    bundle: BundleRef | None = None
    agents: Mapping[str, AgentSpec | None] | None = None
    budget_labels: tuple[str, ...] | None = None
    family_counts: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, ListedFile | None] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


def read_manifest(data: bytes, findings: Findings) -> Manifest:
    """Read ``manifest.json``; everything wrong in it goes to ``findings``."""
    place = Place(findings, MANIFEST)
    raws = read_document(data.removeprefix(BOM), place)
    if raws is None:
        return Manifest()
    read = read_fields(raws, MANIFEST_SHAPE, place)
    values = read.values
    if "format" in values and values["format"] != ARCHIVE_FORMAT:
        place.add("wrong_format", f"`format` is {quoted(values['format'])}.")
    return Manifest(
        **{key: values[key] for key in ("title", "description", "licence") if key in values},
        **{key: read_(values[key], place) for key, read_ in PARTS.items() if key in values},
        extra=read.extra,
    )


def check_bundle(manifest: Manifest, facts: BundleFacts, findings: Findings) -> None:
    """Whether the manifest's bundle is, byte for byte, the one that this site has."""
    spec, ref = facts.spec, manifest.bundle
    if spec.kind is not BundleKind.ECONOMIC:
        message = f"{spec.ref} is of kind {spec.kind}; its episodes cannot be taken yet."
        findings.add("unsupported_bundle", message, MANIFEST)
    for key in ("tasks_sha256", "canonical_sha256"):
        given, ours = getattr(ref, key, ""), getattr(spec, key)
        if given and given.lower() != ours:
            message = f"`bundle.{key}` is {given[:12]}…, that of {spec.ref} is {ours[:12]}…."
            findings.add("bundle_digest", message, MANIFEST)


def _bundle(raws: Mapping[str, Raw], place: Place) -> BundleRef | None:
    read = read_fields(raws, BUNDLE_SHAPE, place.inside("bundle"))
    if read.broken & {"name", "version"}:
        return None
    return BundleRef(**read.values)


def _agents(items: list[Raw], place: Place) -> Mapping[str, AgentSpec | None]:
    agents: dict[str, AgentSpec | None] = {}
    if not 0 < len(items) <= AGENTS_OF_AN_ARCHIVE:
        place.add("wrong_value", f"`agents` must have 1 to {AGENTS_OF_AN_ARCHIVE} items.")
    for number, item in enumerate(items[:AGENTS_OF_AN_ARCHIVE]):
        here = place.inside(f"agents[{number}]")
        read = read_object(item, AGENT_SHAPE, here)
        name = read.values.get("name")
        if name is None:
            continue
        if name in agents:
            place.add("duplicate_agent", f"Two agents have the name {quoted(name)}.")
        agents[name] = None if read.broken else _agent(AgentSpec(**read.values), here)
    return agents


def _agent(agent: AgentSpec, place: Place) -> AgentSpec:
    if agent.is_control and agent.track is not Track.SCRIPTED:
        message = f"Agent {quoted(agent.name)} is in track {agent.track}."
        place.add("oracle_mode", message)
    return agent


def _labels(items: list[Raw], place: Place) -> tuple[str, ...]:
    labels: list[str] = []
    if not items:
        place.add("wrong_value", "`budget_labels` must name at least one label.")
    for number, item in enumerate(items[: len(BudgetLabel) * 2]):
        key = f"budget_labels[{number}]"
        read = read_fields({key: item}, Shape({key: LABELS}, (key,)), place)
        labels += [value.value for value in read.values.values()]
    return tuple(dict.fromkeys(labels))


def _files(raws: Mapping[str, Raw], place: Place) -> Mapping[str, ListedFile | None]:
    files: dict[str, ListedFile | None] = {}
    for name, raw in raws.items():
        if not is_episode_file(name):
            place.add("file_name", f"`files` lists {quoted(name)}.")
            continue
        here = place.inside(f"files[{quoted(name)}]")
        read = read_object(raw, FILE_SHAPE, here)
        files[name] = None if read.broken else ListedFile(**read.values)
    return files


def _family_counts(raws: Mapping[str, Raw], place: Place) -> Mapping[str, int]:
    return read_fields(raws, TASK_COUNTS, place.inside("family_counts")).values


PARTS: Mapping[str, Callable[[Any, Place], Any]] = {
    "bundle": _bundle,
    "agents": _agents,
    "budget_labels": _labels,
    "family_counts": _family_counts,
    "files": _files,
}
