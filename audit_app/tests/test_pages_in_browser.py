"""The pages around labelling in a real browser: wide and narrow, light and dark."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from audit_app import actions, queries
from audit_app.models import Audit
from audit_app.tests.audits import bare_audit, design, label_next, reviewer
from audit_app.tests.labelling_pages import READY, settle, watch
from audit_app.tests.paper import paper_audit
from conftest import AXE, violations
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def mia(log_in):
    user = person("mia", is_maintainer=True)
    log_in(user)
    return user


def test_an_open_audit_has_no_violation_for_who_may_close_it(check_page, mia):
    check_page(reverse("audit", args=[paper_audit().pk]))


def every_violation(page, address, ready="main"):
    """What axe finds on a page, down to what it calls minor."""
    page.goto(address)
    page.wait_for_selector(ready)
    page.evaluate(AXE.read_text())
    report = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [(found["id"], found["nodes"][0]["target"]) for found in report["violations"]]


def test_no_page_that_people_read_long_has_even_a_minor_violation(browser_page, log_in):
    watch(browser_page)
    everything = person("mia", is_maintainer=True, is_reviewer=True)
    log_in(everything)
    open_audit, closed = bare_audit(reveal_allowed=True), paper_audit()
    label_next(closed, everything, "incorrect")
    actions.close_audit(closed.pk, everything)
    for address, ready in (
        (reverse("audit-label", args=[open_audit.pk]), READY),
        (reverse("audit-report", args=[closed.pk]), "#disagreements"),
        (reverse("audit", args=[closed.pk]), "main"),
    ):
        assert every_violation(browser_page, address, ready) == []
    settle(browser_page)


def test_both_sides_of_a_disagreement_have_no_violation(check_page, mia):
    audit = actions.open_audit(design(executed_run("LexicalEager"), size=9), mia)
    rita = reviewer()
    for _ in range(9):
        label_next(audit, rita, "incorrect")
    actions.close_audit(audit.pk, mia)
    item = queries.report(audit.pk).disagreements[0].item_id
    check_page(reverse("audit-disagreement", args=[audit.pk, item]))


def test_the_cells_follow_the_choices_and_the_audit_is_opened_over_them(browser_page, mia):
    executed_run("LexicalEager")
    browser_page.goto(reverse("audit-new"))
    browser_page.get_by_label("LexicalEager").check()
    cells = browser_page.locator("#cells tbody tr")
    expect(browser_page.get_by_text("Agreement in the frame")).to_be_visible()
    assert violations(browser_page) == []
    before = cells.count()
    browser_page.get_by_label("Escalation", exact=True).check()
    browser_page.wait_for_function(
        "before => document.querySelectorAll('#cells tbody tr').length < before", arg=before
    )
    shown = cells.count() - 1  # the last row is their sum
    browser_page.get_by_label("Title").fill("Escalations")
    browser_page.get_by_label("Items", exact=True).fill("3")
    browser_page.get_by_label("Seed").fill("s1")
    browser_page.get_by_label("Rubric", exact=True).fill("Read the evidence.")
    browser_page.get_by_role("button", name="Open the audit").click()
    expect(browser_page.get_by_text("The audit is open")).to_be_visible()
    assert len(Audit.objects.get().cells) == shown


def test_a_review_of_tasks_asks_for_no_run_and_shows_its_coverage_as_one_chooses(browser_page, mia):
    executed_run("LexicalEager")
    browser_page.goto(reverse("audit-new"))
    form = browser_page.locator("[data-design]")
    of_answers = ("Runs", "Judge", "Control items")
    for label in of_answers:
        expect(form.get_by_text(label, exact=True)).to_be_visible()
    browser_page.get_by_label("Tasks of the bundle").check()
    for label in of_answers:
        expect(form.get_by_text(label, exact=True)).to_be_hidden()
    expect(browser_page.get_by_text("12 of 12 tasks")).to_be_visible()
    browser_page.get_by_label("Items", exact=True).fill("5")
    expect(browser_page.get_by_text("5 of 12 tasks = 41.7")).to_be_visible()
    assert violations(browser_page) == []


def test_an_audit_is_closed_after_one_question(browser_page, mia):
    audit = paper_audit()
    browser_page.goto(reverse("audit", args=[audit.pk]))
    browser_page.get_by_text("Close this audit").click()
    browser_page.get_by_role("button", name="Yes, close it").click()
    expect(browser_page.get_by_text("The audit is closed.")).to_be_visible()
    expect(browser_page.get_by_role("link", name="Report", exact=True)).to_be_visible()
