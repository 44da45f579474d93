"""The four controls over whole bundles of 304 tasks, executed, judged and scored as on the site.

Expected are the counts that the paper gives for its family counts; nothing in the product
knows them.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from runs_app import actions, jobs, queries
from runs_app.domain.roster import CONTROLS
from tasks_app.actions import import_bundle
from tasks_app.domain.build import BuildPlan, Labeller, build_bundle
from tasks_app.domain.families import GROUP_OF, Family
from tasks_app.domain.labeller import LABELLER_PROVENANCE, label_tiers
from tasks_app.domain.seedpools import pools

EXPECTED = json.loads((Path(__file__).parent / "data/controls.json").read_text())
REAL_POOLS = (("hotpotqa", "hotpotqa_*.json"), ("musique", "musique_*.jsonl"))


def bundle_from(files):
    plan = BuildPlan("controls", "1", "a salt", "Controls")
    return build_bundle(files, plan, Labeller(label_tiers, LABELLER_PROVENANCE)).bundle


def atlas_bundle():
    return bundle_from([pools.atlas("a salt")])


def real_bundle():
    """Made from HotpotQA and MuSiQue; the atlas fills what they cannot."""
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: no real seed pools to read")
    derived = Path(folder) / "qa" / "derived"
    paths = [(name, path) for name, names in REAL_POOLS for path in sorted(derived.glob(names))]
    files = [pools.READERS[name](path) for name, path in paths]
    return bundle_from([*files, pools.atlas("a salt")])


def outcomes_at_main(bundle_id, agent):
    run = actions.open_run(bundle_id, agent, "main")
    jobs.execute_run(run_id=str(run.pk))
    return list(queries.run_outcomes([run.pk]))


def is_strict(outcome):
    return outcome.correct and outcome.grounded and outcome.within_budget


@pytest.mark.django_db
@pytest.mark.parametrize(
    "bundle", [atlas_bundle, pytest.param(real_bundle, marks=pytest.mark.real_data)]
)
def test_controls_score_exactly_as_published(bundle, inline):
    bundle_id = import_bundle(bundle())
    for control in CONTROLS:
        outcomes = outcomes_at_main(bundle_id, control.spec.name)
        strict = Counter(GROUP_OF[Family(o.family)].value for o in outcomes if is_strict(o))
        expected = EXPECTED["controls"][control.spec.name]
        assert len(outcomes) == EXPECTED["tasks"]["total"]
        assert strict.total() == expected["strict"], control.spec.name
        assert (strict["up"], strict["save"]) == (expected["up"], expected["save"])
        if control.spec.name == "BudgetAwarePlanner":
            assert all(outcome.within_budget for outcome in outcomes)
