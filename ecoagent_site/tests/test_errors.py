"""Every kind of error below /api/ is problem+json and tells nothing of our insides."""

import json
import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from runs_app.tests.people import person
from tasks_app import queries
from tasks_app.domain.errors import Conflict, EcoAgentError, NotAllowed, NotComparable, Refused
from tasks_app.domain.errors import Problem as FileProblem
from tasks_app.tests.api_answers import problem, problem_fields, token_of

pytestmark = pytest.mark.django_db

BUNDLES = "/api/v1/bundles/"
RUNS = "/api/v1/runs/"
ARCHIVES = "/api/v1/archives/"


@pytest.fixture
def maintainer():
    return token_of(person("mia", is_maintainer=True))


@pytest.fixture
def submitter():
    return token_of(person("sam", is_submitter=True))


def post_json(client, body, headers):
    return client.post(RUNS, body, content_type="application/json", headers=headers)


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options"])
def test_an_unknown_route_is_a_404_by_any_method(client, method):
    problem(getattr(client, method)("/api/v1/nothing/at/all"), 404)


@pytest.mark.parametrize("address", ["/api/", "/api/v2/runs/", "/api/v1/", "/api/docs/x"])
def test_what_is_outside_of_the_version_is_a_404_too(client, address):
    problem(client.get(address), 404)


@pytest.mark.parametrize("address", ["/api/docs", "/api/schema"])
def test_the_two_pages_are_found_without_their_slash(client, address):
    assert client.get(address).headers["Location"] == f"{address}/"


def test_a_forgotten_slash_is_pointed_out(client):
    assert "Did you mean /api/v1/runs/?" in problem(client.get("/api/v1/runs"), 404)["detail"]
    assert "mean" not in problem(client.get("/api/v1/nothing"), 404)["detail"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_a_method_that_is_not_offered_is_a_405_that_names_those_that_are(client, method):
    answer = getattr(client, method)(BUNDLES)
    problem(answer, 405)
    assert answer.headers["Allow"] == "GET, HEAD"


def test_an_answer_in_a_format_that_is_not_offered_is_a_406(client):
    problem(client.get(BUNDLES, headers={"Accept": "application/xml"}), 406)


def test_a_body_of_the_wrong_type_is_a_415(client, maintainer, submitter):
    problem(client.post(RUNS, "a=1", content_type="text/csv", headers=maintainer), 415)
    problem(client.post(ARCHIVES, {}, content_type="application/json", headers=submitter), 415)


@pytest.mark.parametrize(
    "body", ["{", b"\xff\xfe", '{"agent": NaN}', "[" * 100_000, '{"a": "\\ud800"']
)
def test_malformed_json_is_a_400(client, maintainer, body):
    problem(post_json(client, body, maintainer), 400)


@pytest.mark.parametrize("body", ["[]", "3", "null", '"text"'])
def test_json_that_is_no_object_is_a_400(client, maintainer, body):
    problem(post_json(client, body, maintainer), 400)


def test_text_that_no_database_holds_is_a_400(client, maintainer):
    for text in ("\x00", "\ud800"):
        body = {"bundle": text, "agent": "CheapFirst", "budget_label": "main"}
        assert problem_fields(post_json(client, json.dumps(body), maintainer)) == {"bundle"}


@pytest.mark.parametrize("content_type", ["multipart/form-data", "multipart/form-data; boundary=x"])
def test_a_malformed_form_is_a_400(client, submitter, content_type):
    answer = client.post(ARCHIVES, b"--y\r\nnonsense", content_type=content_type, headers=submitter)
    problem(answer, 400)


def test_a_form_of_a_thousand_fields_is_a_400(client, submitter):
    form = {f"field{number}": "x" for number in range(1001)}
    problem(client.post(ARCHIVES, form, headers=submitter), 400)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client, maintainer, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    problem(post_json(client, '{"agent": "x"}', maintainer), 413)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(client, submitter, settings):
    settings.ARCHIVE_MAX_BYTES = 10
    file = SimpleUploadedFile("a.zip", b"x" * 70_000)
    problem(client.post(ARCHIVES, {"file": file}, headers=submitter), 413)


def test_fields_of_a_form_are_checked_all_at_once(client, submitter):
    form = {"visibility": "secret", "dry_run": "yes", "title": "x"}
    answer = client.post(ARCHIVES, form, headers=submitter)
    assert problem_fields(answer) == {"file", "visibility", "dry_run", "title"}


@pytest.mark.parametrize(
    "header", ["Token", "Token one two", "Token unknown", "Token " + "x" * 10_000]
)
def test_a_wrong_token_is_a_401_also_where_none_is_needed(client, header):
    answer = client.get(BUNDLES, headers={"Authorization": header})
    problem(answer, 401)
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_the_token_of_a_disabled_account_is_a_401(client):
    user = person("gone", is_active=False)
    problem(client.get(BUNDLES, headers=token_of(user)), 401)


def test_a_session_needs_its_csrf_token_to_write():
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person("mia", is_maintainer=True))
    problem(strict.post(RUNS, "{}", content_type="application/json"), 403)


