"""Every page in a real browser: accessible, no wider than a phone, quiet, and all from this site."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import timezone

from conftest import AXE
from ecoagent_site.tests.end_to_end.routes import page_routes
from ecoagent_site.tests.populated import populated_site
from runs_app.actions import archives
from runs_app.models import Agent, Archive, Run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 390)]
VIOLATIONS = """async (rules) => {
    const report = await axe.run({ resultTypes: ["violations"], ...rules });
    return report.violations
        .filter((found) => ["serious", "critical"].includes(found.impact))
        .map((found) => `${found.id}: ${found.help} (${found.nodes[0].target})`);
}"""
ONLY_COLOURS = {"runOnly": ["color-contrast"]}
NO_PAGES = {
    *("archive-status", "run-progress", "run-download", "api-schema", "healthz", "readyz"),
    *("logout", "create-token", "revoke-token", "archive-retry", "run-cancel", "run-withdraw"),
}
"""Routes that answer with JSON or a file, or take only a POST."""


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
        "run-detail": of_run,
        "episode-detail": [ids["episode_id"]],
        "archive": of_archive,
        "evidence": [Agent.objects.get(name="LexicalEager", owner=None).pk],
        "snapshot": [ids["digest"]],
    }
    names = page_routes().keys() - NO_PAGES
    return {name: reverse(name, args=arguments.get(name, [])) for name in names} | {
        "refused archive": reverse("archive", args=[Archive.objects.get(status="rejected").pk]),
        "waiting archive": reverse("archive", args=[waiting_archive(site.submitter).pk]),
        "running run": reverse("run-detail", args=[running_run(site.submitter).pk]),
        "wrong parameters": f"{reverse('leaderboard')}?track=rail&board.sort=nothing",
        "board without rows": f"{reverse('leaderboard')}?bundle=nothing",
        "not found": "/nothing/here/",
    }


def waiting_archive(owner) -> Archive:
    return archives.receive_archive(ContentFile(b"", f"{'long-' * 50}.zip"), owner)


def running_run(owner) -> Run:
    run = Run.objects.filter(archive=None).latest("created_at")
    run.status, run.owner, run.started_at = "running", owner, timezone.now()
    run.save()
    return run


@contextmanager
def listening(page, origin) -> Iterator[list[str]]:
    """What a page complains of, or asks of somebody else, while it is looked at."""
    complaints: list[str] = []
    listeners = {
        "pageerror": lambda error: complaints.append(f"script error: {error}"),
        "requestfailed": lambda request: complaints.append(f"failed: {request.url}"),
        "console": lambda message: (
            message.type in {"error", "warning"} and complaints.append(message.text)
        ),
        "request": lambda request: (
            not request.url.startswith((origin, "data:", "blob:"))
            and complaints.append(f"elsewhere: {request.url}")
        ),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield complaints
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def findings(page, address) -> Iterator[str]:
    """What is wrong with a page, wide and narrow, light and dark."""
    page.emulate_media(color_scheme="light")
    page.goto(address, wait_until="load")
    page.evaluate(AXE.read_text())
    for scheme, width in SCREENS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        too_wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if too_wide > 0:
            yield f"{width}: {too_wide} pixels wider than the window"
        rules = ONLY_COLOURS if scheme == "dark" else {}
        yield from (f"{scheme} {width}: {found}" for found in page.evaluate(VIOLATIONS, rules))


def test_every_page_is_accessible_fits_a_phone_and_asks_nothing_of_anybody_else(
    chromium, live_server, client, settings, site
):
    site.submitter.is_maintainer = True
    site.submitter.save()
    client.force_login(site.submitter)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    page = context.new_page()
    found = {}
    for name, address in addresses(site).items():
        with listening(page, live_server.url) as complaints:
            wrong = list(findings(page, address)) + complaints
        if wrong and name != "not found":
            found[name] = wrong
    context.close()
    assert found == {}
