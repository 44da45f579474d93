from dataclasses import replace
from uuid import UUID

import pytest

from audit_app.domain.corrected_runs import AuditedOutcomes, corrected_runs
from audit_app.domain.correction import FIGURES
from audit_app.domain.report import audit_report
from audit_app.domain.report_lines import report_lines
from audit_app.domain.report_payload import report_payload
from audit_app.tests.domain.test_correction import COUNTS, OUTCOMES, corrected
from tasks_app.domain.families import GROUP_OF

RUN = UUID(int=1)


def runs(*found):
    return corrected_runs(COUNTS, found, GROUP_OF, seed=1, replicates=200)


def test_a_run_is_corrected_and_its_judged_figures_stand_beside():
    # Judged: 8 cheap answers, 5 of escalation and 3 stops are right, 16 of 25; two over budget.
    (found,) = runs(AuditedOutcomes(RUN, "alpha, main", OUTCOMES))

    assert found.judged == pytest.approx(
        {"accuracy": 16 / 25, "strict": 14 / 25, "up": 0.5, "save": 9 / 15, "econ": 0.5}
    )
    values = {name: found.figures[name].value for name in FIGURES}
    assert values == pytest.approx({name: corrected().figures[name].value for name in FIGURES})


def test_a_run_that_cannot_be_corrected_says_why():
    incomplete = AuditedOutcomes(RUN, "alpha, main", OUTCOMES, missing=2)
    rejudged = AuditedOutcomes(RUN, "alpha, main", OUTCOMES, lapsed="another judge now")

    reasons = [found.figures["econ"].reason for found in runs(incomplete, rejudged)]

    assert reasons == [
        "undefined: tasks without a scored episode: 2",
        "undefined: another judge now",
    ]


def test_no_runs_are_none():
    assert runs() == ()


def test_a_report_tells_them_in_lines_and_payload():
    found = runs(AuditedOutcomes(RUN, "alpha, main", OUTCOMES))
    report = replace(audit_report({}, []), corrected=found)
    lines = [line for line in report_lines(report) if line.section == "corrected"]

    assert [line.key for line in lines] == [f"corrected_{name}" for name in FIGURES]
    assert {line.subject for line in lines} == {"alpha, main"}
    assert all(line.low < line.value < line.high for line in lines)
    assert report_payload(report)["corrected"][0]["judged"]["strict"] == 14 / 25
