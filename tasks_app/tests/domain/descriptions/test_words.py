"""Stems, synonyms and clauses."""

import pytest

from tasks_app.domain.descriptions.concepts import CONCEPTS
from tasks_app.domain.descriptions.words import Clause, clauses, concept_of, concepts, stem


@pytest.mark.parametrize(
    "words",
    [("write", "writes", "writing"), ("stop", "stopped", "stopping"), ("entry", "entries"),
     ("normalise", "normalized", "normalising"), ("round", "rounded"), ("class", "classes")],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(words):
    assert len({stem(word) for word in words}) == 1


def test_no_word_belongs_to_two_groups_of_synonyms():
    names: dict[str, set[str]] = {}
    for group in CONCEPTS:
        for word in group.split():
            names.setdefault(stem(word), set()).add(group.split()[0])
    assert {word: groups for word, groups in names.items() if len(groups) > 1} == {}


def test_synonyms_are_one_concept_and_small_words_are_none():
    assert concept_of("saves") == concept_of("writing") == "write"
    assert concepts("The script must not be changed.") == ("programme", "change")


def test_a_sentence_falls_into_what_it_says():
    sentence = Clause("Fix the bug so that tests pass, but do not edit them; by rewriting it", 0)
    assert [clause.text for clause in clauses(sentence)] == [
        "Fix the bug so that tests pass",
        "but do not edit them",
        "by rewriting it",
    ]


def test_places_of_clauses_are_places_in_the_text():
    text = "- Read it, and then save it; never twice"
    for clause in clauses(Clause(text, 0)):
        assert text[clause.start : clause.end] == clause.text
