"""Every page in a real browser: accessible, no wider than a phone, quiet, all from this site."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Request

from conftest import AXE
from ecoagent_site.tests.end_to_end.routes import page_routes
from ecoagent_site.tests.populated import populated_site
from ecoagent_site.tests.screens import SCREENS, findings_on, show
from runs_app.actions import archives, result_tables
from runs_app.models import Agent, Archive, ResultTable, Run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GRID_CHOICES = "stratum=hard&measure=usd_per_pass&model=model-a&model=nothing&prices=1"
PARTS = 3
"""Tests that share the pages, so that they may run side by side."""
BROKEN = """<!doctype html><html lang="en"><title>Broken</title><main>
<p style="color: #999; background: #888; width: 2000px">Grey on grey</p>
<img src="http://example.invalid/picture.png"><script>nothing()</script></main></html>"""
NO_PAGES = {
    *("candidate-generate", "candidate-freeze", "calibrate"),
    *("archive-status", "run-progress", "run-download", "api-schema", "healthz", "readyz"),
    *("logout", "create-token", "revoke-token", "archive-retry", "run-cancel", "run-withdraw"),
    *("audit-cells", "audit-state", "audit-report-csv", "audit-export"),
    *("audit-close", "audit-adjudicate", "audit-reveal"),
    *("result-table-discard", "table-mapping-forget"),
}
"""Routes that answer with JSON or a file, or take only a POST."""

PAGES_OF_AN_OPEN_AUDIT = {"audit-label", "audit-item", "audit-disagreement"}
"""Looked at by audit_app/tests, with the items and the disagreement that they need."""


@pytest.fixture
def site(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return populated_site()


def addresses(site) -> dict[str, str]:
    """One page of every route, named by it, and pages in other states."""
    ids = site.ids
    of_run, of_archive = [ids["run_id"]], [ids["archive_id"]]
    of_task = [f"{ids['name']}@{ids['version']}", ids["task_id"]]
    arguments = {
        "docs-page": ["metrics"],
        "bundle-detail": of_task[:1],
        "task-detail": of_task,
        "task-oracle": of_task,
        "price-book": [1],
        "candidate-list": ["meter@1"],
        "candidate-add": ["meter@1"],
        "candidate": [ids["candidate_id"]],
        "task-descriptions": ["meter@1", "m00"],
        "run-detail": of_run,
        "episode-detail": [ids["episode_id"]],
        "archive": of_archive,
        "evidence": [Agent.objects.get(name="LexicalEager", owner=None).pk],
        "grid-evidence": [Agent.objects.get(name="model-a in cli-x").pk],
        "snapshot": [ids["digest"]],
        "audit": [ids["audit_id"]],
        "audit-report": [ids["audit_id"]],
        "result-table": [waiting_table(site.submitter).pk],
    }
    names = page_routes().keys() - NO_PAGES - PAGES_OF_AN_OPEN_AUDIT
    return {name: reverse(name, args=arguments.get(name, [])) for name in names} | {
        "refused archive": reverse("archive", args=[Archive.objects.get(status="rejected").pk]),
        "waiting archive": reverse("archive", args=[waiting_archive(site.submitter).pk]),
        "running run": reverse("run-detail", args=[running_run(site.submitter).pk]),
        "wrong parameters": f"{reverse('leaderboard')}?track=rail&board.sort=nothing",
        "board without rows": f"{reverse('leaderboard')}?bundle=nothing",
        "grid with choices": f"{reverse('agentmeter')}?{GRID_CHOICES}",
        "not found": "/nothing/here/",
    }


def waiting_archive(owner) -> Archive:
    return archives.receive_archive(ContentFile(b"", f"{'long-' * 50}.zip"), owner)


def waiting_table(owner) -> ResultTable:
    """A table that cannot be taken yet: it has a problem for each thing that nothing tells."""
    return result_tables.keep_table(ContentFile(b"task,passed\nt1,yes\n", "mine.csv"), owner)


def running_run(owner) -> Run:
    run = Run.objects.filter(archive=None).latest("created_at")
    run.status, run.owner, run.started_at = "running", owner, timezone.now()
    run.save()
    return run


@contextmanager
def listening(page, origin) -> Iterator[list[str]]:
    """What a page complains of, or asks of somebody else, while it is looked at.

    What the page before it had asked, and what fails because that page is left, is not its own.
    """
    complaints: list[str] = []
    own: list[Request] = []
    listeners = {
        "pageerror": lambda error: complaints.append(f"script error: {error}"),
        "requestfailed": lambda request: (
            request in own and complaints.append(f"failed: {request.url}")
        ),
        "console": lambda message: (
            message.type in {"error", "warning"} and complaints.append(message.text)
        ),
        "request": lambda request: (
            own.append(request)
            or request.url.startswith((origin, "data:", "blob:"))
            or complaints.append(f"elsewhere: {request.url}")
        ),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield complaints
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def findings(page, address) -> Iterator[str]:
    """What is wrong with a page, wide and narrow, light and dark; it is loaded once, wide."""
    show(page, *SCREENS[0][:2])
    page.goto(address, wait_until="load")
    page.evaluate(AXE.read_text())
    for screen in SCREENS:
        yield from findings_on(page, *screen)


@pytest.fixture
def page(chromium, live_server, client, settings, site):
    """A page of somebody who may do everything."""
    site.submitter.is_maintainer = site.submitter.is_reviewer = True
    site.submitter.save()
    client.force_login(site.submitter)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_fits_a_phone_and_asks_nothing_of_anybody_else(
    page, live_server, site, part
):
    found = {}
    for name, address in sorted(addresses(site).items())[part::PARTS]:
        page.goto("about:blank")  # or what the page before still asks would break off below
        with listening(page, live_server.url) as complaints:
            wrong = [*findings(page, address), *complaints]
        found[name] = [words for words in wrong if name != "not found" or "404" not in words]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_page_that_breaks_every_promise_is_found_out(page, live_server):
    page.route("**/broken/", lambda route: route.fulfill(body=BROKEN, content_type="text/html"))
    with listening(page, live_server.url) as complaints:
        wrong = " ".join([*findings(page, "/broken/"), *complaints])
    for words in (
        "wider than the window",
        "color-contrast",
        "image-alt",
        "script error",
        "elsewhere",
    ):
        assert words in wrong
