import csv
import io
import json
import math
from dataclasses import replace

import pytest

from audit_app.domain.audited import AuditedItem
from audit_app.domain.direction import direction
from audit_app.domain.quantity import NO_SHARED_ITEM, ONE_CLASS
from audit_app.domain.report import audit_report
from audit_app.domain.report_lines import report_lines
from audit_app.domain.report_payload import report_payload
from audit_app.tests.statistics import (
    FOUR_FAMILIES,
    SHOWN,
    cell,
    decision,
    item,
    published_items,
    vectors,
    verdict,
)

EVEN = {cell(positive, family): 100 for family in FOUR_FAMILIES for positive in (True, False)}


def lines(report):
    return {(line.section, line.subject, line.key): line for line in report_lines(report)}


def stated_populations(share):
    """1,000 episodes, ``share`` of them judged positive, spread evenly over the families."""
    sizes = {True: 1000 * share / 4, False: 1000 * (1 - share) / 4}
    return {cell(p, family): round(sizes[p]) for family in FOUR_FAMILIES for p in (True, False)}


def test_the_published_audit():
    report = audit_report(EVEN, published_items())
    found = lines(report)

    assert report.overall.table == ((40, 8), (0, 48))
    assert f"{found['overall', '', 'percent'].value:.1%}" == "91.7%"
    kappa = found["overall", "", "kappa"]
    assert (round(kappa.value, 3), round(kappa.se, 4)) == (0.833, 0.0556)
    assert (round(kappa.low, 3), round(kappa.high, 3)) == (0.724, 0.942)
    assert len(report.disagreements) == 8
    assert all(item.judge and not item.human for item in report.disagreements)
    assert direction(report.overall) == "Disagreements: 8; all are judge false positives."


@pytest.mark.parametrize(("case", "share"), [(0, 0.3), (1, 0.4)])
def test_the_published_audit_weighted_to_the_stated_shares(case, share):
    expected = vectors("audit_estimates")["post_stratified"][case]
    population = audit_report(stated_populations(share), published_items()).population

    assert population.human_rate.value == pytest.approx(expected["human_rate"], abs=SHOWN)
    assert population.kappa.value == pytest.approx(expected["reweighted_kappa"], abs=SHOWN)


def test_families_add_up_to_the_whole():
    report = audit_report(EVEN, published_items())

    assert list(report.by_family) == sorted(FOUR_FAMILIES)
    assert {found.n for found in report.by_family.values()} == {24}
    assert sum(found.disagreements for found in report.by_family.values()) == 8


def test_what_was_labelled_after_a_reveal_is_apart():
    items = published_items()
    seen = items[0].labels[0]
    items[0] = _with(items[0], labels=(type(seen)(seen.reviewer, seen.decision, blind=False),))

    report = audit_report(EVEN, items)

    assert (report.by_blinding["blind"].n, report.by_blinding["revealed"].n) == (95, 1)
    assert report.counts.revealed == 1
    assert "1 of 96 items were labelled after a reveal." in report.cautions


def test_people_are_compared_with_one_another_on_the_overlap_only():
    items = [item(n, True, n < 8, n < 7) for n in range(10)] + [item(11, True, True)]

    humans = audit_report({cell(): 100}, items).humans

    assert (humans.items, humans.single) == (10, 1)
    assert humans.pair.table == ((7, 1), (0, 2))
    # p_o = 0.9, p_e = 0.8 * 0.7 + 0.2 * 0.3 = 0.62.
    assert humans.pair.kappa.value == pytest.approx((0.9 - 0.62) / 0.38)
    assert humans.alpha.value is not None
    assert humans.fleiss.value is not None


def test_without_an_overlap_the_agreement_of_people_is_undefined():
    humans = audit_report(EVEN, published_items()).humans

    assert humans.items == 0
    assert (humans.pair.kappa.value, humans.pair.kappa.reason) == (None, NO_SHARED_ITEM)
    assert (humans.alpha.value, bool(humans.alpha.reason)) == (None, True)


def test_an_adjudicated_contradiction_of_the_judge_leaves_the_blind_figures_alone():
    items = published_items()
    items[0] = _with(items[0], adjudicated=decision(True))

    report = audit_report(EVEN, items)

    assert report.overall.table == ((40, 8), (0, 48))
    assert report.after_adjudication.table == ((41, 7), (0, 48))
    assert len(report.disagreements) == 8


