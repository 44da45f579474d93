"""The pages of descriptions in a real browser: wide and narrow, light and dark."""

import pytest
from django.urls import reverse

from runs_app.tests.candidates import BAD, GOOD, LEAK, candidate, tried
from runs_app.tests.people import person
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LIST = "/descriptions/meter@1/"


@pytest.fixture
def stored():
    """Three candidates of one person, one of them tried."""
    bundle_id, sam = import_meter_bundle(), person("sam", is_submitter=True)
    good, bad, _ = (candidate(bundle_id, sam, text) for text in (GOOD, BAD, LEAK))
    tried(sam, "original", reward=0.5)
    tried(sam, good.name, reward=0.9)
    return bad


def test_the_pages_are_accessible_and_fit_a_phone(check_page, stored, log_in):
    log_in(person("mia", is_maintainer=True, is_submitter=True))
    for address in (
        LIST,
        f"{LIST}add/",
        f"{LIST}tasks/m00/",
        reverse("candidate", args=[stored.pk]),
    ):
        check_page(address)


def test_a_candidate_is_added_and_then_frozen_without_script(browser_page, stored, log_in):
    log_in(person("mia", is_maintainer=True))
    page = browser_page
    page.goto(f"{LIST}add/")
    page.get_by_label("Task").fill("m21")
    page.get_by_label("Source configuration").fill("model-a x cli-x")
    page.get_by_role("textbox", name="Wording").fill("Sum everything.")
    page.get_by_role("button", name="Add it").click()
    assert page.get_by_text("The output m21.txt is required; it is gone.").is_visible()
    page.goto(LIST)
    page.get_by_role("button", name="Freeze descriptions").click()
    assert "are frozen" in page.locator(".messages").inner_text()
