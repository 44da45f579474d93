"""Fixtures of audit_app's tests."""

from datetime import timedelta

import pytest
from django.utils import timezone

from audit_app.tests.audits import reviewer
from audit_app.tests.labelling_pages import settle, watch


@pytest.fixture
def clock(monkeypatch):
    """The server's time, which only ``clock.forward(minutes=11)`` moves."""

    class Clock:
        now = timezone.now()

        def forward(self, **duration):
            self.now += timedelta(**duration)

    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def rita(log_in, browser_page):
    """A reviewer whom the browser is logged in as."""
    watch(browser_page)
    user = reviewer()
    user.set_password("demo")
    user.save()
    log_in(user)
    yield user
    settle(browser_page)


@pytest.fixture
def new_page(chromium, live_server, browser_page, rita):
    """A function that opens a window of rita's own; what its console says is not looked at,
    since a browser complains there of a lost connection."""
    contexts = []

    def new_page(**choices):
        context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce", **choices)
        context.add_cookies(browser_page.context.cookies())
        contexts.append(context)
        return watch(context.new_page())

    yield new_page
    for context in contexts:
        settle(context.pages[0])
        context.close()
