"""HotpotQA files: the official shape, and what comes instead of it."""

import json

from tasks_app.domain.seedpools.hotpotqa import read_hotpotqa
from tasks_app.domain.seedpools.seed_row import SeedParagraph, Shape

ROW = {
    "_id": "5a8b57f2",
    "type": "bridge",
    "level": "hard",
    "question": "Which sea does the Danube reach? ",
    "answer": "Black Sea",
    "supporting_facts": [["Danube", 0], ["Danube", 1]],
    "context": [
        ["Danube", ["The Danube is a river.", " It empties into the Black Sea."]],
        ["Rhine", ["The Rhine flows north."]],
    ],
}


def read(tmp_path, value):
    path = tmp_path / "hotpot.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return read_hotpotqa(path)


def test_a_row_keeps_its_question_answer_and_paragraphs(tmp_path):
    (row,) = read(tmp_path, [ROW]).rows
    assert (row.dataset, row.row_id, row.answer) == ("hotpotqa", "5a8b57f2", "Black Sea")
    assert row.question == "Which sea does the Danube reach?"
    assert row.shape is Shape.TWO_HOP
    text = "The Danube is a river. It empties into the Black Sea."
    assert row.paragraphs == (
        SeedParagraph("Danube", text, is_supporting=True),
        SeedParagraph("Rhine", "The Rhine flows north.", is_supporting=False),
    )


def test_the_digest_of_a_row_is_that_of_its_json_whatever_its_spacing(tmp_path):
    plain = read(tmp_path, [ROW])
    spaced = read(tmp_path, json.dumps([ROW], indent=2))
    assert plain.rows[0].raw_sha256 == spaced.rows[0].raw_sha256
    assert plain.sha256 != spaced.sha256


def test_a_broken_row_is_named_and_the_others_are_kept(tmp_path):
    file = read(tmp_path, [ROW, {**ROW, "context": "none"}, 7, ROW | {"_id": "other"}])
    assert [row.row_id for row in file.rows] == ["5a8b57f2", "other"]
    assert [problem.message.split(":")[0] for problem in file.problems] == [
        "question 2, context",
        "question 3, row",
    ]


def test_a_file_of_another_shape_is_named(tmp_path):
    assert [p.code for p in read(tmp_path, {"data": []}).problems] == ["wrong_shape"]
    assert [p.code for p in read(tmp_path, "[{").problems] == ["bad_json"]
