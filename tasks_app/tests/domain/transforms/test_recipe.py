"""From a seed row to a task of each family."""

import json

import pytest

from tasks_app.domain.bundle_format import task_to_json
from tasks_app.domain.families import Decision, Family
from tasks_app.domain.labeller import TierLabels
from tasks_app.domain.prices import REFERENCE_PRICES
from tasks_app.domain.seedpools.seed_row import Shape
from tasks_app.domain.task_spec import Surface, agent_view
from tasks_app.domain.transforms.cheap import cheap_task
from tasks_app.domain.transforms.escalation import escalation_task
from tasks_app.domain.transforms.model_tier import frozen_information_task, model_upgrade_task
from tasks_app.domain.transforms.recipe import Unfit, Workbench
from tasks_app.domain.transforms.stop_loss import stop_loss_task
from tasks_app.tests.domain.rows import PARAGRAPHS, seed_row

YES, NO = (True,) * 3, (False,) * 3
MUST_UPGRADE = TierLabels({"fast": NO, "frontier": YES})
CHEAP_SUFFICES = TierLabels({"fast": YES, "frontier": YES})
HOPELESS = TierLabels({"fast": NO, "frontier": NO})


def bench(labels=MUST_UPGRADE, salt="salt"):
    return Workbench(salt, REFERENCE_PRICES, lambda _row: labels)


def titles(task, surface):
    return {d.title for d in task.documents if d.surface is surface}


class TestEscalation:
    def test_the_hop_with_the_answer_is_withheld_and_the_rest_can_be_searched(self):
        task = escalation_task(seed_row(), bench())
        assert titles(task, Surface.DEEP) == {"Danube"}
        assert titles(task, Surface.SEARCH) == {"Donaueschingen", "Rhine", "Elbe"}

    def test_its_canonical_trace_costs_322_against_46(self):
        oracle = escalation_task(seed_row(), bench()).oracle
        # search 30 + read 16 + read 16 + deep research 260 = 322; search 30 + read 16 = 46
        assert (oracle.canonical.units, oracle.contrast.units) == (322, 46)

    def test_a_row_without_a_carrier_or_with_several_is_unfit(self):
        nowhere = escalation_task(seed_row(answer="Zanzibar"), bench())
        twice = escalation_task(seed_row(answer="Danube"), bench())
        assert nowhere == Unfit("no supporting paragraphs carry the answer")
        assert twice == Unfit("several supporting paragraphs carry the answer")

    def test_an_alias_marks_the_carrier_too(self):
        task = escalation_task(seed_row(answer="Pontus Euxinus", aliases=["Black Sea"]), bench())
        assert titles(task, Surface.DEEP) == {"Danube"}


class TestCheap:
    def test_every_paragraph_can_be_searched(self):
        task = cheap_task(seed_row(), bench())
        assert titles(task, Surface.SEARCH) == {title for title, *_ in PARAGRAPHS}
        assert (task.oracle.canonical.units, task.oracle.contrast.units) == (46, 322)

    def test_a_row_without_an_answer_is_unfit(self):
        assert isinstance(cheap_task(seed_row(answer=None), bench()), Unfit)


class TestStopLoss:
    def test_it_has_no_answer_and_costs_306(self):
        task = stop_loss_task(seed_row(answer=None, shape=Shape.FALSE_PREMISE), bench())
        # search 30 + read 16 + deep research 260 = 306
        assert (task.oracle.answer, task.oracle.canonical.units) == (None, 306)
        assert task.oracle.canonical.actions[-1] == "abstain"

    def test_a_row_with_an_answer_is_unfit(self):
        assert isinstance(stop_loss_task(seed_row(), bench()), Unfit)


class TestModelTiers:
    @pytest.mark.parametrize(
        ("labels", "decision", "units"),
        [(MUST_UPGRADE, Decision.FRONTIER, 160), (CHEAP_SUFFICES, Decision.FAST, 20)],
    )
    def test_the_labeller_decides(self, labels, decision, units):
        task = model_upgrade_task(seed_row(), bench(labels))
        assert (task.oracle.decision, task.oracle.canonical.units) == (decision, units)
        assert task.oracle.tier_labels == labels.attempts

    def test_all_evidence_is_given(self):
        task = frozen_information_task(seed_row(), bench())
        assert task.family is Family.FROZEN
        assert len(agent_view(task).context) == len(PARAGRAPHS)
        assert "search" not in task.tools
        assert task.tools["run_model:frontier"] == 160

    def test_a_row_that_the_frontier_reader_fails_is_unfit(self):
        assert isinstance(model_upgrade_task(seed_row(), bench(HOPELESS)), Unfit)


TASKS = [
    ("musique", cheap_task(seed_row(), bench())),
    ("musique", escalation_task(seed_row(), bench())),
    ("atlas", stop_loss_task(seed_row(dataset="atlas", answer=None), bench())),
    ("hotpotqa", model_upgrade_task(seed_row(dataset="hotpotqa"), bench())),
]


@pytest.mark.parametrize(("dataset", "task"), TASKS)
def test_nothing_an_agent_sees_hints_at_source_support_or_decision(dataset, task):
    view = json.dumps(task_to_json(task) | dict.fromkeys(("source", "rationale", "decision")))
    ids = [task.task_id, *(d.doc_id for d in task.documents)]
    assert dataset not in view
    assert "r-1" not in view
    assert [d.doc_id for d in task.documents] == sorted(d.doc_id for d in task.documents)
    for word in ("cheap", "escal", "stop", "fast", "frontier", "deep", "support", dataset):
        assert not any(word in name for name in ids)
        assert word not in task.instruction.casefold()


def test_the_ids_of_a_row_are_others_under_another_salt():
    one, other = cheap_task(seed_row(), bench()), cheap_task(seed_row(), bench(salt="other"))
    assert one.task_id != other.task_id
    assert not {d.doc_id for d in one.documents} & {d.doc_id for d in other.documents}


def test_families_that_search_share_one_instruction():
    # An agent that could tell the families by their text would know the decision.
    texts = {task.instruction for _, task in TASKS[:3]}
    assert len(texts) == 1
