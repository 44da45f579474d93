"""Which answers count as the same, by example and by property."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.normalise import contains_answer, matches, normalised

SAME = [
    ("The Beatles", "beatles"),
    ("1,234,567", "1234567"),
    ("1\u202f234", "1234"),
    ("12,000.5 km", "12000.5 km"),
    ("\uff30\uff21\uff32\uff29\uff33", "Paris"),
    ("U.S.", "US"),
    ("Guinea\u2013Bissau", "Guinea-Bissau"),
    ("O\u2019Brien", "O'Brien"),
    ("  New\n York ", "New York"),
    ('"Yes."', "yes"),
    ("+354", "354"),
    ("\u22125", "-5"),
    ("Stra\u00dfe", "STRASSE"),
]
DIFFERENT = [
    ("3.5", "35"),
    ("-5", "5"),
    ("C++", "C"),
    ("Vitamin A", "Vitamin"),
    ("Bogot\u00e1", "Bogota"),
    ("1,234", "1234.0"),
    ("10-15", "1015"),
    ("\u20ac5", "$5"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_answer_match_in_both_directions(one, other):
    assert matches(one, other)
    assert matches(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_answers_do_not_match(one, other):
    assert not matches(one, other)


@pytest.mark.parametrize("nothing", ["", "   ", "...", "\u2014", "_"])
def test_an_answer_without_any_word_matches_nothing_not_even_itself(nothing):
    assert not matches(nothing, nothing, [nothing])
    assert not contains_answer("some text " + nothing, nothing)


def test_an_alias_is_as_good_as_the_reference():
    assert matches("Hewlett-Packard", "HP", ["Hewlett Packard"])
    assert not matches("Hewlett", "HP", ["Hewlett Packard"])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("He moved to Paris.", "paris"),
        ("Paris's mayor", "Paris"),
        ("the workers\u2019 party", "workers"),
        ("a Paris-based firm", "Paris"),
        ("It has 1,234 rooms", "1234"),
        ("Vitamin A is found in carrots", "Vitamin A"),
        ("The Who played", "The Who"),
    ],
)
def test_an_answer_is_found_as_whole_words(text, answer):
    assert contains_answer(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("Parisian cafes", "Paris"), ("in 12345", "1234"), ("New and York", "New York")],
)
def test_an_answer_is_not_found_inside_other_words(text, answer):
    assert not contains_answer(text, answer)


@given(st.text())
def test_normalising_twice_changes_nothing(text):
    assert normalised(normalised(text)) == normalised(text)


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_case_does_not_matter(text):
    assert normalised(text.upper()) == normalised(text.lower())


@given(st.text(), st.text(alphabet=" \t\n", min_size=1))
def test_surrounding_space_does_not_matter(text, space):
    assert normalised(space + text + space) == normalised(text)


@given(st.integers(min_value=0, max_value=10**15))
def test_thousands_separators_do_not_matter(number):
    assert matches(f"{number:,}", str(number))


@given(st.text(), st.text())
def test_matching_is_symmetric(one, other):
    assert matches(one, other) == matches(other, one)


@given(
    st.text(alphabet=st.characters(categories=["Ll", "Nd"]), min_size=1),
    st.lists(st.sampled_from(["red", "blue", "green"])),
)
def test_an_answer_is_found_between_any_other_words(answer, others):
    assert contains_answer(" ".join([*others, answer, *others]), answer)
