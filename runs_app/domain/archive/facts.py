"""What checking an archive needs to know of its bundle: never the oracle."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from runs_app.domain.episode import RunKey
from tasks_app.domain.bundle_spec import BundleSpec


@dataclass(frozen=True)
class BundleFacts:
    """A bundle's manifest, the family of each task ("" in a meter bundle), the ids of its
    documents, and (meter) each known description with the tasks that have its text."""

    spec: BundleSpec
    families: Mapping[str, str]
    documents: Mapping[str, frozenset[str]]
    descriptions: Mapping[str, Collection[str]] = field(default_factory=dict)

    def tasks_of(self, run: RunKey) -> int:
        """How many tasks a run should cover: all, or those that have its description's text."""
        return len(self.descriptions.get(run.description, self.families))
