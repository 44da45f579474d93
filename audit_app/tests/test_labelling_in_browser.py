"""Labelling in a real browser: by keyboard, by touch, for screen readers."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from audit_app import actions, queries
from audit_app.models import HumanLabel, Reveal
from audit_app.tests.audits import bare_audit, items, label_next, reviewer
from audit_app.tests.labelling_pages import (
    READY,
    begin,
    decide,
    decisions,
    press,
    question,
    stored,
)
from audit_app.tests.paper import human_decision, paper_audit
from runs_app.tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
AXE = Path(__file__).parents[2] / "ecoagent_site/tests/vendor/axe.min.js"
KEYS = {"correct": "1", "incorrect": "2"}


@pytest.fixture
def audit():
    return bare_audit(size=5)


def test_the_published_table_is_labelled_by_keyboard_alone_and_reported(browser_page, rita):
    audit = paper_audit()
    begin(browser_page, audit)
    for _ in range(96):
        decide(browser_page, KEYS[human_decision(question(browser_page))])
    end = browser_page.get_by_role("heading", name="Every item of this audit is labelled.")
    expect(end).to_be_visible()
    assert HumanLabel.objects.count() == queries.audit_progress(audit.pk).done == 96
    actions.close_audit(audit.pk, person("mia", is_maintainer=True))
    browser_page.goto(reverse("audit-report", args=[audit.pk]))
    shown = browser_page.get_by_role("main").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    for number in ("91.7 %", "88 / 96", "0.833", "0.0556", "0.724\N{EN DASH}0.942", "0.0078"):
        assert number in shown
    assert "Disagreements: 8; all are judge false positives." in shown
    assert browser_page.locator("#disagreements tbody tr").count() == 8
    # audit_estimates.json, judge-positive share 0.30: rate 0.25, agreement 0.95, kappa 0.875.
    for number in ("25.0 %", "95.0 %", "0.875"):
        assert number in browser_page.locator("#population").inner_text().replace("\xa0", " ")


@pytest.mark.parametrize("key", ["1", "End"], ids=["with NumLock", "without NumLock"])
def test_the_number_pad_decides(browser_page, rita, audit, key):
    begin(browser_page, audit)
    press(browser_page, key=key, code="Numpad1")
    stored(browser_page)
    assert decisions(audit) == ["correct"]


@pytest.mark.parametrize(
    "event",
    [
        {"key": "1", "code": "Digit1", "ctrlKey": True},
        {"key": "1", "code": "Digit1", "altKey": True},
        {"key": "1", "code": "Digit1", "metaKey": True},
        {"key": "1", "code": "Digit1", "isComposing": True},
        {"key": "1", "code": "Digit1", "repeat": True},
        {"key": "!", "code": "Digit1", "shiftKey": True},
    ],
)
def test_a_key_with_a_modifier_held_down_or_composing_decides_nothing(
    browser_page, rita, audit, event
):
    begin(browser_page, audit)
    before = question(browser_page)
    press(browser_page, **event)
    assert question(browser_page) == before
    browser_page.keyboard.press("1")
    stored(browser_page)
    assert decisions(audit) == ["correct"]


def test_keys_are_text_inside_a_comment_and_the_comment_goes_with_the_label(
    browser_page, rita, audit
):
    begin(browser_page, audit)
    browser_page.keyboard.press("c")
    browser_page.keyboard.type("12 fuj?")
    browser_page.keyboard.press("Escape")
    browser_page.keyboard.press("f")
    browser_page.keyboard.press("2")
    stored(browser_page)
    label = HumanLabel.objects.get()
    assert (label.decision, label.comment, label.flag) == ("incorrect", "12 fuj?", True)


def test_skipping_asks_for_a_reason_by_key(browser_page, rita, audit):
    begin(browser_page, audit)
    browser_page.keyboard.press("s")
    expect(browser_page.get_by_role("dialog")).to_be_visible()
    browser_page.keyboard.press("2")
    stored(browser_page)
    label = HumanLabel.objects.get()
    assert (label.decision, label.reason) == ("skip", "The evidence does not settle it")


def test_undo_brings_the_card_back_and_takes_the_label_back(browser_page, rita, audit):
    begin(browser_page, audit)
    first = question(browser_page)
    decide(browser_page, "1")
    stored(browser_page)
    decide(browser_page, "u")
    assert question(browser_page) == first
    expect(browser_page.locator("[data-own-text]")).to_have_text("0 / 5")
    decide(browser_page, "2")
    expect(browser_page.locator("[data-own-text]")).to_have_text("1 / 5")
    assert decisions(audit) == ["correct", "cleared", "incorrect"]


def test_going_back_and_deciding_otherwise_leaves_one_label_that_counts(browser_page, rita, audit):
    begin(browser_page, audit)
    first = question(browser_page)
    decide(browser_page, "1")
    second = question(browser_page)
    decide(browser_page, "ArrowLeft")
    assert question(browser_page) == first
    expect(browser_page.get_by_text("You decided: correct.")).to_be_visible()
    decide(browser_page, "2")
    assert question(browser_page) == second
    expect(browser_page.locator("[data-own-text]")).to_have_text("1 / 5")
    stored(browser_page)
    assert [card.label.decision for card in queries.my_items(audit.pk, rita)] == ["incorrect"]


def test_a_key_is_changed_and_stays_changed(browser_page, rita, audit):
    begin(browser_page, audit)
    browser_page.keyboard.press("?")
    browser_page.get_by_role("button", name="Correct: 1. Change", exact=True).click()
    browser_page.keyboard.press("2")
    expect(browser_page.get_by_text("“2” is taken by “Incorrect”")).to_be_visible()
    browser_page.keyboard.press("y")
    expect(browser_page.get_by_text("“Correct” is now y.")).to_be_visible()
    begin(browser_page, audit)
    browser_page.keyboard.press("1")
    decide(browser_page, "y")
    stored(browser_page)
    assert decisions(audit) == ["correct"]


def test_the_rubric_is_one_key_away_and_escape_leads_back(browser_page, rita, audit):
    begin(browser_page, audit)
    browser_page.keyboard.press("?")
    dialog = browser_page.get_by_role("dialog")
    expect(dialog).to_contain_text("Rubric, version r1")
    browser_page.keyboard.press("1")
    browser_page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert decisions(audit) == []


def test_after_a_decision_the_heading_has_the_focus_and_the_card_is_announced(
    browser_page, rita, audit
):
    begin(browser_page, audit)
    browser_page.get_by_role("button", name="Correct", exact=True).click()
    expect(browser_page.locator("[data-heading]")).to_be_focused()
    announced = f"Decided: correct. Question: {question(browser_page)}"
    expect(browser_page.locator("[data-announcement]")).to_have_text(announced)


def test_a_reveal_asks_once_is_recorded_and_gone_from_the_next_card(browser_page, rita):
    audit = bare_audit(reveal_allowed=True, judge="exact")
    begin(browser_page, audit)
    browser_page.get_by_text("Look behind the blinding").click()
    assert not Reveal.objects.exists()
    browser_page.get_by_role("button", name="Yes, show agent, judge and verdict").click()
    expect(browser_page.locator("[data-revealed]")).to_have_text(
        "Agent: Agent. Judge exact: incorrect."
    )
    decide(browser_page, "1")
    expect(browser_page.locator("[data-revealed]")).to_have_text("")
    stored(browser_page)
    assert not HumanLabel.objects.get().was_blind


def test_a_design_without_reveal_offers_none(browser_page, rita, audit):
    begin(browser_page, audit)
    expect(browser_page.get_by_text("Look behind the blinding")).to_have_count(0)


def test_on_a_phone_it_is_done_by_thumb(new_page, audit):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(page, audit)
    button = page.get_by_role("button", name="Incorrect", exact=True)
    box = button.bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 844
    button.tap()
    stored(page)
    assert decisions(audit) == ["incorrect"]


def test_what_others_hold_is_not_called_the_end(browser_page, rita):
    audit = bare_audit(size=2)
    actions.claim_item(audit.pk, reviewer("omar"))
    begin(browser_page, audit)
    decide(browser_page, "1")
    expect(
        browser_page.get_by_role("heading", name="There is nothing left for you")
    ).to_be_visible()
    expect(browser_page.locator("[data-own-text]")).to_have_text("1 / 1")
    expect(browser_page.locator("[data-audit-text]")).to_have_text("1 / 2")


def test_the_labelling_screen_has_no_violation_and_fits_a_phone(check_page, rita, audit):
    check_page(reverse("audit-label", args=[audit.pk]), ready=READY)
    for _ in items(audit):
        label_next(audit, rita)
    check_page(reverse("audit-label", args=[audit.pk]), ready=READY)


def test_the_help_has_no_violation(browser_page, rita, audit):
    begin(browser_page, audit)
    browser_page.keyboard.press("?")
    browser_page.evaluate(AXE.read_text())
    report = browser_page.evaluate("axe.run('dialog[open]', {resultTypes: ['violations']})")
    assert [found["id"] for found in report["violations"]] == []
