"""GAIA's metadata with attachments beside it; users bring it, so these files are made up."""

import json

import pytest

from tasks_app.domain.seedpools.gaia import read_gaia
from tasks_app.domain.seedpools.seed_row import ParagraphKind, Shape


def line(file_name="", answer="42", **changes):
    row = {
        "task_id": "g-1",
        "Question": "How many?",
        "Level": 1,
        "Final answer": answer,
        "file_name": file_name,
        "Annotator Metadata": {"Steps": "Look."},
    }
    return json.dumps(row | changes)


def read(tmp_path, *lines):
    path = tmp_path / "metadata.jsonl"
    path.write_text("\n".join(lines))
    return read_gaia(path)


def test_a_text_attachment_is_the_context_of_its_question(tmp_path):
    (tmp_path / "a.txt").write_text("There are 42.")
    (row,) = read(tmp_path, line("a.txt")).rows
    assert (row.shape, row.answer, row.row_id) == (Shape.FROZEN, "42", "g-1")
    assert [(p.title, p.text) for p in row.paragraphs] == [("a.txt", "There are 42.")]


def test_a_table_is_cut_into_parts_that_each_keep_the_header(tmp_path):
    (tmp_path / "t.csv").write_text("name,size\n" + "".join(f"n{n},{n}\n" for n in range(25)))
    (row,) = read(tmp_path, line("t.csv")).rows
    assert row.shape is Shape.TABLE
    assert [p.kind for p in row.paragraphs] == [ParagraphKind.TABLE] * 2
    assert [len(p.text.splitlines()) for p in row.paragraphs] == [21, 6]
    assert all(p.text.startswith("name,size\n") for p in row.paragraphs)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (line(), "no attachment"),
        (line("a.txt", answer="?"), "the answer is not published"),
        (line("sound.mp3"), "attachment of type .mp3 is not text"),
        (line("missing.txt"), "the attachment is not beside the file"),
        (line("../secret.txt"), "the attachment is not beside the file"),
        (line("latin.txt"), "the attachment is not UTF-8"),
        (line("large.txt"), "the attachment is over 1 MiB"),
    ],
)
def test_a_row_that_cannot_be_used_is_skipped_and_counted(tmp_path, text, reason):
    folder = tmp_path / "gaia"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("not beside the file")
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    (folder / "large.txt").write_bytes(b"a" * (1024**2 + 1))
    file = read(folder, text)
    assert (file.rows, file.skipped, file.problems) == ((), {reason: 1}, ())


def test_a_broken_line_is_named(tmp_path):
    file = read(tmp_path, "{", line(Question=7))
    assert [(p.code, p.line) for p in file.problems] == [("bad_json", 1), ("bad_value", 2)]
