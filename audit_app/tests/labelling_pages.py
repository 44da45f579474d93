"""What tests do on the labelling screen in a browser."""

from weakref import WeakKeyDictionary

from django.urls import reverse
from playwright.sync_api import Page, Request, expect

from audit_app.models import Audit, HumanLabel

_PENDING: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()
READY = "[data-labelling][data-ready]"
"""The screen once its script has begun."""


def watch(page: Page) -> Page:
    """Remember what the page asks and has no answer to yet, for ``settle``."""
    pending = _PENDING.setdefault(page, set())
    page.on("request", lambda request: pending.add(request))  # noqa: PLW0108
    page.on("requestfinished", lambda request: pending.discard(request))  # noqa: PLW0108
    page.on("requestfailed", lambda request: pending.discard(request))  # noqa: PLW0108
    return page


def settle(page: Page) -> None:
    """Wait until nothing is under way, so that no request outlives its test."""
    quiet, rounds = 0, 0
    while quiet < 3 and rounds < 200:
        page.wait_for_timeout(25)
        quiet, rounds = (0 if _PENDING[page] else quiet + 1), rounds + 1


def begin(page: Page, audit: Audit) -> None:
    page.goto(reverse("audit-label", args=[audit.pk]))
    page.wait_for_selector(READY)


def question(page: Page) -> str:
    return page.locator("[data-question]").inner_text()


def decide(page: Page, key: str) -> None:
    """Press a key, and wait for another card."""
    before = question(page)
    page.keyboard.press(key)
    page.wait_for_function(
        "before => document.querySelector('[data-question]').textContent !== before"
        " || document.querySelector('[data-card]').hidden",
        arg=before,
    )


def stored(page: Page) -> None:
    expect(page.locator("[data-labelling]")).to_have_attribute("data-waiting", "0")
    expect(page.locator("[data-state]")).to_have_text("Saved.")


def decisions(audit: Audit) -> list[str]:
    return list(HumanLabel.objects.filter(audit=audit).values_list("decision", flat=True))


def press(page: Page, **event: object) -> None:
    """A key as the browser would tell of it, with a code of its own."""
    page.evaluate(
        "event => document.body.dispatchEvent(new KeyboardEvent('keydown', "
        "{bubbles: true, cancelable: true, ...event}))",
        event,
    )


def log_in_again(page: Page) -> None:
    page.get_by_role("link", name="Log in and go on").click()
    page.get_by_label("Username").fill("rita")
    page.get_by_label("Password").fill("demo")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_selector(READY)