@pytest.fixture
def two_a_minute(monkeypatch):
    rates = {"anon": "2/min", "user": "2/min"}
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", rates)
    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", rates)
    moment = [1000.0]
    for throttle in (AnonRateThrottle, UserRateThrottle):
        monkeypatch.setattr(throttle, "timer", staticmethod(lambda: moment[0]))
    return moment


@pytest.mark.parametrize("known", [False, True])
def test_too_many_requests_are_told_when_to_come_back(client, two_a_minute, known):
    headers = token_of(person("ann")) if known else {}
    address = f"192.0.2.{7 + known}"
    answers = [
        client.get(BUNDLES, headers=headers, REMOTE_ADDR=address, HTTP_X_FORWARDED_FOR=str(number))
        for number in range(3)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    problem(answers[2], 429)
    assert answers[2].headers["Retry-After"] == "60"
    two_a_minute[0] += 60
    assert client.get(BUNDLES, headers=headers, REMOTE_ADDR=address).status_code == 200


def test_an_unforeseen_error_is_logged_and_its_text_kept_back(client, monkeypatch, caplog):
    def broken():
        raise RuntimeError("SELECT secret FROM inside")

    monkeypatch.setattr(queries, "listed_bundles", broken)
    with caplog.at_level(logging.ERROR):
        body = problem(client.get(BUNDLES), 500)
    assert "secret" not in str(body)
    assert "SELECT secret FROM inside" in caplog.text


class Unmapped(EcoAgentError):
    """A kind of error that nobody mapped."""


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Conflict("Taken."), 409),
        (NotAllowed("Not yours."), 403),
        (NotComparable("Apples and pears."), 400),
        (Unmapped("New."), 500),
    ],
)
def test_errors_of_the_domain_have_a_status_and_their_sentence(client, monkeypatch, error, status):
    def refusing():
        raise error

    monkeypatch.setattr(queries, "listed_bundles", refusing)
    assert problem(client.get(BUNDLES), status)["detail"] == str(error)


def test_a_refused_file_lists_every_problem_with_its_place(client, monkeypatch):
    def refusing():
        raise Refused(
            [
                FileProblem("bad_line", "Not JSON.", "Mend it.", "episodes.jsonl", 7),
                FileProblem("unknown_task", "No such task.", task_id="t9"),
            ]
        )

    monkeypatch.setattr(queries, "listed_bundles", refusing)
    problems = problem(client.get(BUNDLES), 422)["problems"]
    assert [found["code"] for found in problems] == ["bad_line", "unknown_task"]
    assert problems[0] == {
        "code": "bad_line",
        "message": "Not JSON.",
        "hint": "Mend it.",
        "file": "episodes.jsonl",
        "line": 7,
        "task_id": None,
        "severity": "error",
    }
