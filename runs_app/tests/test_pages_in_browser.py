"""The pages of runs and episodes in a real browser."""

import pytest
from django.urls import reverse

from runs_app.models import Run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def run():
    return executed_run("CopilotFirst", "tight")


@pytest.fixture
def over(run):
    return run.episodes.filter(over_step__isnull=False).first()


def test_an_episode_that_went_over_its_budget_has_no_serious_violation(check_page, over):
    check_page(reverse("episode-detail", args=[over.pk]))


def test_the_chart_is_drawn_in_the_place_that_was_kept_for_it(browser_page, over):
    browser_page.goto(reverse("episode-detail", args=[over.pk]))
    plot = browser_page.locator("[data-figure]")
    height = plot.bounding_box()["height"]
    browser_page.wait_for_selector("[data-figure][data-drawn]")
    assert plot.bounding_box()["height"] == height
    assert plot.locator(".scatterlayer").count() == 1


def test_the_chart_changes_its_colours_with_the_theme(browser_page, over):
    browser_page.goto(reverse("episode-detail", args=[over.pk]))
    browser_page.wait_for_selector("[data-figure][data-drawn]")
    line = browser_page.locator(".scatterlayer .js-line").first
    light = line.evaluate("line => getComputedStyle(line).stroke")
    browser_page.emulate_media(color_scheme="dark")
    browser_page.wait_for_function(
        "light => getComputedStyle(document.querySelector('.scatterlayer .js-line')).stroke"
        " !== light",
        arg=light,
    )


def test_j_and_k_lead_through_the_episodes(browser_page, run):
    first, second = run.episodes.order_by("task_id")[:2]
    browser_page.goto(reverse("episode-detail", args=[first.pk]))
    browser_page.keyboard.press("j")
    browser_page.wait_for_url(f"**{reverse('episode-detail', args=[second.pk])}")
    browser_page.keyboard.press("k")
    browser_page.wait_for_url(f"**{reverse('episode-detail', args=[first.pk])}")


def test_a_running_run_keeps_its_numbers_current_and_says_when_it_is_over(browser_page, run):
    Run.objects.filter(pk=run.pk).update(status="running", episodes_done=1)
    browser_page.goto(reverse("run-detail", args=[run.pk]))
    assert browser_page.locator("[data-live=done_text]").inner_text() == "1 of 12 tasks"
    Run.objects.filter(pk=run.pk).update(status="scored", episodes_done=12)
    browser_page.get_by_text("The run is over.").wait_for()
    assert browser_page.locator("[data-live=done_text]").inner_text() == "12 of 12 tasks"


def test_a_run_is_withdrawn_after_one_question(browser_page, log_in, run):
    owner = person("olga")
    Run.objects.filter(pk=run.pk).update(owner=owner)
    log_in(owner)
    browser_page.goto(reverse("run-detail", args=[run.pk]))
    browser_page.get_by_text("Withdraw this run").click()
    browser_page.get_by_role("button", name="Yes, withdraw it").click()
    browser_page.get_by_text("Withdrawn by olga.").wait_for()


def test_explanations_of_columns_are_shown_on_keyboard_focus(browser_page, run):
    browser_page.goto(reverse("run-detail", args=[run.pk]))
    browser_page.locator("#families th a", has_text="Strict").focus()
    tip = browser_page.locator(".tip")
    assert tip.inner_text().startswith("Correct, with evidence")
    browser_page.keyboard.press("Escape")
    assert not tip.is_visible()