def test_where_reviewers_contradict_one_another_the_third_decision_counts():
    found = item(1, True, True, False, adjudicated=decision(False))

    assert found.human is False
    assert item(1, True, True, False).human is True  # until then, the first


def test_a_label_that_says_nothing_gives_way_to_one_that_does():
    assert item(1, True, decision(True).UNSURE, False).human is False


def test_nothing_is_dropped_in_silence():
    unsure, skip = decision(True).UNSURE, decision(True).SKIP
    items = [
        item(1, True, True),
        item(2, True, unsure),
        item(3, True, skip),
        item(4, True, skip, unsure),
        item(5, True),
        _with(item(6, True, True), cell=cell()._replace(verdict=None)),
        item(7, True, False, control=decision(False)),
        item(8, True, True, control=decision(False)),
    ]

    counts = audit_report({cell(): 100}, items).counts

    assert counts.drawn == 6
    assert (counts.compared, counts.unjudged, counts.unlabelled) == (1, 1, 1)
    assert (counts.unsure, counts.skipped) == (2, 1)
    assert (counts.controls_right.numerator, counts.controls_right.denominator) == (1, 2)


def test_control_items_are_in_no_estimate():
    items = published_items()
    controls = [item(n, True, False, control=decision(True)) for n in range(200, 210)]

    report, plain = audit_report(EVEN, [*items, *controls]), audit_report(EVEN, items)

    assert report.overall == plain.overall
    assert report.population == plain.population
    assert report.gaps == plain.gaps
    assert report.disagreements == plain.disagreements
    assert report.humans == plain.humans


def test_an_unreadable_verdict_is_not_a_negative_one():
    unreadable = item(1, True, True)
    unreadable = _with(unreadable, cell=unreadable.cell._replace(verdict=verdict(True).UNREADABLE))

    assert unreadable.judge is None
    assert audit_report({}, [unreadable]).counts.unjudged == 1


def test_small_samples_come_with_a_plain_warning():
    report = audit_report({cell(): 100}, [item(n, True, n > 0) for n in range(5)])

    assert report.cautions[0].startswith("The sample is too small: 5 items")
    assert any("Fewer than 10 labels in 1 of 1 cells" in text for text in report.cautions)
    assert any("1 of 1 agents have fewer than 20 items" in text for text in report.cautions)


def test_the_published_audit_has_nothing_against_it():
    assert audit_report(EVEN, published_items()).cautions == ()


@pytest.mark.parametrize(
    "items",
    [[], [item(1, True, True)], [item(n, True, True, True) for n in range(40)], published_items()],
    ids=["nothing", "one label", "one class", "the published audit"],
)
def test_every_undefined_number_has_a_reason_in_lines_json_and_csv(items):
    report = audit_report(EVEN, items)
    payload = json.loads(json.dumps(report_payload(report), allow_nan=False))
    rows = payload["lines"]
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    from_csv = list(csv.DictReader(io.StringIO(sheet.getvalue())))

    for line, row in zip(rows, from_csv, strict=True):
        assert (line["value"] is None) <= line["reason"].startswith("undefined: ")
        assert (row["value"] == "") == (line["value"] is None)
        assert row["reason"] == line["reason"]
        assert line["explanation"].endswith(".")
        assert line["value"] is None or math.isfinite(line["value"])


def test_one_class_is_undefined_where_it_is_shown():
    found = lines(audit_report(EVEN, [item(n, True, True) for n in range(40)]))

    assert found["overall", "", "kappa"].reason == ONE_CLASS
    assert found["overall", "", "percent"].value == 1


def test_a_payload_names_what_people_said_of_each_disagreement():
    first = report_payload(audit_report(EVEN, published_items()))["disagreements"][0]

    assert (first["item"], first["verdict"]) == ("item-0", "correct")
    assert first["labels"] == [
        {"reviewer": "a", "decision": "incorrect", "blind": True, "reason": ""}
    ]


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        ([], "No item has both a verdict and a human decision."),
        ([item(1, True, True)], "There is no disagreement; items compared: 1."),
        ([item(1, False, True)], "Disagreements: 1; all are judge false negatives."),
        (
            [item(1, False, True), item(2, True, False)],
            "Disagreements: 2; judge false positives: 1, judge false negatives: 1.",
        ),
    ],
)
def test_the_direction_of_errors_in_a_sentence(items, sentence):
    assert direction(audit_report({}, items).overall) == sentence


def _with(found: AuditedItem, **changes) -> AuditedItem:
    return replace(found, **changes)
