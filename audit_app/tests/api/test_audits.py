"""The API of audits: from opening to the report, and who may do what."""

import json

import pytest

from audit_app import actions
from audit_app.models import Audit, Provenance
from audit_app.tests.audits import bare_audit, items, label_next, opened_audit, reviewer
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.api_answers import problem, problem_fields, token_of
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db

AUDITS = "/api/v1/audits/"
WANTED = {
    "title": "First",
    "bundle": "mini@1",
    "judge": "exact",
    "size": 4,
    "seed": "s",
    "rubric": "Read.",
    "rubric_version": "r1",
}


def post(client, address, body, headers):
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers)


def put(client, address, body, headers=None):
    """The answer to a PUT, which has succeeded."""
    text = json.dumps(body)
    answer = client.put(address, text, content_type="application/json", headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def mia():
    return token_of(person("mia", is_maintainer=True))


@pytest.fixture
def rita():
    return token_of(reviewer())


def test_an_audit_is_opened_and_closed_and_then_has_a_report(client, mia):
    run = executed_run("LexicalEager")
    opened = post(client, AUDITS, WANTED | {"runs": [str(run.pk)]}, mia)
    assert opened.status_code == 201
    assert opened.headers["Location"] == opened.json()["url"]
    assert opened.json()["design"]["judge"] == "exact"
    address = f"{AUDITS}{opened.json()['id']}/"
    problem(client.get(f"{address}report/", headers=mia), 409)
    closed = post(client, f"{address}close/", {"reason": "Enough."}, mia).json()
    assert (closed["status"], closed["reason"]) == ("closed", "Enough.")
    report = client.get(f"{address}report/", headers=mia).json()
    kappa = next(line for line in report["lines"] if line["key"] == "kappa")
    assert (kappa["value"], kappa["reason"]) == (None, "undefined: no item was labelled by both")


def test_a_wrong_design_is_refused_by_field(client, mia):
    executed_run("LexicalEager")
    bad = WANTED | {"runs": ["x"], "size": 0, "overlap": 3, "family": "cheap_qa"}
    assert problem_fields(post(client, AUDITS, bad, mia)) == {"runs.0", "size", "overlap", "family"}


def test_a_realism_review_is_opened_without_runs_and_judge(client, mia):
    import_mini_bundle()
    wanted = {name: value for name, value in WANTED.items() if name != "judge"}
    opened = post(client, AUDITS, wanted | {"kind": "realism"}, mia)
    assert opened.status_code == 201
    assert opened.json()["kind"] == "realism"
    assert opened.json()["design"]["frame_size"] == 12


def test_what_one_kind_needs_the_other_refuses(client, mia):
    run = executed_run("LexicalEager")
    assert problem_fields(post(client, AUDITS, WANTED, mia)) == {"runs"}
    bad = WANTED | {"kind": "realism", "runs": [str(run.pk)]}
    assert problem_fields(post(client, AUDITS, bad, mia)) == {"runs", "judge"}
    controls = [{"episode": str(run.episodes.first().pk), "label": "correct"}]
    tasks = {name: value for name, value in WANTED.items() if name != "judge"}
    hidden = {"kind": "realism", "controls": controls, "reveal_allowed": True}
    answer = problem(post(client, AUDITS, tasks | hidden, mia), 422)
    assert {found["code"] for found in answer["problems"]} == {
        "controls_of_tasks",
        "reveal_of_tasks",
    }


def test_control_items_are_named_by_episode_and_label(client, mia):
    run = executed_run("LexicalEager")
    episodes = run.episodes.filter(judge_labels__isnull=False).order_by("pk")
    controls = [{"episode": str(found.pk), "label": "incorrect"} for found in episodes[:3]]
    wanted = WANTED | {"size": 1, "runs": [str(run.pk)], "controls": controls}
    opened = post(client, AUDITS, wanted, mia).json()
    known = Provenance.objects.filter(item__audit=opened["id"], known="incorrect")
    assert opened["design"]["controls"] == known.count() >= 2
    wrong = WANTED | {"runs": [str(run.pk)], "controls": [{"episode": "x", "label": "unsure"}]}
    assert problem_fields(post(client, AUDITS, wrong, mia)) == {
        "controls.0.episode",
        "controls.0.label",
    }


def test_reviewers_see_no_design_until_it_is_closed(client, rita):
    audit = opened_audit()
    assert client.get(f"{AUDITS}{audit.pk}/", headers=rita).json()["design"] is None
    actions.close_audit(audit.pk, audit.opened_by)
    design = client.get(f"{AUDITS}{audit.pk}/", headers=rita).json()["design"]
    assert design["seed"] == "s1"


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_however_long(client, count, django_assert_num_queries):
    for _ in range(count):
        bare_audit()
    client.force_login(reviewer())
    with django_assert_num_queries(4):  # session, user, audits, my sessions
        rows = client.get(AUDITS).json()["results"]
    assert len(rows) == count


def test_others_see_no_audits_and_strangers_must_log_in(client):
    audit = bare_audit()
    sam = token_of(person("sam", is_submitter=True))
    assert client.get(AUDITS, headers=sam).json()["results"] == []
    problem(client.get(f"{AUDITS}{audit.pk}/", headers=sam), 404)
    problem(post(client, f"{AUDITS}{audit.pk}/claim/", {}, sam), 403)
    problem(client.get(AUDITS), 401)


def test_only_maintainers_open_and_close(client, rita):
    audit = bare_audit()
    problem(post(client, AUDITS, WANTED, rita), 403)
    problem(post(client, f"{AUDITS}{audit.pk}/close/", {}, rita), 403)
    assert Audit.objects.get().is_open


def test_a_reviewer_works_through_an_audit_by_api(client, rita):
    audit = bare_audit(size=2)
    base = f"{AUDITS}{audit.pk}/"
    for done in (1, 2):
        claimed = post(client, f"{base}claim/", {}, rita).json()["claimed"]
        label = {"decision": "correct", "version": claimed["version"], "comment": "Yes."}
        recorded = client.put(
            f"{base}items/{claimed['item']['id']}/label/",
            json.dumps(label),
            content_type="application/json",
            headers=rita,
        ).json()
        assert recorded["label"]["comment"] == "Yes."
        assert recorded["audit"] == {"done": done, "total": 2}
    assert post(client, f"{base}claim/", {}, rita).json() == {"claimed": None}


def test_a_round_of_the_screen_takes_one_request_and_thirteen_statements(
    client, django_assert_num_queries
):
    audit, rita = bare_audit(size=5), reviewer()
    client.force_login(rita)
    shown = actions.claim_item(audit.pk, rita)
    ahead = actions.claim_item(audit.pk, rita, [shown.item.id])
    body = {"decision": "correct", "version": 0, "next": True, "besides": [str(ahead.item.id)]}
    # log-in, user; session with its audit, item, claim; claim changed; in hand, taken;
    # log, label, log moved; and the transaction
    with django_assert_num_queries(13):
        answer = put(client, f"{AUDITS}{audit.pk}/items/{shown.item.id}/label/", body)
    assert answer["label"]["decision"] == "correct"
    assert answer["next"]["item"]["question"] == items(audit)[2].question
    assert answer["next"].keys() == {"item", "version", "expires_at", "draft", "label"}


def test_a_label_brings_no_item_that_was_not_asked_for_and_none_at_the_end(client, rita):
    audit = bare_audit(size=2)
    base, label = f"{AUDITS}{audit.pk}/", {"decision": "correct", "version": 0}
    for extra in ({}, {"next": True}):
        claimed = post(client, f"{base}claim/", {}, rita).json()["claimed"]
        address = f"{base}items/{claimed['item']['id']}/label/"
        assert put(client, address, label | extra, rita)["next"] is None


def test_a_stale_label_is_a_409_with_both_states(client, rita):
    audit = bare_audit()
    base, user = f"{AUDITS}{audit.pk}/", reviewer("rob")
    item_id = label_next(audit, user, "correct")
    answer = client.put(
        f"{base}items/{item_id}/label/",
        json.dumps({"decision": "incorrect", "version": 0}),
        content_type="application/json",
        headers=token_of(user),
    )
    assert answer.status_code == 409
    assert answer.json()["stored"]["decision"] == "correct"
    assert answer.json()["sent"]["decision"] == "incorrect"
    assert answer.json()["version"] == 1


def test_drafts_leases_and_releases_are_kept_by_the_server(client, rita):
    audit = bare_audit(size=1)
    base = f"{AUDITS}{audit.pk}/"
    claimed = post(client, f"{base}claim/", {}, rita).json()["claimed"]
    item = f"{base}items/{claimed['item']['id']}/"
    draft = {"comment": "Half a thou"}
    kept = client.put(
        f"{item}draft/", json.dumps(draft), content_type="application/json", headers=rita
    ).json()
    assert kept["draft"]["comment"] == "Half a thou"
    assert client.get(item, headers=rita).json()["draft"] == kept["draft"]
    renewed = post(client, f"{item}renew/", {"is_active": True}, rita).json()
    assert renewed["expires_at"] >= claimed["expires_at"]
    post(client, f"{item}release/", {}, rita)
    assert post(client, f"{item}renew/", {}, rita).json() == {"expires_at": None}


def test_other_peoples_and_other_audits_items_are_not_there(client, rita):
    first, second, rob = bare_audit(), bare_audit(), reviewer("rob")
    item_id = label_next(first, rob)
    for audit in (first, second):
        address = f"{AUDITS}{audit.pk}/items/{item_id}/"
        problem(client.get(address, headers=rita), 404)
        body = json.dumps({"decision": "incorrect", "version": 1})
        answer = client.put(f"{address}label/", body, content_type="application/json", headers=rita)
        problem(answer, 404)
    problem(client.get(f"{AUDITS}{second.pk}/items/{items(first)[0].pk}/", headers=rita), 404)
    assert first.labels.get().decision == "correct"
