"""Labelling in a real browser on bad days: nothing that was decided is lost or doubled."""

import pytest
from django.contrib.sessions.models import Session as LogIn
from django.urls import reverse
from playwright.sync_api import expect

from audit_app import actions
from audit_app.models import Claim, HumanLabel
from audit_app.tests.audits import bare_audit, reviewer, says
from audit_app.tests.labelling_pages import (
    begin,
    decide,
    decisions,
    log_in_again,
    question,
    settle,
    stored,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def audit():
    return bare_audit(size=5)


def test_an_answer_given_after_the_log_in_expired_is_kept_and_stored_after_the_next(
    new_page, audit
):
    page = new_page()
    begin(page, audit)
    first = question(page)
    settle(page)
    LogIn.objects.all().delete()
    decide(page, "2")
    expect(page.locator("[data-state]")).to_contain_text("You are logged out. 1 decision kept")
    assert decisions(audit) == []
    log_in_again(page)
    stored(page)
    label = HumanLabel.objects.get()
    assert (label.decision, label.item.question) == ("incorrect", first)
    expect(page.locator("[data-question]")).not_to_have_text(first)


def test_a_csrf_token_that_changed_costs_nothing(new_page, audit):
    page = new_page()
    begin(page, audit)
    settle(page)
    page.context.clear_cookies(name="csrftoken")
    decide(page, "1")
    stored(page)
    assert decisions(audit) == ["correct"]


def test_somebody_else_who_logs_in_meanwhile_is_not_given_my_answer(
    new_page, audit, client, settings
):
    page = new_page()
    begin(page, audit)
    settle(page)
    client.force_login(reviewer("omar"))
    page.context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
                "url": page.url,
            }
        ]
    )
    decide(page, "1")
    expect(page.locator("[data-state]")).to_contain_text("1 decision kept")
    assert decisions(audit) == []


def test_offline_for_a_while_nothing_is_lost(new_page, audit):
    page = new_page()
    begin(page, audit)
    settle(page)
    page.context.set_offline(True)
    decide(page, "1")
    page.keyboard.press("2")
    expect(page.locator("[data-state]")).to_contain_text("No connection. 2 decisions kept")
    page.context.set_offline(False)
    expect(page.locator("[data-own-text]")).to_have_text("2 / 5")
    expect(page.get_by_text("You decided")).to_have_count(0)
    assert decisions(audit) == ["correct", "incorrect"]
    decide(page, "3")
    stored(page)
    assert decisions(audit) == ["correct", "incorrect", "unsure"]


def test_a_repeated_sending_is_stored_once(new_page, audit):
    page = new_page()
    begin(page, audit)
    lost = []

    def lose_the_answer(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    page.route("**/label/", lose_the_answer)
    decide(page, "1")
    expect(page.locator("[data-own-text]")).to_have_text("1 / 5")
    stored(page)
    assert decisions(audit) == ["correct"]


def test_a_stale_write_shows_both_states_and_the_reader_chooses(new_page, rita, audit):
    page = new_page()
    begin(page, audit)
    settle(page)
    mine = Claim.objects.order_by("claimed_at").first()
    actions.record_label(mine.item_id, rita, says("incorrect"))
    page.keyboard.press("1")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("incorrect")
    expect(dialog.locator("[data-stale-mine]")).to_have_text("correct")
    dialog.get_by_role("button", name="Take mine").click()
    stored(page)
    expect(dialog).to_have_count(0)
    settle(page)
    assert decisions(audit) == ["incorrect", "correct"]


def test_a_draft_is_there_on_another_device_and_so_is_the_card(browser_page, new_page, audit):
    begin(browser_page, audit)
    here = question(browser_page)
    browser_page.get_by_role("textbox", name="Comment").fill("Half a thought")
    browser_page.keyboard.press("Escape")
    browser_page.wait_for_event("requestfinished", lambda request: "/draft/" in request.url)
    other = new_page()
    begin(other, audit)
    assert question(other) == here
    expect(other.get_by_role("textbox", name="Comment")).to_have_value("Half a thought")


def test_without_script_it_is_a_plain_form_with_a_way_back(new_page, audit):
    page = new_page(java_script_enabled=False)
    page.goto(reverse("audit-label", args=[audit.pk]))
    first = question(page)
    page.get_by_role("button", name="Incorrect", exact=True).click()
    assert question(page) != first
    page.get_by_role("link", name="Back").click()
    assert question(page) == first
    page.get_by_role("button", name="Correct", exact=True).click()
    page.get_by_label("Reason, if you skip it").select_option("The item is broken")
    page.get_by_role("button", name="Skip", exact=True).click()
    assert decisions(audit) == ["incorrect", "correct", "skip"]


def test_without_script_one_looks_behind_the_blinding(new_page):
    audit = bare_audit(reveal_allowed=True, judge="exact")
    page = new_page(java_script_enabled=False)
    page.goto(reverse("audit-label", args=[audit.pk]))
    page.get_by_label("Comment").fill("Half a thought")
    page.get_by_text("Look behind the blinding").click()
    page.get_by_role("button", name="Yes, show agent, judge and verdict").click()
    expect(page.get_by_text("Agent: Agent. Judge exact: incorrect.")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value("Half a thought")
    page.get_by_role("button", name="Correct", exact=True).click()
    label = HumanLabel.objects.get()
    assert (label.was_blind, label.comment) == (False, "Half a thought")


def test_without_script_an_answer_survives_an_expired_log_in(new_page, audit):
    page = new_page(java_script_enabled=False)
    page.goto(reverse("audit-label", args=[audit.pk]))
    first = question(page)
    page.get_by_role("textbox", name="Comment").fill("Seen twice")
    LogIn.objects.all().delete()
    page.get_by_role("button", name="Incorrect", exact=True).click()
    page.get_by_label("Username").fill("rita")
    page.get_by_label("Password").fill("demo")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("It was kept and is filled in below")).to_be_visible()
    assert question(page) == first
    expect(page.get_by_role("textbox", name="Comment")).to_have_value("Seen twice")
    page.get_by_role("button", name="Incorrect", exact=True).click()
    assert decisions(audit) == ["incorrect"]
