"""``manifest.json``: who ran what, on which bundle, and which files hold the episodes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runs_app.domain.archive import field_types as types
from runs_app.domain.archive.agents import read_agents, read_meter_agents
from runs_app.domain.archive.contents import MANIFEST, is_episode_file
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.fields import (
    BOM,
    Field,
    Raw,
    Shape,
    read_document,
    read_fields,
    read_object,
)
from runs_app.domain.archive.findings import Findings, Place
from runs_app.domain.archive.limits import REPEATS_OF_AN_ARCHIVE
from runs_app.domain.archive.names import quoted
from runs_app.domain.episode import AgentSpec
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import BudgetLabel, Family

ARCHIVE_FORMAT = "ecoagent-episodes/1"

COMMON_FIELDS: Mapping[str, Field] = {
    "format": types.text(),
    "title": types.name(300, optional=True),
    "description": types.prose(),
    "licence": types.name(optional=True),
    "bundle": types.object_(),
    "agents": types.array(),
    "files": types.object_(),
}
MANIFEST_SHAPES: Mapping[BundleKind, Shape] = {
    BundleKind.ECONOMIC: Shape(
        {**COMMON_FIELDS, "budget_labels": types.array(), "family_counts": types.object_()},
        required=("format", "bundle", "agents", "budget_labels", "files"),
    ),
    BundleKind.METER: Shape(
        {
            **COMMON_FIELDS,
            "budget_labels": types.no_budget(types.array()),
            "repeats": types.count(1, REPEATS_OF_AN_ARCHIVE),
        },
        required=("format", "bundle", "agents", "files"),
    ),
}
BUNDLE_SHAPE = Shape(
    {
        "name": types.name(),
        "version": types.name(),
        "tasks_sha256": types.sha256(),
        "canonical_sha256": types.sha256(),
    },
    required=("name", "version", "tasks_sha256", "canonical_sha256"),
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
    is checked against them; a file is None where its entry is unsound. ``kind`` is that of the
    bundle, by which the rest was read; ``repeats`` (meter) the highest repeat an episode may have.
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
    kind: BundleKind = BundleKind.ECONOMIC
    repeats: int = 1


def named_bundle(data: bytes) -> tuple[BundleRef | None, BundleKind]:
    """The bundle that a manifest names, before anything else in it is read, and the kind that it
    looks like: what to read an archive by whose bundle is not known here."""
    unheard = Place(Findings(listed=0), MANIFEST)
    raws = read_document(data.removeprefix(BOM), unheard) or {}
    looks = BundleKind.ECONOMIC if "budget_labels" in raws or not raws else BundleKind.METER
    named = read_fields(raws, Shape({"bundle": types.object_()}), unheard).values
    return (_bundle(named["bundle"], unheard) if "bundle" in named else None), looks


def read_manifest(
    data: bytes, findings: Findings, kind: BundleKind = BundleKind.ECONOMIC
) -> Manifest:
    """Read ``manifest.json``; everything wrong in it goes to ``findings``.

    ``kind`` is that of the bundle: it decides which keys there are.
    """
    place = Place(findings, MANIFEST)
    raws = read_document(data.removeprefix(BOM), place)
    if raws is None:
        return Manifest(kind=kind)
    read = read_fields(raws, MANIFEST_SHAPES[kind], place)
    values = read.values
    if "format" in values and values["format"] != ARCHIVE_FORMAT:
        place.add("wrong_format", f"`format` is {quoted(values['format'])}.")
    parts = {key: read_ for key, read_ in PARTS[kind].items() if key in values}
    return Manifest(
        **{key: values[key] for key in PLAIN if key in values},
        **{key: read_(values[key], place) for key, read_ in parts.items()},
        extra=read.extra,
        kind=kind,
    )


def check_bundle(manifest: Manifest, facts: BundleFacts, findings: Findings) -> None:
    """Whether the manifest's bundle is, byte for byte, the one that this site has."""
    spec, ref = facts.spec, manifest.bundle
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


PLAIN = ("title", "description", "licence", "repeats")
PARTS: Mapping[BundleKind, Mapping[str, Callable[[Any, Place], Any]]] = {
    BundleKind.ECONOMIC: {
        "bundle": _bundle,
        "agents": read_agents,
        "budget_labels": _labels,
        "family_counts": _family_counts,
        "files": _files,
    },
    BundleKind.METER: {
        "bundle": _bundle,
        "agents": read_meter_agents,
        "files": _files,
    },
}
