"""Which tier a row calls for: decided by the readers' attempts, never by the row's own claims."""

import dataclasses
import os
from collections import Counter
from pathlib import Path

import pytest

from tasks_app.domain.families import Decision
from tasks_app.domain.labeller import ATTEMPTS, LABELLER_PROVENANCE, TierLabels, label_tiers
from tasks_app.domain.normalise import NORMALISATION_VERSION
from tasks_app.domain.seedpools import pools
from tasks_app.domain.seedpools.seed_row import SeedParagraph, SeedRow, Shape

RIGHT, WRONG, MOSTLY, SELDOM = (
    (True, True, True),
    (False, False, False),
    (True, False, True),
    (False, True, False),
)
PARAGRAPHS = (
    SeedParagraph("Keld Airport", "Keld Airport lies in Norland. Its code is KLD.", True),
    SeedParagraph("Norland", "Norland is in the north. Its currency is called the Crown.", True),
    SeedParagraph("Sudland", "Sudland is in the south. Its currency is called the Mark.", False),
)


def row(question, answer, aliases=()):
    return SeedRow(
        dataset="made by hand",
        row_id="1",
        licence="none",
        question=question,
        answer=answer,
        aliases=aliases,
        paragraphs=PARAGRAPHS,
        hops=2,
        raw_sha256="",
        shape=Shape.TIER,
    )


ONE_FACT = row("What is the currency of Norland?", "Crown")
TWO_FACTS = row("What is the currency of the country in which Keld Airport lies?", "Crown")


@pytest.mark.parametrize(
    ("fast", "frontier", "decision"),
    [
        (RIGHT, RIGHT, Decision.FAST),
        (MOSTLY, MOSTLY, Decision.FAST),
        (SELDOM, MOSTLY, Decision.FRONTIER),
        (WRONG, RIGHT, Decision.FRONTIER),
        (RIGHT, SELDOM, None),
        (WRONG, WRONG, None),
    ],
)
def test_the_majority_of_each_tiers_attempts_decides(fast, frontier, decision):
    assert TierLabels({"fast": fast, "frontier": frontier}).decision is decision


def test_one_fact_needs_the_fast_tier_and_two_facts_the_frontier_tier():
    assert label_tiers(ONE_FACT).decision is Decision.FAST
    assert label_tiers(TWO_FACTS).decision is Decision.FRONTIER


def test_every_attempt_of_both_tiers_is_recorded():
    attempts = label_tiers(TWO_FACTS).attempts
    assert {tier: len(tries) for tier, tries in attempts.items()} == {
        "fast": ATTEMPTS,
        "frontier": ATTEMPTS,
    }


def test_an_alias_counts_as_right():
    renamed = row(ONE_FACT.question, "the Norlandic krone", ("crown",))
    assert label_tiers(renamed).decision is Decision.FAST


def test_another_answer_key_changes_the_verdict_and_not_the_reading():
    planted = dataclasses.replace(ONE_FACT, answer="planted answer")
    assert label_tiers(planted).decision is None


def test_a_row_without_an_answer_calls_for_no_tier():
    assert label_tiers(dataclasses.replace(ONE_FACT, answer=None)).decision is None


def test_labels_do_not_depend_on_the_order_of_paragraphs():
    backwards = dataclasses.replace(TWO_FACTS, paragraphs=PARAGRAPHS[::-1])
    assert label_tiers(backwards) == label_tiers(TWO_FACTS)


def test_the_provenance_names_the_judge_that_the_labels_rest_on():
    assert LABELLER_PROVENANCE["judge"] == f"exact/{NORMALISATION_VERSION}"
    assert LABELLER_PROVENANCE["attempts"] == ATTEMPTS


@pytest.mark.real_data
def test_real_questions_call_for_each_tier_often_enough():
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: real HotpotQA questions were NOT labelled")
    paths = sorted((Path(folder) / "qa" / "derived").glob("hotpotqa_*.json"))
    rows = [row for path in paths for row in pools.READERS["hotpotqa"](path).rows]
    decisions = Counter(label_tiers(row).decision for row in rows)
    assert decisions[Decision.FAST] >= 60
    assert decisions[Decision.FRONTIER] >= 30
