"""Slots filled with rows: order, fallbacks, gates and what is counted on the way."""

import pytest

from tasks_app.domain.build import BuildPlan, Labeller, build_bundle
from tasks_app.domain.errors import Refused
from tasks_app.domain.families import Decision, Family
from tasks_app.domain.labeller import TierLabels
from tasks_app.domain.seedpools.seed_file import PoolOrigin, SeedFile
from tasks_app.domain.seedpools.seed_row import Shape
from tasks_app.domain.selection import salted_rows
from tasks_app.domain.slots import SLOTS, Choice, Slot
from tasks_app.tests.domain.rows import seed_row

TWO_HOP = frozenset({Shape.TWO_HOP})
LABELS = TierLabels({"fast": (False,) * 3, "frontier": (True,) * 3})


def slot(count=2, family=Family.CHEAP, decision=Decision.CHEAP, pools=("musique", "atlas")):
    return Slot("some slot", family, decision, count, tuple(Choice(p, TWO_HOP) for p in pools))


def pool(dataset, rows):
    return SeedFile(PoolOrigin(dataset, "https://example.org", "CC0-1.0"), "0" * 64, tuple(rows))


def rows(dataset, count, **changes):
    return [seed_row(dataset=dataset, row_id=f"{dataset}-{n}", **changes) for n in range(count)]


def fills(files, *slots, salt="salt"):
    plan = BuildPlan("name", "1", salt, "Title", slots)
    return build_bundle(files, plan, Labeller(lambda _row: LABELS, {"name": "stand-in"})).fills


def used(fill):
    return {(t.oracle.source.dataset, t.oracle.source.row_id) for t in fill.tasks}


def test_the_first_pool_fills_a_slot_alone_where_it_can():
    (fill,) = fills([pool("musique", rows("musique", 5)), pool("atlas", rows("atlas", 5))], slot())
    assert (fill.taken, fill.fell_back) == ({"musique": 2}, False)


def test_the_next_pool_gives_what_the_first_lacks():
    (fill,) = fills([pool("musique", rows("musique", 1)), pool("atlas", rows("atlas", 5))], slot())
    assert (fill.taken, fill.fell_back) == ({"musique": 1, "atlas": 1}, True)


def test_a_row_is_used_once_across_slots():
    first, second = fills([pool("musique", rows("musique", 4))], slot(), slot())
    assert not used(first) & used(second)
    assert len(used(first) | used(second)) == 4


def test_rows_of_another_shape_are_no_candidates():
    files = [
        pool("musique", rows("musique", 5, shape=Shape.MULTI_HOP)),
        pool("atlas", rows("atlas", 2)),
    ]
    (fill,) = fills(files, slot())
    assert fill.taken == {"atlas": 2}


def test_a_candidate_that_fails_a_gate_is_passed_over_and_counted():
    bad = rows("musique", 3, answer="Zanzibar")
    (fill,) = fills([pool("musique", bad), pool("atlas", rows("atlas", 2))], slot())
    assert fill.taken == {"atlas": 2}
    assert fill.passed_over == {"musique: answer_not_found": 3}


def test_a_row_with_the_other_decision_stays_for_the_slot_that_wants_it():
    wants_fast = slot(0, Family.MODEL_UPGRADE, Decision.FAST)
    wants_frontier = slot(2, Family.MODEL_UPGRADE, Decision.FRONTIER)
    (_, second) = fills([pool("musique", rows("musique", 2))], wants_fast, wants_frontier)
    assert second.taken == {"musique": 2}


def test_a_slot_that_cannot_be_filled_says_what_was_passed_over():
    files = [pool("musique", [*rows("musique", 1), *rows("atlas", 1, answer="Zanzibar")])]
    with pytest.raises(Refused) as refused:
        fills(files, slot(pools=("musique",)))
    (problem,) = refused.value.problems
    assert problem.code == "slot_unfilled"
    assert "needs 2 tasks, its pools give 1" in problem.message
    assert "answer_not_found (1)" in problem.hint


def test_the_order_of_rows_is_that_of_the_salt_and_blind_to_their_order_in_the_file():
    some = rows("musique", 20)
    assert salted_rows(some, "a") == salted_rows(some[::-1], "a")
    assert salted_rows(some, "a") != salted_rows(some, "b")


def test_equal_row_ids_of_several_files_are_one_row():
    assert len(salted_rows([*rows("musique", 3), *rows("musique", 2)], "a")) == 3


def test_the_slots_are_those_of_the_paper():
    """304 = 7 frozen + 115 escalation (96 + 4 + 15) + 72 cheap + 10 stop + 100 model tiers."""
    counts = {family: sum(s.count for s in SLOTS if s.family is family) for family in Family}
    assert counts == {
        Family.FROZEN: 7,
        Family.ESCALATION: 115,
        Family.CHEAP: 72,
        Family.STOP: 10,
        Family.MODEL_UPGRADE: 100,
    }
    decisions = {d: sum(s.count for s in SLOTS if s.decision is d) for d in Decision}
    assert (decisions[Decision.FRONTIER], decisions[Decision.FAST]) == (54, 53)


def test_the_atlas_is_the_last_choice_of_every_slot():
    assert {s.choices[-1].dataset for s in SLOTS} == {"atlas"}
