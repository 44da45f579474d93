"""The evidence-only readers: their answers come from what they observed and from nowhere else."""

from dataclasses import replace

import pytest

from runs_app.domain.environment import Observation
from runs_app.domain.readers import Notes
from runs_app.tests.factories import attempt, task_that, with_answer
from tasks_app.domain.families import Decision
from tasks_app.domain.task_spec import Document, Surface
from tasks_app.tests.factories import mini_bundle

READERS = ("LexicalFrugal", "LexicalEager")
TASKS = mini_bundle().tasks


def actions(record):
    return [step.action for step in record.steps]


def said(record):
    """All that a reader did, without the clock."""
    return record.answer, record.abstained, record.steps


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task_id)
def test_another_answer_planted_in_the_oracle_changes_nothing(reader, task):
    labels = {"fast": (False, False, False), "frontier": (False, False, False)}
    planted = with_answer(task, "zanzibarium", "zanzibarium too")
    planted = replace(planted, oracle=replace(planted.oracle, tier_labels=labels, support=()))
    assert said(attempt(reader, task)[0]) == said(attempt(reader, planted)[0])


def test_readers_find_answers_in_the_evidence():
    correct = {
        reader: sum(bool(attempt(reader, task, "loose")[1].correct) for task in TASKS)
        for reader in READERS
    }
    assert all(correct.values())


@pytest.mark.parametrize("label", ["tight", "medium", "loose"])
@pytest.mark.parametrize("reader", READERS)
def test_readers_stay_within_budget(reader, label):
    assert all(attempt(reader, task, label)[1].within_budget for task in TASKS)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task_id)
def test_the_frugal_reader_never_buys_research_or_the_frontier_tier(task):
    record, score = attempt("LexicalFrugal", task, "loose")
    assert "deep_research" not in actions(record)
    assert score.tier in (None, "fast")


def test_the_eager_reader_researches_once_it_can_afford_to():
    task = task_that(Decision.ESCALATE)
    assert "deep_research" not in actions(attempt("LexicalEager", task, "tight")[0])
    assert "deep_research" in actions(attempt("LexicalEager", task, "medium")[0])


def test_the_eager_reader_takes_the_best_tier_that_it_can_afford():
    task = task_that(Decision.FRONTIER)
    assert attempt("LexicalEager", task, "tight")[1].tier == "fast"
    assert attempt("LexicalEager", task, "loose")[1].tier == "frontier"


def test_notes_keep_the_fullest_version_of_a_document():
    snippet = Document("d1", "T", "short", Surface.SEARCH)
    full = replace(snippet, text="short and then the rest")
    notes = Notes()
    for document in (snippet, full, snippet):
        notes.take(Observation("", (document,)))
    assert notes.documents == (full,)
