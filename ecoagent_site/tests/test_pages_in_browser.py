"""The frame of the site in a real browser."""

import pytest
from django.urls import reverse

from ecoagent_site.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_log_in_has_no_serious_violation_for_a_stranger(check_page):
    check_page(reverse("login"))


def test_the_documentation_of_the_api_has_no_serious_violation_once_it_is_drawn(check_page):
    check_page(reverse("api-docs"), ready=".opblock")


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_the_theme_follows_the_system_until_it_is_chosen_and_the_choice_lasts(browser_page):
    browser_page.emulate_media(color_scheme="light")
    browser_page.goto(reverse("home"))
    light = background(browser_page)
    browser_page.emulate_media(color_scheme="dark")
    dark = background(browser_page)
    assert dark != light
    switch = browser_page.get_by_role("button", name="Theme: system")
    switch.click()
    assert background(browser_page) == light
    browser_page.goto(reverse("login"))
    assert background(browser_page) == light
    browser_page.get_by_role("button", name="Theme: light").click()
    assert background(browser_page) == dark


def test_the_navigation_folds_and_opens_without_script(chromium, live_server):
    context = chromium.new_context(
        base_url=live_server.url,
        viewport={"width": 390, "height": 800},
        java_script_enabled=False,
    )
    page = context.new_page()
    page.goto(reverse("login"))
    runs = page.get_by_role("link", name="Runs", exact=True)
    assert not runs.is_visible()
    page.get_by_role("button", name="Menu").click()
    runs.click()
    assert page.url.endswith(reverse("run-list"))
    context.close()


def test_the_keyboard_reaches_the_content_at_once_and_sees_where_it_is(browser_page):
    browser_page.goto(reverse("home"))
    browser_page.keyboard.press("Tab")
    assert browser_page.evaluate("document.activeElement.textContent") == "Skip to the content"
    browser_page.keyboard.press("Enter")
    assert browser_page.evaluate("document.activeElement.id") == "main"
    browser_page.keyboard.press("Tab")
    style = browser_page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert style == "solid"


def test_a_person_logs_in_makes_a_token_and_revokes_it(browser_page):
    User.objects.create_user("olga", password="a long pass phrase")
    browser_page.goto(reverse("account"))
    browser_page.get_by_label("Username").fill("olga")
    browser_page.get_by_label("Password").fill("a long pass phrase")
    browser_page.get_by_role("button", name="Log in").click()
    browser_page.get_by_role("button", name="Make a token").click()
    assert len(browser_page.locator("[data-new-token]").inner_text()) >= 40
    browser_page.get_by_text("Revoke", exact=True).click()
    browser_page.get_by_role("button", name="Yes, revoke").click()
    browser_page.get_by_text("The token is revoked").wait_for()
