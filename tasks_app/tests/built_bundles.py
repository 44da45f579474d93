"""Bundles built of whole pools, by the site's own labeller; each is built once by a process."""

import os
from functools import cache
from pathlib import Path

import pytest

from tasks_app.domain.build import Build, BuildPlan, Labeller, build_bundle
from tasks_app.domain.labeller import LABELLER_PROVENANCE, label_tiers
from tasks_app.domain.seedpools import pools

REAL_POOLS = (("hotpotqa", "hotpotqa_*.json"), ("musique", "musique_*.jsonl"))


def build(files, salt, progress=None) -> Build:
    plan = BuildPlan("built", "1", salt, "Built by a test")
    return build_bundle(files, plan, Labeller(label_tiers, LABELLER_PROVENANCE), progress)


@cache
def atlas_build(salt="salt") -> Build:
    return build([pools.atlas(salt)], salt)


@cache
def real_build() -> Build:
    """Made from HotpotQA and MuSiQue; the atlas fills what they cannot."""
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: no bundle was built of real rows")
    derived = Path(folder) / "qa" / "derived"
    paths = [(name, path) for name, names in REAL_POOLS for path in sorted(derived.glob(names))]
    files = [pools.READERS[name](path) for name, path in paths]
    return build([*files, pools.atlas("salt")], "salt")
