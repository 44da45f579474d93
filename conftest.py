"""A real browser for every suite: ``browser_page`` opens pages of the live site in Chromium."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from ecoagent_site.tests.emptied_tables import empty_tables
from ecoagent_site.tests.screens import SCREENS, Screen, findings_on, show

# How long an example takes tells what else the machine is doing, not whether the code is right.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")

AXE = Path(__file__).parent / "ecoagent_site/tests/vendor/axe.min.js"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

BUSY_SESSIONS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"""


def pytest_configure() -> None:
    """Spare every test what takes long and says nothing about the site."""
    # A third of a second for a password is meant for those who guess it.
    site_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    TransactionTestCase._fixture_teardown = empty_tables


def chromium_path() -> str | None:
    """The browser named by CHROMIUM, or the first of the usual names on the PATH."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.fixture(scope="module")
def stored_once(
    django_db_setup, django_db_blocker, tmp_path_factory
) -> Iterator[Callable[[Callable[[], Any]], Any]]:
    """A function that stores something for all tests of a module, none of which commits: each
    finds it as it was made, whatever the others did to it, and after the last it is gone."""
    around = transaction.atomic()
    around._from_testcase = True  # as far as "durable" code is concerned, there is none around it

    def store(make: Callable[[], Any]) -> Any:
        with django_db_blocker.unblock():
            return make()

    with django_db_blocker.unblock():
        around.__enter__()
    with override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")):
        yield store
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright_driver: Playwright) -> Iterator[Browser]:
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium: set CHROMIUM or install one; browser tests were NOT run")
    browser = playwright_driver.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def nothing_in_flight(request) -> Iterator[None]:
    """What a closed browser had asked is answered before the tables are emptied for the next
    test: a request at work and a TRUNCATE would lock each other out."""
    yield
    if "live_server" in request.fixturenames:
        wait_for_idle_connections()


def wait_for_idle_connections(seconds: float = 5) -> None:
    """Return once every other session of the test database is idle, twice in a row."""
    deadline, quiet = time.monotonic() + seconds, 0
    while quiet < 2 and time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(BUSY_SESSIONS)
            quiet = 0 if cursor.fetchone()[0] else quiet + 1
        time.sleep(0.02)


@pytest.fixture
def browser_page(chromium: Browser, live_server) -> Iterator[Page]:
    """A page of 1280 by 900 pixels that fails its test on any request to another host, script
    error or message of the console; relative addresses are the live site's."""
    context = chromium.new_context(
        base_url=live_server.url,
        viewport={"width": 1280, "height": 900},
        reduced_motion="reduce",
    )
    page = context.new_page()
    complaints = complaints_of(page, live_server.url)
    yield page
    context.close()
    assert complaints == []


def complaints_of(page: Page, site: str) -> list[str]:
    """A list to which whatever goes wrong in ``page`` is added when it happens."""
    found: list[str] = []

    def on_console(message) -> None:
        if message.type == "error":
            found.append(f"console: {message.text}")

    def on_request(request) -> None:
        if request.url.startswith(("http", "ws")) and not request.url.startswith(site):
            found.append(f"external request: {request.url}")

    page.on("pageerror", lambda error: found.append(f"script error: {error}"))
    page.on("console", on_console)
    page.on("request", on_request)
    return found


@pytest.fixture
def log_in(browser_page: Page, client, live_server, settings):
    """A function that gives the browser the session of a user, without the log-in form."""

    def log_in(user) -> None:
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        browser_page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
        )

    return log_in


@pytest.fixture
def check_page(browser_page: Page):
    """A function that opens an address wide and light, then narrow and dark, looks at each in
    the other width too, and checks all four: axe finds nothing serious, and nothing makes the
    window scroll sideways. ``ready`` selects what a script has to draw first."""

    def check(address: str, ready: str = "main") -> None:
        found: list[str] = []
        for screens in batched(SCREENS):
            open_page(browser_page, address, ready, screens[0])
            for screen in screens:
                found += findings_on(browser_page, *screen)
        assert found == []

    return check


def batched(screens: list[Screen]) -> list[list[Screen]]:
    """Those of a scheme together: only another scheme is worth another load."""
    return [list(group) for _, group in groupby(screens, key=itemgetter(0))]


def open_page(page: Page, address: str, ready: str, screen: Screen) -> None:
    """Load the page on that screen, and axe into it."""
    scheme, width, _ = screen
    show(page, scheme, width)
    response = page.goto(address)
    assert response is not None
    assert response.status < 400, f"{address}: {response.status}"
    page.wait_for_selector(ready)
    page.evaluate(AXE.read_text())


def violations(page: Page) -> list[str]:
    """What axe calls serious or critical, with the first element that it names."""
    page.evaluate(AXE.read_text())
    report = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{found['id']}: {found['help']} ({found['nodes'][0]['target']})"
        for found in report["violations"]
        if found["impact"] in {"serious", "critical"}
    ]
