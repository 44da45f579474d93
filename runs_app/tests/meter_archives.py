"""Archives of meter episodes: the reference values' 180, and single lines to break."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile

from runs_app.actions import archives
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.manifest import BundleRef
from runs_app.domain.descriptions import described_tasks
from runs_app.models import Archive
from runs_app.tests.archives import ArchiveDraft
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.tests.meter_bundles import meter_bundle

DATA = Path(__file__).parent / "data" / "ams_runs.json"


@cache
def reference_rows() -> tuple[dict[str, Any], ...]:
    """The 180 rows of the reference values (``spec/vectors/ams.json``): 6 configurations, 30
    tasks."""
    data = json.loads(DATA.read_text())
    return tuple(dict(zip(data["columns"], row, strict=True)) for row in data["runs"])


def reference_lines(**changes: Any) -> list[dict[str, Any]]:
    """The reference rows as lines of an archive."""
    return [
        line(
            row["task_id"],
            agent=f"{row['model']} in {row['cli']}",
            reward=row["reward"],
            usage={"total_tokens": row["tokens"]},
            step_count=row["steps"],
            cost_usd=row["cost_usd"],
            **changes,
        )
        for row in reference_rows()
    ]


def reference_agents() -> list[dict[str, Any]]:
    pairs = dict.fromkeys((row["model"], row["cli"]) for row in reference_rows())
    return [agent(model, cli) for model, cli in pairs]


def agent(model: str = "model-a", cli: str = "cli-x", **changes: Any) -> dict[str, Any]:
    name = f"{model} in {cli}"
    return {"name": name, "track": "imported", "model": model, "scaffold": cli} | changes


def line(task_id: str, **changes: Any) -> dict[str, Any]:
    """A passing episode of ``model-a`` in ``cli-x``."""
    return {
        "agent": "model-a in cli-x",
        "task_id": task_id,
        "attempt": 1,
        "status": "completed",
        "reward": 1.0,
        "cost_usd": 0.25,
    } | changes


@dataclass
class MeterDraft(ArchiveDraft):
    """A whole archive of the meter bundle: the reference episodes unless told otherwise."""

    lines: list[Any] = field(default_factory=reference_lines)
    agents: list[dict[str, Any]] = field(default_factory=reference_agents)

    def spec(self) -> BundleSpec:
        return meter_bundle().spec

    def terms(self) -> dict[str, Any]:
        return {"agents": self.agents}


def one_agent(lines: list[Any] | None = None, **manifest: Any) -> MeterDraft:
    """An archive of ``model-a`` in ``cli-x``: all thirty tasks passed, unless told otherwise."""
    whole = [line(task.task_id) for task in meter_bundle().meter_tasks]
    return MeterDraft(whole if lines is None else lines, manifest=manifest, agents=[agent()])


def find_meter_bundle(ref: BundleRef) -> BundleFacts | None:
    bundle = meter_bundle()
    described = described_tasks(bundle.meter_tasks)
    families = {task.task_id: "" for task in bundle.meter_tasks}
    facts = BundleFacts(bundle.spec, families, {}, described)
    return facts if ref.ref == bundle.spec.ref else None


def ingested(data: bytes, owner: Any, **choices: Any) -> Archive:
    """An archive after the whole way that an upload takes, in this process."""
    archive = archives.receive_archive(ContentFile(data, "meter.zip"), owner, **choices)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    return archive
