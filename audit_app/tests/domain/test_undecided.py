from audit_app.domain.audited import ReviewerLabel
from audit_app.domain.labels import Decision
from audit_app.domain.report import audit_report
from audit_app.domain.report_lines import report_lines
from audit_app.domain.report_payload import report_payload
from audit_app.domain.tables.report_tables import undecided_table
from audit_app.domain.undecided import (
    MOST_REASONS,
    NO_REASON,
    OTHER_REASONS,
    Undecided,
    undecided_labels,
)
from audit_app.tests.statistics import cell, item

SKIP, UNSURE, CORRECT = Decision.SKIP, Decision.UNSURE, Decision.CORRECT


def labelled(number, *said, **changes):
    labels = [ReviewerLabel(f"r{place}", *pair) for place, pair in enumerate(said)]
    return item(number, True, labels=tuple(labels), **changes)


def skip(reason):
    return (SKIP, True, reason)


ITEMS = [
    labelled(1, skip("Broken")),
    labelled(2, skip(" Broken "), (CORRECT, True)),
    labelled(3, skip("Too hard"), (UNSURE, True)),
    labelled(4, (UNSURE, False, "Half right")),
    labelled(5, skip("Broken"), control=CORRECT),
    labelled(6),
]


def test_labels_are_counted_by_decision_and_reason_the_most_common_first():
    assert undecided_labels(ITEMS) == (
        Undecided(UNSURE, "Half right", 1),
        Undecided(UNSURE, NO_REASON, 1),
        Undecided(SKIP, "Broken", 2),
        Undecided(SKIP, "Too hard", 1),
    )


def test_rare_reasons_are_counted_together_and_none_is_dropped():
    items = [labelled(n, skip(f"Reason {n:02}")) for n in range(MOST_REASONS + 5)]
    found = undecided_labels(items)

    assert len(found) == MOST_REASONS + 1
    assert found[-1] == Undecided(SKIP, OTHER_REASONS, 5)
    assert sum(row.labels for row in found) == len(items)


def test_a_reason_is_told_by_its_beginning():
    (found,) = undecided_labels([labelled(1, skip("x" * 5000)), labelled(2, skip("x" * 300))])

    assert (found.reason, found.labels) == ("x" * 200, 2)


def test_a_report_tells_them_in_lines_payload_and_table():
    report = audit_report({cell(): 100}, ITEMS)
    lines = [line for line in report_lines(report) if line.section == "undecided"]

    # Six labels of five drawn items: two unsure, three skipped, one correct.
    assert [(line.key, line.subject, line.numerator, line.denominator) for line in lines] == [
        ("unsure_labels", "", 2, 6),
        ("unsure_labels", "Half right", 1, 6),
        ("unsure_labels", NO_REASON, 1, 6),
        ("skip_labels", "", 3, 6),
        ("skip_labels", "Broken", 2, 6),
        ("skip_labels", "Too hard", 1, 6),
    ]
    told = report_payload(report)["counts"]["undecided"]
    assert told[2] == {"decision": "skip", "reason": "Broken", "labels": 2}
    rows = undecided_table(lines).rows
    assert [row.cells[1].text for row in rows if row.css == "is-total"] == ["All", "All"]


def test_without_a_label_the_shares_are_undefined_and_say_why():
    lines = [x for x in report_lines(audit_report({}, [])) if x.section == "undecided"]

    assert [(line.value, line.reason) for line in lines] == [
        (None, "undefined: nothing was labelled")
    ] * 2
