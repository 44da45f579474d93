"""SQuAD 2.0 files: impossible questions become rows, oddities are named."""

import json

from tasks_app.domain.seedpools.seed_row import Shape
from tasks_app.domain.seedpools.squad2 import read_squad2

CONTEXT = "Berlin has 10 inhabitants."


def question(answers=(), is_impossible=False):
    return {
        "id": "q-1",
        "question": "How many people live in Paris?",
        "answers": list(answers),
        "is_impossible": is_impossible,
    }


def squad(*questions):
    paragraphs = [{"context": CONTEXT, "qas": list(questions)}]
    return {"version": "v2.0", "data": [{"title": "The_City", "paragraphs": paragraphs}]}


def read(tmp_path, value):
    path = tmp_path / "squad.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return read_squad2(path)


def test_an_impossible_question_is_a_false_premise_over_its_paragraph(tmp_path):
    (row,) = read(tmp_path, squad(question(is_impossible=True))).rows
    assert (row.shape, row.answer, row.row_id) == (Shape.FALSE_PREMISE, None, "q-1")
    assert [(p.title, p.text) for p in row.paragraphs] == [("The City", CONTEXT)]


def test_an_answerable_question_is_skipped_and_counted(tmp_path):
    file = read(tmp_path, squad(question([{"text": "10", "answer_start": 11}])))
    assert (file.rows, file.skipped, file.problems) == ((), {"answerable": 1}, ())


def test_an_answer_that_does_not_stand_at_its_offset_is_named(tmp_path):
    wrong = [{"text": "11", "answer_start": 11}, {"text": "10", "answer_start": -3}]
    file = read(tmp_path, squad(question(wrong)))
    assert [p.code for p in file.problems] == ["answer_not_in_context"] * 2


def test_a_flat_file_is_named_as_such(tmp_path):
    flat = {"data": [{"id": "1", "question": "Where?", "context": CONTEXT, "answers": {}}]}
    assert [p.code for p in read(tmp_path, flat).problems] == ["flat_squad"]


def test_a_prediction_file_or_broken_json_is_named(tmp_path):
    assert [p.code for p in read(tmp_path, {"q-1": "10"}).problems] == ["wrong_shape"]
    assert [p.code for p in read(tmp_path, "{").problems] == ["bad_json"]


def test_a_broken_article_is_named_and_the_others_are_kept(tmp_path):
    value = squad(question(is_impossible=True))
    value["data"].insert(0, {"title": "Broken", "paragraphs": [{"qas": []}]})
    file = read(tmp_path, value)
    assert len(file.rows) == 1
    assert "article 1, paragraphs[0].context" in file.problems[0].message
