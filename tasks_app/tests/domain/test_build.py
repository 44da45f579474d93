"""The whole build: reproducible, salted, honest about its sources, with the paper's counts."""

from collections import Counter

import pytest

from tasks_app.domain import gates
from tasks_app.domain.bundle_format import read_bundle, write_bundle
from tasks_app.domain.labeller import LABELLER_PROVENANCE
from tasks_app.domain.seedpools import pools
from tasks_app.tests.built_bundles import atlas_build, build, real_build

PAPER_COUNTS = {
    "frozen_information_qa": 7,
    "escalation_qa": 115,
    "cheap_qa": 72,
    "stop_loss": 10,
    "model_upgrade_qa": 100,
}
PAPER_DECISIONS = {"escalate": 115, "cheap": 72, "stop": 10, "frontier": 54, "fast": 53}


def decisions(bundle):
    return Counter(task.oracle.decision.value for task in bundle.tasks)


def rows_used(bundle):
    return {(t.oracle.source.dataset, t.oracle.source.row_id) for t in bundle.tasks}


def test_the_atlas_alone_fills_the_paper_s_304_tasks():
    bundle = atlas_build().bundle
    assert dict(bundle.spec.counts) == PAPER_COUNTS
    assert decisions(bundle) == PAPER_DECISIONS
    assert len(rows_used(bundle)) == 304


def test_the_same_salt_gives_the_same_bytes(tmp_path):
    told = []
    again = build([pools.atlas("salt")], "salt", told.append)
    assert tuple(told) == again.fills  # each slot is reported when it is filled
    for name, bundle in (("one.zip", atlas_build().bundle), ("two.zip", again.bundle)):
        write_bundle(bundle, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_another_salt_gives_another_selection():
    one, other = atlas_build().bundle, atlas_build("pepper").bundle
    assert dict(other.spec.counts) == PAPER_COUNTS
    assert rows_used(one) != rows_used(other)
    assert not {t.task_id for t in one.tasks} & {t.task_id for t in other.tasks}


def test_a_built_bundle_passes_its_gates_and_is_read_again_unchanged(tmp_path):
    bundle = atlas_build().bundle
    assert gates.findings(bundle) == ()
    write_bundle(bundle, tmp_path / "bundle")
    assert read_bundle(tmp_path / "bundle") == bundle


def test_the_manifest_says_where_the_rows_come_from_and_who_labelled_them():
    spec = atlas_build().bundle.spec
    assert [(source["name"], source["rows"]) for source in spec.sources] == [("atlas", 304)]
    assert len(spec.sources[0]["sha256"]) == 64
    assert spec.labeller == LABELLER_PROVENANCE
    assert spec.selection == {"salt": "salt", "method": "salted-sha256"}
    assert spec.description == "304 tasks, all made from atlas."


def test_nothing_in_ids_or_order_tells_families_or_decisions_apart():
    """Tasks lie in the order of their ids, and no prefix of an id belongs to one decision."""
    tasks = atlas_build().bundle.tasks
    ids = [task.task_id for task in tasks]
    assert ids == sorted(ids)
    assert {len(task_id) for task_id in ids} == {18}
    first_half = decisions_of(tasks[:152])
    # 115 of 304 tasks escalate: about 57 in each half; all orders by decision give 0 or 115.
    assert 30 < first_half["escalate"] < 85


def decisions_of(tasks):
    return Counter(task.oracle.decision.value for task in tasks)


@pytest.mark.real_data
class TestRealPools:
    def test_hotpotqa_and_musique_give_the_paper_s_counts_and_decisions(self):
        bundle = real_build().bundle
        assert dict(bundle.spec.counts) == PAPER_COUNTS
        assert decisions(bundle) == PAPER_DECISIONS
        assert gates.findings(bundle) == ()

    def test_the_real_pools_fill_the_slots_that_name_them_first(self):
        taken = {fill.slot.name: fill.taken for fill in real_build().fills}
        assert taken["cheap two-hop"] == {"musique": 72}
        assert taken["escalation, three and more hops"] == {"musique": 15}
        assert taken["escalation, two hops"] == {"hotpotqa": 96}
        assert taken["escalation tables"] == {"atlas": 4}
        assert taken["false premise"] == {"atlas": 10}

    def test_the_manifest_counts_the_rows_of_each_file(self):
        sources = real_build().bundle.spec.sources
        names = [source["name"] for source in sources]
        assert names == ["hotpotqa", "hotpotqa", "musique", "musique", "atlas"]
        assert sum(source["rows"] for source in sources) == 304
