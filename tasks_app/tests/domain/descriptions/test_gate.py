"""Sixty candidates with a fault and eighty without, hand-made; and what the gate may not say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.descriptions.findings import FindingCode, Text
from tasks_app.domain.descriptions.gate import MOST_CHARACTERS, check
from tasks_app.domain.meter_task import Descriptions
from tasks_app.tests.domain.descriptions.candidates import (
    CASES,
    KINDS,
    accepted,
    rejected,
    task_named,
    task_of,
)

IDS = [case["task_id"] for case in CASES]
SALES = task_named("sales-by-region")


@pytest.mark.parametrize("case", CASES, ids=IDS)
@pytest.mark.parametrize("wording", ["original", "rewording"])
def test_a_wording_that_keeps_the_task_is_accepted(case, wording):
    assert check(task_of(case), case[wording]).findings == ()


@pytest.mark.parametrize("kind", KINDS)
def test_ten_harmless_edits_that_look_like_a_fault_are_accepted(kind):
    reports = [check(task, text) for task, text in accepted(kind)]
    assert [report.findings for report in reports] == [()] * 10


@pytest.mark.parametrize("kind", KINDS)
def test_ten_candidates_with_a_fault_are_rejected_for_the_right_reasons(kind):
    found = [(set(check(task, text).codes), codes) for task, text, codes in rejected(kind)]
    assert len(found) == 10
    assert [given for given, _ in found] == [expected for _, expected in found]


@pytest.mark.parametrize("kind", KINDS)
def test_every_finding_has_a_sentence_and_a_place_inside_its_text(kind):
    for task, text, _ in rejected(kind):
        for finding in check(task, text).findings:
            place = finding.place
            whole = text if place.text is Text.CANDIDATE else task.descriptions.original
            assert 0 <= place.start < place.end <= len(whole)
            assert finding.reason.endswith(".")


def test_a_place_is_where_the_fault_is():
    text = CASES[0]["rewording"].replace("2 decimal places", "3 decimal places")
    by_code = {finding.code: finding.place for finding in check(SALES, text).findings}
    missing, new = by_code["missing_number"], by_code["unsupported_number"]
    assert SALES.descriptions.original[missing.start : missing.end] == "2"
    assert text[new.start : new.end] == "3"


def test_findings_about_hidden_evaluation_quote_nothing_of_it():
    for task, text, _ in rejected("leaked_evaluation"):
        hidden = [finding for finding in check(task, text).findings if finding.is_hidden]
        assert hidden
        assert {finding.reason for finding in hidden} == {
            "This stands in the hidden evaluation and nowhere in the public text."
        }


def test_what_a_submitter_is_told_does_not_depend_on_the_hidden_evaluation():
    for case in CASES:
        blind = task_of({**case, "evaluation": []})
        for edit in case["rejected"].values():
            text = f"{case['rewording']} {edit.get('add', '')}"
            told = check(task_of(case), text)
            assert told.public_findings == check(blind, text).findings


@pytest.mark.parametrize(
    "disguise",
    [
        "Keep in sight: TEST_TOTALS_ROUNDING_HALF_EVEN.",
        "t e s t totals rounding half even",
        "test-totals-rounding-half-even",
    ],
)
def test_a_leak_is_found_in_other_case_spacing_and_signs(disguise):
    report = check(SALES, f"{CASES[0]['rewording']} {disguise}")
    assert FindingCode.HIDDEN_EVALUATION in report.codes


def test_five_words_in_a_row_out_of_the_evaluation_are_a_leak_and_four_are_not():
    # "the total of region north equals 48213.75": five of its words, then four.
    five = check(SALES, f"{CASES[0]['rewording']} Note total of region north equals that.")
    four = check(SALES, f"{CASES[0]['rewording']} Note total of region north.")
    assert FindingCode.HIDDEN_EVALUATION in five.codes
    assert FindingCode.HIDDEN_EVALUATION not in four.codes


def test_swapping_what_is_read_and_what_is_written_is_a_changed_role():
    text = CASES[0]["original"].replace("data/sales.csv", "X").replace("out/totals.json", "Y")
    swapped = text.replace("X", "out/totals.json", 1).replace("Y", "data/sales.csv")
    report = check(SALES, swapped.replace("X", "out/totals.json"))
    assert FindingCode.CHANGED_ROLE in report.codes


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("within 30 seconds", "within 30 minutes", "missing_number"),
        ("within 30 seconds", "in more than 30 seconds", "changed_constraint"),
        ('"cancelled"', '"canceled"', "missing_quote"),
        ("Do not modify", "Modify", "missing_constraint"),
        ("must finish", "may finish", "missing_constraint"),
        ("JSON object", "YAML object", "missing_name"),
    ],
)
def test_small_changes_of_the_original_are_noticed(old, new, code):
    original = SALES.descriptions.original
    assert old in original
    report = check(SALES, original.replace(old, new))
    assert code in report.codes


@pytest.mark.parametrize(
    ("original", "candidate", "is_kept"),
    [
        ("Behaviour must not change.", "Its behaviour must stay the same.", True),
        ("Never edit a.py.", "Leave a.py untouched.", True),
        ("Use only a.py.", "Use nothing but a.py.", True),
        ("Keep at most 5 rows.", "Keep no more than five rows.", True),
        ("Behaviour must not change.", "Its behaviour must change.", False),
        ("Never edit a.py.", "Never edit b.py.", False),
        ("Use only a.py.", "Use a.py.", False),
        ("Keep at most 5 rows.", "Keep at least 5 rows.", False),
    ],
)
def test_a_constraint_may_be_said_in_other_words_but_not_turned(original, candidate, is_kept):
    task = replace(SALES, outputs=(), descriptions=Descriptions(original, None, {}))
    assert check(task, candidate).accepted == is_kept


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty"), (" \n\t", "empty"), ("x" * (MOST_CHARACTERS + 1), "too_long")],
)
def test_what_cannot_be_a_description_gets_one_finding(text, code):
    assert check(SALES, text).codes == {code}


class Sceptic:
    name = "sceptic"

    def objections(self, anchors, original, candidate):
        assert "48213.75" not in f"{anchors}{original}"
        return ("The tone is off.",)


def test_a_model_may_object_and_is_named():
    assert check(SALES, CASES[0]["rewording"]).accepted
    (finding,) = check(SALES, CASES[0]["rewording"], Sceptic()).findings
    assert (finding.code, finding.reason) == ("model_objection", "sceptic: The tone is off.")


@given(st.text(max_size=300))
def test_any_text_gets_a_report(text):
    report = check(SALES, text)
    assert not report.accepted  # no short text of chance keeps this task
    assert all(finding.place.start <= finding.place.end for finding in report.findings)
