"""The API's description is valid and complete, and kept by what the API answers."""

import re

import pytest
import schemathesis
from celery import current_app
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ecoagent_site.tests.populated import populated_site
from ecoagent_site.wsgi import application
from tasks_app.tests.api_answers import token_of

pytestmark = pytest.mark.django_db

KEPT = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
)
METERED = re.compile(r"/(agentmeter|meter-|calibrations)")
"""Calls that are of meter bundles only."""

bounded = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def populated(stored_once):
    return stored_once(populated_site)


@pytest.fixture
def site(populated, monkeypatch):
    """A populated site whose jobs go nowhere: nothing commits here."""
    monkeypatch.setattr(current_app, "send_task", lambda *_, **__: None)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # the test's transaction is in it
    yield populated
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def described_operations():
    return schemathesis.openapi.from_wsgi("/api/schema/", application).get_all_operations()


def fuzz(call):
    """Call every operation with what its description allows, and with what it does not."""
    for operation in described_operations():
        strategy = operation.ok().as_strategy(generation_mode=GenerationMode.POSITIVE)
        nonsense = operation.ok().as_strategy(generation_mode=GenerationMode.NEGATIVE)
        bounded(given(case=strategy | nonsense)(call))()


def test_strangers_get_what_is_described_whatever_they_send(site):
    def call(case):
        case.call_and_validate(checks=KEPT)

    fuzz(call)


def test_people_get_what_is_described_of_things_that_exist(site):
    submitter, maintainer, reviewer = map(
        token_of, (site.submitter, site.maintainer, site.reviewer)
    )
    succeeded = set()

    def call(case):
        point_at_what_exists(case, site)
        headers = submitter if case.path.endswith("archives/") else maintainer
        headers = reviewer if "/items/" in case.path else headers
        if case.call_and_validate(checks=KEPT, headers=headers).status_code < 300:
            succeeded.add(case.path)

    fuzz(call)
    assert succeeded >= {op.ok().path for op in described_operations() if op.ok().method == "get"}


def point_at_what_exists(case, site):
    """Known ids in place of generated ones, wherever the case has any."""
    known = {**site.ids, "bundle": "mini@1", "snapshot": site.ids["digest"]}
    if METERED.search(case.path):
        known |= {"bundle": "meter@1", "name": "meter", "number": 1, "book": 1}
        known |= {"snapshot": site.ids["meter_digest"]}
        known |= {"track": "imported", "set": "full", "condition": "original"}
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            part.pop("cursor", None)
            part.update({name: known[name] for name in set(part) & set(known)})


@pytest.fixture
def description():
    return SchemaGenerator().get_schema(request=None, public=True)


def operations(description):
    for path, item in description["paths"].items():
        for method, operation in item.items():
            yield f"{method} {path}", operation


def test_the_description_is_valid_and_complete(tmp_path):
    call_command(
        "spectacular", "--fail-on-warn", "--validate", "--file", str(tmp_path / "schema.yaml")
    )


def test_every_call_is_described_in_words_with_its_problems(description):
    for name, operation in operations(description):
        assert len(operation["description"]) > 20, name
        assert {"400", "401", "429", "500"} <= set(operation["responses"]), name
        assert any(code.startswith("2") for code in operation["responses"]), name


def test_every_parameter_is_described(description):
    bare = [
        f"{name} {parameter['name']}"
        for name, operation in operations(description)
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "query" and not parameter.get("description")
    ]
    assert bare == []


def test_every_route_of_the_contract_is_there(description):
    assert {path.removeprefix("/api/v1/") for path in description["paths"]} >= {
        "agentmeter/",
        "agentmeter.csv",
        "audits/",
        "audits/{audit_id}/",
        "audits/{audit_id}/claim/",
        "audits/{audit_id}/items/{item_id}/label/",
        "audits/{audit_id}/close/",
        "audits/{audit_id}/report/",
        "bundles/",
        "bundles/{name}@{version}/",
        "bundles/{name}@{version}/tasks/",
        "bundles/{name}@{version}/tasks/{task_id}/",
        "bundles/{name}@{version}/tasks/{task_id}/oracle/",
        "archives/",
        "archives/{archive_id}/",
        "runs/",
        "runs/{run_id}/",
        "runs/{run_id}/cancel/",
        "runs/{run_id}/judge/",
        "runs/{run_id}/episodes/",
        "episodes/{episode_id}/",
        "leaderboard/",
        "leaderboard.csv",
        "family-matrix/",
        "failures/",
        "sweeps/",
        "s-lambda/",
        "snapshots/",
        "snapshots/{digest}/",
        "snapshots/{digest}/manifest/",
    }
