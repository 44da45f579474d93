"""The page of Core against Full in a real browser."""

import pytest
from django.urls import reverse

from leaderboard_app.tests.metered import metered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = reverse("meter-core")


@pytest.fixture(autouse=True)
def _published(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    metered()


def test_it_has_no_serious_violation_and_fits_a_phone(check_page):
    check_page(PAGE)


def test_agreement_is_drawn_and_another_size_chosen_by_the_keyboard(browser_page):
    browser_page.goto(PAGE)
    browser_page.locator("#agreement-spearman").scroll_into_view_if_needed()
    browser_page.wait_for_selector("#agreement-spearman [data-drawn]")
    assert browser_page.locator("#agreement-spearman .scatterlayer .js-line").count() == 4
    browser_page.get_by_role("link", name="12", exact=True).focus()
    browser_page.keyboard.press("Enter")
    browser_page.get_by_role("heading", name="Hard (4)").wait_for()
    assert browser_page.url.endswith("?size=12#tasks")
