"""Candidates through the API."""

import pytest

from runs_app.tests.candidates import BAD, GOOD, LEAK, SOURCE, TASK, candidate
from runs_app.tests.people import person
from tasks_app.tests.api_answers import token_of
from tasks_app.tests.meter_bundles import HIDDEN, import_meter_bundle

pytestmark = pytest.mark.django_db
API = "/api/v1/candidates/"


@pytest.fixture
def bundle_id():
    return import_meter_bundle()


@pytest.fixture
def sam():
    return person("sam", is_submitter=True)


def entry(text=GOOD, **changes):
    return {"task_id": TASK, "source": SOURCE, "text": text} | changes


def post(client, user, *entries, bundle="meter@1"):
    body = {"bundle": bundle, "candidates": list(entries)}
    return client.post(API, body, content_type="application/json", headers=token_of(user))


def test_candidates_are_added_gated_and_read_again(client, bundle_id, sam):
    response = post(client, sam, entry(), entry(BAD))
    assert response.status_code == 201
    good, bad = response.json()["added"]
    assert (good["state"], good["findings"]) == ("passes the public checks", [])
    assert bad["state"] == "refused"
    assert {finding["code"] for finding in bad["findings"]} == {
        "missing_output",
        "unsupported_file",
    }
    assert client.get(bad["url"], headers=token_of(sam)).json() == bad
    assert post(client, sam, entry()).json() == {"added": [], "known": 1}


def test_everybody_else_gets_404_and_an_empty_list(client, bundle_id, sam):
    stored = candidate(bundle_id, sam)
    other = token_of(person("otto", is_submitter=True))
    for headers in ({}, other):
        assert client.get(f"{API}{stored.pk}/", headers=headers).status_code == 404
        assert client.get(API, headers=headers).json()["results"] == []


@pytest.mark.parametrize(
    ("entries", "bundle", "status"),
    [
        ([entry(task_id="nothing")], "meter@1", 422),
        ([entry(source="generic")], "meter@1", 422),
        ([entry(text="")], "meter@1", 400),
        ([entry(more=1)], "meter@1", 400),
        ([], "meter@1", 400),
        ([entry()], "nothing@1", 400),
    ],
)
def test_what_is_wrong_is_refused(client, bundle_id, sam, entries, bundle, status):
    response = post(client, sam, *entries, bundle=bundle)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"


def test_without_the_role_nothing_is_taken(client, bundle_id):
    assert post(client, person("rita", is_reviewer=True), entry()).status_code == 403
    body = {"bundle": "meter@1", "candidates": [entry()]}
    assert client.post(API, body, content_type="application/json").status_code == 401


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 2), (f"task={TASK}", 2), ("task=m01", 0), ("state=passes", 1), ("state=refused", 1),
     ("bundle=meter@1", 2), ("origin=upload", 2), ("order=task_id", 2)],
)  # fmt: skip
def test_the_list_is_filtered(client, bundle_id, sam, query, found):
    candidate(bundle_id, sam)
    candidate(bundle_id, sam, BAD)
    answer = client.get(f"{API}?{query}", headers=token_of(sam)).json()
    assert len(answer["results"]) == found


def test_states_that_only_the_evaluator_knows_are_no_filter_here(client, bundle_id, sam):
    for state in ("leaks", "accepted"):
        answer = client.get(f"{API}?state={state}", headers=token_of(sam))
        assert answer.status_code == 400


def test_a_leak_is_told_to_maintainers_only_and_never_quoted(client, bundle_id, sam):
    stored = candidate(bundle_id, sam, LEAK)
    address = f"{API}{stored.pk}/"
    mine = client.get(address, headers=token_of(sam)).json()
    theirs = client.get(address, headers=token_of(person("mia", is_maintainer=True))).json()
    hidden = [each for each in theirs["findings"] if each["code"] == "hidden_evaluation"]
    assert hidden
    assert HIDDEN not in str(theirs["findings"])
    assert [each for each in theirs["findings"] if each not in hidden] == mine["findings"]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_as_many_queries_however_many_rows(
    client, bundle_id, sam, rows, django_assert_num_queries
):
    for number in range(rows):
        candidate(bundle_id, sam, f"{GOOD} {number}")
    headers = token_of(sam)
    with django_assert_num_queries(3):  # token, its person's tokens, page
        client.get(API, headers=headers)
