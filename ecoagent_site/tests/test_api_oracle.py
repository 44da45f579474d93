"""Nothing of any oracle comes through the API to people who are no maintainers."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command

from ecoagent_site.tests.populated import PLANTED, PLANTED_UNITS, populated_site
from runs_app.models import Archive
from tasks_app.models import Task
from tasks_app.tests.api_answers import token_of

pytestmark = pytest.mark.django_db

KINDS = ("leaderboard", "family-matrix", "failures", "s-lambda", "sweeps")
ROOTS = [f"/api/v1/{path}/" for path in ("bundles", "runs", "snapshots", *KINDS)]
LINK = re.compile(r"http://testserver(/api/v1/[^\"]*)")


@pytest.fixture(scope="module")
def site(stored_once):
    return stored_once(populated_site)


def addresses() -> Iterator[str]:
    """Where a crawl starts; every link of an answer is followed from there."""
    yield from ROOTS
    yield "/api/v1/leaderboard.csv"
    for archive_id in Archive.objects.values_list("pk", flat=True):
        yield f"/api/v1/archives/{archive_id}/"
    yield "/api/v1/bundles/mini@1/"
    yield "/api/v1/bundles/mini@1/tasks/"
    for task_id in Task.objects.values_list("task_id", flat=True):
        yield f"/api/v1/bundles/mini@1/tasks/{task_id}/"
        yield f"/api/v1/bundles/mini@1/tasks/{task_id}/oracle/"
        yield f"/api/v1/bundles/mini@1/tasks/{task_id}x/"


def crawl(client: Any, starts: list[str], headers: dict[str, str]) -> dict[str, str]:
    """The content of every address that can be reached, by address."""
    found: dict[str, str] = {}
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        if address not in found:
            found[address] = client.get(address, headers=headers).content.decode()
            waiting += LINK.findall(found[address])
    return found


@pytest.mark.parametrize("who", ["anonymous", "submitter"])
def test_a_crawl_of_every_endpoint_meets_nothing_planted(client, site, who):
    headers = token_of(site.submitter) if who == "submitter" else {}
    found = crawl(client, list(addresses()), headers)
    kinds = {re.sub(r"[0-9a-f-]{32,}", "ID", address.partition("?")[0]) for address in found}
    assert {"/api/v1/episodes/ID/", "/api/v1/runs/ID/episodes/", "/api/v1/snapshots/ID/"} <= kinds
    leaks = [
        address
        for address, content in found.items()
        if PLANTED in content or str(PLANTED_UNITS) in content
    ]
    assert leaks == []


def test_the_crawl_would_see_what_a_maintainer_sees(client, site):
    """The search itself works: the oracle endpoint shows every planted string."""
    address = f"/api/v1/bundles/mini@1/tasks/{site.ids['task_id']}/oracle/"
    content = client.get(address, headers=token_of(site.maintainer)).content.decode()
    for field in ("alias", "support", "rationale", "dataset", "row_id"):
        assert f"{PLANTED} {field}" in content
    assert str(PLANTED_UNITS) in content


def test_refusals_tell_nothing_either(client, site):
    """Every way of asking wrongly for a run, as a maintainer's script and as a stranger."""
    task_id = site.ids["task_id"]
    wrong = {"bundle": "mini@1", "agent": "Nobody", "budget_label": "main", "task_ids": [task_id]}
    for headers in ({}, token_of(site.submitter), token_of(site.maintainer)):
        answer = client.post(
            "/api/v1/runs/", json.dumps(wrong), content_type="application/json", headers=headers
        )
        assert answer.status_code >= 400
        assert PLANTED not in answer.content.decode()


def test_the_schema_is_made_without_looking_at_any_task(site, django_assert_num_queries, tmp_path):
    with django_assert_num_queries(0):
        call_command("spectacular", "--file", str(tmp_path / "schema.yaml"))
