"""What checking an archive needs to know of its bundle: never the oracle."""

from collections.abc import Mapping
from dataclasses import dataclass

from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.families import Family


@dataclass(frozen=True)
class BundleFacts:
    """A bundle's manifest, the family of each task and the ids of its documents."""

    spec: BundleSpec
    families: Mapping[str, Family]
    documents: Mapping[str, frozenset[str]]
