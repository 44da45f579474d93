"""The page of calibrations in a real browser: frozen, as a preview, and frozen by its button."""

import pytest
from django.urls import reverse

from leaderboard_app import actions, calibration_views
from leaderboard_app.models import Calibration
from leaderboard_app.tests.metered import keeper, uploaded

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = reverse("calibration")


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path, monkeypatch):
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(calibration_views, "enqueue_publication", lambda bundle_id: None)


def test_a_calibration_has_no_serious_violation_and_fits_a_phone(check_page, browser_page):
    actions.calibrate_bundle(uploaded().bundle_id, keeper())
    check_page(PAGE)
    browser_page.goto(PAGE)
    browser_page.locator("#costs-hard").scroll_into_view_if_needed()
    browser_page.wait_for_selector("#costs-hard [data-drawn]")
    assert browser_page.locator("#costs-hard .scatterlayer .js-line").count() == 2


def test_a_maintainer_looks_and_freezes_with_the_keyboard(check_page, browser_page, log_in):
    uploaded()
    log_in(keeper())
    check_page(f"{PAGE}?preview=usual")
    browser_page.goto(f"{PAGE}?preview=usual")
    browser_page.get_by_role("button", name="Freeze this calibration").focus()
    browser_page.keyboard.press("Enter")
    browser_page.get_by_text("Calibration 1 is frozen").wait_for()

    assert Calibration.objects.get().created_by == keeper()
