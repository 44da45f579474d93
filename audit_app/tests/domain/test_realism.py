import pytest

from audit_app.domain.cells import Cell
from audit_app.domain.realism import realism_figures
from audit_app.domain.report import audit_report
from audit_app.domain.report_lines import report_lines
from audit_app.tests.statistics import cell, item

PAPER = {Cell("cheap_qa", None): 104, Cell("escalation_qa", None): 200}


def reviewed(number, family, said):
    return item(number, True, said, cell=Cell(family, None))


def paper_review():
    """45 of 304 tasks: 15 of cheap, 12 realistic; 30 of escalation, 27 realistic."""
    cheap = [reviewed(n, "cheap_qa", n < 12) for n in range(15)]
    return cheap + [reviewed(n + 15, "escalation_qa", n < 27) for n in range(30)]


def test_the_published_coverage_holds():
    found = realism_figures(PAPER, paper_review())

    assert (found.coverage.numerator, found.coverage.denominator) == (45, 304)
    assert f"{found.coverage.value:.1%}" == "14.8%"


def test_realistic_tasks_are_counted_and_weighted_by_family():
    # 104/304 * 12/15 + 200/304 * 27/30.
    found = realism_figures(PAPER, paper_review())

    assert (found.realistic.numerator, found.realistic.denominator) == (39, 45)
    assert found.by_family["cheap_qa"].value == 0.8
    assert found.rate.value == pytest.approx((104 * 0.8 + 200 * 0.9) / 304)
    assert found.rate.low < found.rate.value < found.rate.high


def test_an_unsure_review_covers_nothing():
    unsure = reviewed(1, "cheap_qa", paper_review()[0].labels[0].decision.UNSURE)

    found = realism_figures(PAPER, [unsure])

    assert (found.coverage.numerator, found.realistic.value) == (0, None)
    assert found.realistic.reason == "undefined: no task was reviewed"
    assert found.rate.reason.startswith("undefined: no label in 2 of 2 cells")


def test_an_audit_of_answers_has_no_realism():
    assert realism_figures({cell(): 10}, [item(1, True, True)]) is None


def test_a_report_tells_realism_first_and_compares_with_no_judge():
    report = audit_report(PAPER, paper_review())
    lines = report_lines(report)

    assert [line.key for line in lines[:2]] == ["coverage", "realistic"]
    assert report.overall.kappa.value is None
    assert report.overall.kappa.reason
    assert report.population.judge_rate.value is None
    assert report.cautions == ()
    assert all(line.value is not None or line.reason for line in lines)


def test_a_small_review_warns_of_its_size_its_families_and_what_nobody_decided():
    # 12 of cheap, 2 of escalation, one of them unsure: 13 reviewed, 1 of 14 undecided (7.1 %).
    unsure = reviewed(14, "escalation_qa", paper_review()[0].labels[0].decision.UNSURE)
    few = [*paper_review()[:12], reviewed(13, "escalation_qa", True), unsure]

    assert audit_report(PAPER, few).cautions == (
        "The sample is too small: 13 tasks are reviewed, and below 30 numbers are less certain "
        "than their intervals say.",
        "Fewer than 10 reviews in 1 of 2 families (Escalation: 1).",
        "1 of 14 drawn items have no human yes or no; every figure takes them to be like the "
        "others of their cell.",
    )
