"""Nothing of any oracle is on a page, in a header, a download or an error for anybody but
maintainers, and for them on the page of the oracle only."""

from dataclasses import fields
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import resolve, reverse

from ecoagent_site.tests.end_to_end.crawler import Crawler
from ecoagent_site.tests.end_to_end.routes import page_routes
from ecoagent_site.tests.populated import PLANTED, PLANTED_UNITS, broken_draft, populated_site
from runs_app.models import Archive
from tasks_app.domain import numbers
from tasks_app.domain.task_spec import Source
from tasks_app.models import Task
from tasks_app.tests.meter_bundles import HIDDEN

pytestmark = pytest.mark.django_db
SECRETS = (PLANTED, str(PLANTED_UNITS), numbers.units_text(PLANTED_UNITS), HIDDEN)

READ_BY_ALL = {
    "home",
    "docs",
    "docs-page",
    "bundle-list",
    "bundle-detail",
    "price-book-list",
    "price-book",
    "price-changes",
    "task-detail",
    "candidate-list",
    "task-descriptions",
    "run-list",
    "run-detail",
    "run-download",
    "episode-detail",
    "archive",
    "leaderboard",
    "family-matrix",
    "sweeps",
    "failures",
    "evidence",
    "agentmeter",
    "grid-evidence",
    "meter-core",
    "meter-descriptions",
    "meter-sensitivity",
    "snapshot-list",
    "snapshot",
    "calibration",
    "api-leaderboard-csv",
    "api-manifest",
    "api-docs",
    "api-schema",
}
"""What a crawl has to come by, or it proves nothing."""


BROKEN = {404, 500}
"""What no link may lead to; 405 is a form's address, and 403 says what one may not do."""


@pytest.fixture(scope="module")
def site(stored_once):
    return stored_once(populated_site)


def starts():
    """The home page, and what no page links: other people's and wrong addresses."""
    yield from ("/", "/nothing/", "/runs/nothing/", "/bundles/nothing@1/", "/healthz")
    for task_id in Task.objects.values_list("task_id", flat=True):
        address = reverse("task-detail", args=["mini@1", task_id])
        yield from (address, f"{address}oracle/", f"{address}nothing/", f"{address[:-2]}/")
    for archive_id in Archive.objects.values_list("pk", flat=True):
        yield from (reverse(name, args=[archive_id]) for name in ("archive", "archive-status"))


def leaks(answers):
    return {
        address
        for address, answer in answers.items()
        if any(secret in answer.text for secret in SECRETS)
    }


def names(addresses):
    return {resolve(urlsplit(address).path).view_name for address in addresses}


@pytest.mark.parametrize("role", ["anonymous", "submitter", "reviewer"])
def test_a_crawl_of_every_page_meets_nothing_planted(client, site, role):
    if role == "submitter":
        client.force_login(site.submitter)  # who owns archives, one of them refused
    elif role == "reviewer":
        client.force_login(site.reviewer)  # who labelled an item of an audit that is closed
    answers = Crawler(client).crawl(*starts())
    read = names(address for address, answer in answers.items() if answer.status == 200)
    assert read >= READ_BY_ALL
    assert role != "submitter" or {"upload", "archives", "account"} <= read
    assert role != "reviewer" or {"audit-list", "audit", "audit-report"} <= read
    assert leaks(answers) == set()
    linked = answers.keys() - set(starts())
    assert {address for address in linked if answers[address].status in BROKEN} == set()


def test_maintainers_meet_it_on_the_page_of_the_oracle_and_nowhere_else(client, site):
    """So the crawl would have seen it: it does, where it may be seen."""
    client.force_login(site.maintainer)
    answers = Crawler(client).crawl(*starts())
    found = leaks(answers)
    assert names(found) == {"task-oracle"}
    assert len({urlsplit(address).path for address in found}) == 12
    shown = "".join(answers[address].text for address in found)
    for field in ("answer", "alias", "rationale", "action", *(f.name for f in fields(Source))):
        assert f"{PLANTED} {field}" in shown
    assert numbers.units_text(PLANTED_UNITS) in shown


def test_refused_forms_tell_nothing_either(client, site):
    client.force_login(site.submitter)
    for data in (b"", b"PK\x03\x04", broken_draft().zip()):
        form = {"file": SimpleUploadedFile("a.zip", data), "visibility": "secret"}
        assert not leaks_of(client.post(reverse("upload"), form))
    for name in ("run-cancel", "run-withdraw"):
        answer = client.post(reverse(name, args=[site.ids["run_id"]]), follow=True)
        assert not leaks_of(answer)


def leaks_of(response):
    text = response.content.decode()
    return [secret for secret in SECRETS if secret in text]


def test_every_page_is_one_that_the_crawl_comes_by_or_that_is_no_page():
    """A new page has to be named here."""
    own = {"account", "upload", "archives", "archive-status", "run-progress", "task-oracle"}
    own |= {"result-tables", "result-table", "bundle-from-table", "price-edit"}
    posts = {"logout", "create-token", "revoke-token", "archive-retry", "run-cancel"}
    own |= {"calibration", "candidate", "candidate-add"}
    posts |= {"run-withdraw", "result-table-discard", "table-mapping-forget", "calibrate"}
    posts |= {"candidate-generate", "candidate-freeze"}
    audits = {name for name in page_routes() if name.startswith("audit")}  # crawled by audit_app
    pages = READ_BY_ALL - {"api-leaderboard-csv", "api-manifest"}
    assert set(page_routes()) == pages | own | posts | audits | {"login", "healthz", "readyz"}
