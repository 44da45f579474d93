"""Marked differences of two texts."""

from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.descriptions.difference import MOST_WORDS, Mark, Piece, difference


def test_a_changed_word_is_marked_in_both_texts():
    found = difference("Round to 2 places.", "Round to 3 places.")
    assert found.original == (
        Piece("Round to ", Mark.SAME),
        Piece("2 ", Mark.REMOVED),
        Piece("places.", Mark.SAME),
    )
    assert [piece.text for piece in found.candidate if piece.mark is Mark.ADDED] == ["3 "]


def test_a_file_name_changes_as_a_whole():
    found = difference("to out/totals.json now", "to out/summary.json now")
    assert [p.text for p in found.original if p.mark is Mark.REMOVED] == ["out/totals.json "]


@given(st.text(max_size=200), st.text(max_size=200))
def test_the_pieces_joined_are_the_texts_again(original, candidate):
    found = difference(original, candidate)
    assert "".join(piece.text for piece in found.original) == original
    assert "".join(piece.text for piece in found.candidate) == candidate


@given(st.text(max_size=200))
def test_a_text_does_not_differ_from_itself(text):
    found = difference(text, text)
    assert found.similarity == 1
    assert {piece.mark for piece in (*found.original, *found.candidate)} <= {Mark.SAME}


def test_texts_too_long_to_compare_are_shown_as_changed_whole():
    long = "word " * MOST_WORDS
    assert difference(long, long + "x").original == (Piece(long, Mark.REMOVED),)
