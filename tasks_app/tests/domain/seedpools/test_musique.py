"""MuSiQue files: JSON Lines, and what may be wrong on a line."""

import json

from tasks_app.domain.seedpools.musique import read_musique
from tasks_app.domain.seedpools.seed_row import SeedParagraph, Shape

ROW = {
    "id": "2hop__1_2",
    "paragraphs": [
        {"idx": 0, "title": "Hekla", "paragraph_text": "In Iceland.", "is_supporting": True},
        {"idx": 1, "title": "Etna", "paragraph_text": "In Sicily.", "is_supporting": False},
    ],
    "question": "What is the capital of Hekla's country?",
    "question_decomposition": [{"id": 1}, {"id": 2}],
    "answer": "Reykjavík",
    "answer_aliases": ["Reykjavik"],
    "answerable": True,
}


def read(tmp_path, *lines):
    path = tmp_path / "musique.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n")
    return read_musique(path)


def test_a_row_keeps_its_aliases_and_its_supporting_paragraphs(tmp_path):
    (row,) = read(tmp_path, ROW).rows
    assert (row.row_id, row.aliases, row.hops) == ("2hop__1_2", ("Reykjavik",), 2)
    assert row.shape is Shape.TWO_HOP
    assert row.paragraphs[0] == SeedParagraph("Hekla", "In Iceland.", is_supporting=True)


def test_three_hops_are_multi_hop(tmp_path):
    (row,) = read(tmp_path, {**ROW, "question_decomposition": [{}, {}, {}]}).rows
    assert (row.hops, row.shape) == (3, Shape.MULTI_HOP)


def test_a_question_marked_as_not_answerable_is_skipped_and_counted(tmp_path):
    file = read(tmp_path, ROW, {**ROW, "answerable": False})
    assert (len(file.rows), file.skipped) == (1, {"marked as not answerable": 1})


def test_a_broken_line_is_named_and_the_others_are_kept(tmp_path):
    no_text = {**ROW, "paragraphs": [{"title": "Hekla"}]}
    file = read(tmp_path, "{cut", ROW, "", no_text)
    assert len(file.rows) == 1
    assert [(p.code, p.line) for p in file.problems] == [("bad_json", 1), ("missing_key", 4)]
    assert "paragraphs[0].paragraph_text" in file.problems[1].message
