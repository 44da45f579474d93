"""The four controls over whole bundles of 304 tasks, executed, judged and scored as on the site.

Expected are the counts that the paper gives for its family counts; nothing in the product
knows them.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from runs_app import actions, jobs, queries
from runs_app.domain.roster import CONTROLS
from tasks_app.actions import import_bundle
from tasks_app.domain.families import GROUP_OF, Family
from tasks_app.tests.built_bundles import atlas_build, real_build

EXPECTED = json.loads((Path(__file__).parent / "data/controls.json").read_text())


def outcomes_at_main(bundle_id, agent):
    run = actions.open_run(bundle_id, agent, "main")
    jobs.execute_run(run_id=str(run.pk))
    return list(queries.run_outcomes([run.pk]))


def is_strict(outcome):
    return outcome.correct and outcome.grounded and outcome.within_budget


@pytest.mark.django_db
@pytest.mark.parametrize(
    "build", [atlas_build, pytest.param(real_build, marks=pytest.mark.real_data)]
)
def test_controls_score_exactly_as_published(build, inline):
    bundle_id = import_bundle(build().bundle)
    for control in CONTROLS:
        outcomes = outcomes_at_main(bundle_id, control.spec.name)
        strict = Counter(GROUP_OF[Family(o.family)].value for o in outcomes if is_strict(o))
        expected = EXPECTED["controls"][control.spec.name]
        assert len(outcomes) == EXPECTED["tasks"]["total"]
        assert strict.total() == expected["strict"], control.spec.name
        assert (strict["up"], strict["save"]) == (expected["up"], expected["save"])
        if control.spec.name == "BudgetAwarePlanner":
            assert all(outcome.within_budget for outcome in outcomes)
