"""Reading label sets: joined row by row, with everything that could not be used counted."""

import pytest

from audit_app.domain.label_sets import read_label_set
from audit_app.domain.labels import Decision
from runs_app.domain.episode import Verdict
from tasks_app.domain.errors import Refused

HEADER = "id\tQuestion\tModel answer\tAcceptable?\tannotator1\tannotator2\tannotator3"
JUDGE_HEADER = "id\tQuestion\tModel answer\tAcceptable?\tgpt-4"


def test_equal_answers_to_one_question_are_joined_in_the_files_order():
    human = [HEADER, "1\tq\tsame\tYes\tYes\tYes\t", "1\tq\tsame\tNo\tNo\tNo\t"]
    judge = [JUDGE_HEADER, "1\tq\tsame\tYes\tYes.", "1\tq\tsame\tNo\tNo."]
    first, second = read_label_set(human, judge).answers
    assert (first.verdict, second.verdict) == (Verdict.CORRECT, Verdict.INCORRECT)
    assert second.labels == {"annotator1": Decision.INCORRECT, "annotator2": Decision.INCORRECT}


def test_what_is_missing_is_counted_and_kept():
    human = [HEADER, "1\tq\ta\tYes\tYes\t\tYes", "2\tq\tb\tNo\t\t\t", "3\tq\tc\tNo\tNo\tNo\t"]
    judge = [JUDGE_HEADER, "1\tq\ta\t\tI cannot tell.", "3\tq\tc\tNo\tNo."]
    found = read_label_set(human, judge)
    assert len(found.answers) == 3
    assert found.counts == {
        "answers": 3,
        "with two labels": 1,
        "without a second label": 1,
        "without any label": 1,
        "adjudicated": 1,
        "with a verdict": 1,
        "without a verdict": 2,
        "without a row in the judge file": 1,
    }


def test_a_missing_column_and_a_strange_decision_are_named():
    with pytest.raises(Refused, match="annotator1"):
        read_label_set([JUDGE_HEADER], [JUDGE_HEADER])
    with pytest.raises(Refused, match="maybe"):
        read_label_set([HEADER, "1\tq\ta\tYes\tmaybe\tYes\t"], [JUDGE_HEADER])
