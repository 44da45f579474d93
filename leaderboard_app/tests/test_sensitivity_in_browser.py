"""The sliders in a real browser: ranks follow, the URL keeps them, nothing is lost by a reload."""

import pytest
from django.urls import reverse

from leaderboard_app.queries.sensitivity import published_sensitivity_base
from leaderboard_app.tests.metered import metered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = reverse("meter-sensitivity")
WEIGHTS = {"tokens": "1", "steps": "0", "non_pass": "0"}


@pytest.fixture(autouse=True)
def _published(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    published_sensitivity_base.cache_clear()
    metered()


def column(page, table, number):
    return page.locator(f"#{table} tbody tr > :nth-child({number})").all_inner_texts()


def tables(page):
    """All that a reader sees of the three tables."""
    return [
        page.locator(f"#{table} tbody").inner_text() for table in ("changes", "orders", "moved")
    ]


def move(page, name, value):
    page.get_by_label(f"{name} (slider)").evaluate(
        "(range, value) => { range.value = value; range.dispatchEvent(new Event('input')); }", value
    )


def moved(page):
    for name, value in (("Median tokens", 1), ("Median steps", 0), ("Share not passed", 0)):
        move(page, name, value)
    page.wait_for_function("() => location.search.includes('tokens=1')")
    page.wait_for_function("() => location.search.includes('non_pass=0')")


def test_it_has_no_serious_violation_and_fits_a_phone(check_page):
    check_page(PAGE)
    check_page(f"{PAGE}?alpha=7&budget_2=1")


def test_what_the_sliders_show_at_once_is_what_the_page_shows_when_it_is_loaded(browser_page):
    browser_page.goto(PAGE)
    before = tables(browser_page)
    moved(browser_page)
    browser_page.wait_for_function(
        "() => !document.querySelector('#changes-moved').innerText.includes('0\\u00a0/')"
    )
    live = tables(browser_page)
    browser_page.reload()

    assert tables(browser_page) == live != before
    assert browser_page.get_by_label("Median tokens", exact=True).input_value() == "1"


def test_rows_follow_their_places(browser_page):
    browser_page.goto(PAGE)
    first = column(browser_page, "orders", 1)
    for name, value in (("alpha: TQ against AUBQC", 1), ("lambda: expensive failures", 0)):
        move(browser_page, name, value)
    browser_page.wait_for_function("() => location.search.includes('lambda=0')")
    places = [int(place) for place in column(browser_page, "orders", 2)]

    assert places == sorted(places)
    assert sorted(column(browser_page, "orders", 1)) == sorted(first)


def test_sorting_keeps_where_the_sliders_stand(browser_page):
    browser_page.goto(PAGE)
    moved(browser_page)
    live = sorted(column(browser_page, "orders", 4))
    browser_page.get_by_role("link", name="Published AMS").click()
    browser_page.wait_for_url("**orders.sort=**")

    assert "tokens=1" in browser_page.url
    assert sorted(column(browser_page, "orders", 4)) == live
    order = column(browser_page, "orders", 1)
    move(browser_page, "alpha: TQ against AUBQC", 0)
    browser_page.wait_for_function("() => location.search.includes('alpha=0')")
    assert column(browser_page, "orders", 1) == order  # sorted by what does not move


def test_the_result_is_read_out_once_the_sliders_rest(browser_page):
    browser_page.goto(PAGE)
    moved(browser_page)
    said = browser_page.get_by_role("status").filter(has_text="tasks move")
    said.wait_for()
    assert "of 6 places change" in said.inner_text()


def test_back_to_the_published_values_by_the_keyboard(browser_page):
    browser_page.goto(PAGE)
    before = tables(browser_page)
    moved(browser_page)
    browser_page.get_by_role("link", name="Back to the published values").focus()
    browser_page.keyboard.press("Enter")
    browser_page.wait_for_function("() => !location.search.includes('tokens')")

    browser_page.get_by_text("Every task is in the stratum that is published.").wait_for()
    assert tables(browser_page) == before


def test_a_value_that_cannot_be_meant_is_named_and_the_last_answer_kept(chromium, live_server):
    """In a context of its own: the refusal, a 400, is a message of the console."""
    context = chromium.new_context(base_url=live_server.url)
    page = context.new_page()
    page.goto(f"{PAGE}?budget_2=1")
    before = tables(page)
    field = page.get_by_label("Budget 2", exact=True)
    field.fill("10")
    page.get_by_text("It lies above budget_1: the budgets rise.").wait_for()

    assert field.get_attribute("aria-invalid") == "true"
    assert tables(page) == before
    field.fill("50")
    page.wait_for_function("() => location.search.includes('budget_2=50')")
    assert field.get_attribute("aria-invalid") is None
    assert page.get_by_text("what is published is shown").count() == 0
    context.close()


def test_without_a_script_the_form_does_the_same(chromium, live_server):
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(PAGE)
    page.get_by_label("Median tokens").fill("1")
    page.get_by_label("Median steps").fill("0")
    page.get_by_label("Share not passed").fill("0")
    page.get_by_role("button", name="Show").click()

    assert "tokens=1" in page.url
    assert page.get_by_label("Median tokens").input_value() == "1"
    assert page.locator("#moved tbody tr").count() > 1
    context.close()
