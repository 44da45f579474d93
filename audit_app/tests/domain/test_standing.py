import pytest

from audit_app.domain.standing import why_lapsed


@pytest.mark.parametrize(
    ("judge_now", "rubrics_now", "reason"),
    [
        ("exact", {"exact/1"}, ""),
        ("exact", set(), ""),
        ("model", {"exact/1"}, "the run is scored by judge model now, people looked at"),
        ("exact", {"exact/2"}, "the run's verdicts are of rubric exact/2 now"),
        ("exact", {"exact/1", "exact/2"}, "the run's verdicts are of rubric exact/2 now"),
    ],
)
def test_rates_hold_for_verdicts_of_the_same_judge_and_rubric_only(judge_now, rubrics_now, reason):
    found = why_lapsed("exact", "exact/1", judge_now, rubrics_now)

    assert found.startswith(reason)
    assert bool(found) is bool(reason)


def test_an_audit_that_knows_no_rubric_says_so():
    assert "an unknown rubric" in why_lapsed("exact", "", "exact", {"exact/1"})
