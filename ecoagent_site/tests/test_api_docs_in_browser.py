"""The API's own documentation in a real browser: it works under our CSP, with no other host."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_documentation_lists_the_calls_and_tries_one(browser_page):
    browser_page.goto("/api/docs/")
    expect(browser_page.get_by_role("heading", name="API, version 1")).to_be_visible()
    call = browser_page.locator("#operations-bundles-bundles")
    call.click()
    expect(call.get_by_text("The published bundles.")).to_be_visible()
    call.get_by_role("button", name="Try it out").click()
    with browser_page.expect_response("**/api/v1/bundles/*") as answer:
        call.get_by_role("button", name="Execute").click()
    assert answer.value.json()["results"] == []
