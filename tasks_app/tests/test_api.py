"""Bundles and tasks through the API."""

import pytest

from tasks_app import actions
from tasks_app.models import Bundle
from tasks_app.tests.api_answers import problem, problem_fields, token_of
from tasks_app.tests.factories import import_mini_bundle, mini_bundle
from tasks_app.tests.meter_bundles import HIDDEN, meter_bundle, meter_task

pytestmark = pytest.mark.django_db

BUNDLES = "/api/v1/bundles/"
MINI = f"{BUNDLES}mini@1/"
TASK = next(task for task in mini_bundle().tasks if task.oracle.answer)
ORACLE = f"{MINI}tasks/{TASK.task_id}/oracle/"


@pytest.fixture
def bundle_id():
    return import_mini_bundle()


def add_bundles(count, kind="economic"):
    for number in range(count):
        Bundle.objects.create(
            name=f"b{number}", version="1", kind=kind, title="B", manifest={}, task_count=0
        )


def test_without_a_bundle_the_list_is_empty(client):
    assert client.get(BUNDLES).json() == {"results": [], "next": None, "previous": None}


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_bundles_takes_one_query(client, rows, django_assert_num_queries):
    add_bundles(rows)
    with django_assert_num_queries(1):
        assert len(client.get(BUNDLES).json()["results"]) == rows


def test_a_bundle_in_the_list_says_what_it_is(client, bundle_id):
    (row,) = client.get(BUNDLES).json()["results"]
    assert row.pop("imported_at")
    assert row == {
        "ref": "mini@1",
        "name": "mini",
        "version": "1",
        "kind": "economic",
        "title": mini_bundle().spec.title,
        "tasks": 12,
    }


def test_bundles_are_filtered_and_ordered(client, bundle_id):
    add_bundles(2, kind="meter")
    found = client.get(f"{BUNDLES}?kind=meter&order=-name").json()["results"]
    assert [row["name"] for row in found] == ["b1", "b0"]


def test_a_new_bundle_moves_no_row_to_another_page(client):
    add_bundles(3)
    first = client.get(f"{BUNDLES}?page_size=2").json()
    import_mini_bundle()
    second = client.get(first["next"]).json()
    assert [row["name"] for row in first["results"] + second["results"]] == ["b2", "b1", "b0"]
    assert second["next"] is None


def test_the_way_back_leads_to_the_same_rows(client):
    add_bundles(5)
    first = client.get(f"{BUNDLES}?order=name&page_size=2").json()
    second = client.get(first["next"]).json()
    assert client.get(second["previous"]).json()["results"] == first["results"]


@pytest.mark.parametrize("cursor", ["x", "a:b:c", "é", "x" * 2000])
def test_a_made_up_cursor_is_refused(client, cursor):
    assert problem_fields(client.get(BUNDLES, {"cursor": cursor})) == {"cursor"}


def test_a_cursor_holds_for_its_list_and_order_only(client, bundle_id):
    add_bundles(3)
    cursor = client.get(f"{BUNDLES}?page_size=1").json()["next"].partition("cursor=")[2]
    assert problem_fields(client.get(f"{BUNDLES}?order=name&cursor={cursor}")) == {"cursor"}
    assert problem_fields(client.get(f"{MINI}tasks/?cursor={cursor}")) == {"cursor"}


def test_unknown_parameters_and_values_are_named(client):
    answer = client.get(f"{BUNDLES}?kind=cheap&bundle=x&page_size=0")
    assert problem_fields(answer) == {"kind", "bundle", "page_size"}


def test_a_bundle_shows_its_manifest(client, bundle_id):
    body, spec = client.get(MINI).json(), mini_bundle().spec
    assert body["tasks_sha256"] == spec.tasks_sha256
    assert body["prices"] == {
        "actions": dict(spec.prices.actions),
        "tiers": dict(spec.prices.tiers),
    }
    assert sum(family["tasks"] for family in body["families"].values()) == 12
    assert body["families"]["cheap_qa"]["budgets"] == {"tight": 90, "medium": 240, "loose": 480}


@pytest.mark.parametrize(
    "address",
    [
        f"{BUNDLES}mini@2/",
        f"{BUNDLES}mini/",
        f"{BUNDLES}mi%00ni@1/",
        f"{MINI}tasks/none/",
        f"{MINI}tasks/no%00ne/",
        f"{BUNDLES}other@1/tasks/",
    ],
)
def test_what_is_not_there_is_a_404(client, bundle_id, address):
    problem(client.get(address), 404)


@pytest.mark.parametrize("address", [MINI, f"{MINI}tasks/{TASK.task_id}/"])
def test_what_never_changes_is_tagged(client, bundle_id, address):
    first = client.get(address)
    assert "immutable" in first.headers["Cache-Control"]
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("family", ["cheap_qa", "stop_loss"])
def test_tasks_are_filtered_by_family(client, bundle_id, family):
    rows = client.get(f"{MINI}tasks/?family={family}").json()["results"]
    assert {row["task_id"] for row in rows} == {
        task.task_id for task in mini_bundle().tasks if task.family == family
    }


def test_the_list_of_tasks_takes_two_queries(client, bundle_id, django_assert_num_queries):
    for page_size in (1, 3):
        with django_assert_num_queries(2):  # bundle, page
            answer = client.get(f"{MINI}tasks/?page_size={page_size}").json()
        assert len(answer["results"]) == page_size


def test_a_task_shows_what_its_agents_see(client, bundle_id):
    body = client.get(f"{MINI}tasks/{TASK.task_id}/").json()
    assert body["question"] == TASK.question
    assert body["tools"] == dict(TASK.tools)
    assert set(body) == {
        "bundle",
        "task_id",
        "family",
        "instruction",
        "question",
        "tools",
        "budgets",
        "main",
        "context",
        "searchable",
    }


def test_a_task_shows_no_document_that_an_agent_has_to_find(client, bundle_id):
    for task in mini_bundle().tasks:
        content = client.get(f"{MINI}tasks/{task.task_id}/").content.decode()
        hidden = [d for d in task.documents if d.surface != "context"]
        assert [d.doc_id for d in hidden if d.text in content or d.doc_id in content] == []


def test_a_task_of_a_meter_bundle_has_every_wording_and_nothing_of_its_evaluation(client):
    actions.import_bundle(meter_bundle())
    task = f"{BUNDLES}meter@1/tasks/m00/"
    body, expected = client.get(task).json(), meter_task(0)
    assert (body["bundle"], body["task_id"], body["sets"]) == ("meter@1", "m00", ["full", "opt"])
    assert body["instruction"] == expected.instruction
    assert body["success_criteria"] == expected.success_criteria
    assert body["descriptions"]["original"] == expected.descriptions.original
    assert body["descriptions"]["by_source"] == expected.descriptions.by_source
    assert body["source"] == {"dataset": "hand-made"}
    assert HIDDEN not in client.get(task).content.decode()
    problem(client.get(f"{BUNDLES}meter@1/tasks/nothing/"), 404)


def test_nobody_is_shown_what_evaluates_a_task_of_a_meter_bundle(client, django_user_model):
    actions.import_bundle(meter_bundle())
    user = django_user_model.objects.create_user("maya", is_maintainer=True)
    answer = client.get(f"{BUNDLES}meter@1/tasks/m00/oracle/", headers=token_of(user))
    assert "shown to nobody" in problem(answer, 404)["detail"]


def test_the_oracle_asks_who_one_is(client, bundle_id):
    answer = client.get(ORACLE)
    problem(answer, 401)
    assert answer.headers["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("roles", [{}, {"is_submitter": True, "is_reviewer": True}])
def test_the_oracle_is_for_maintainers(client, bundle_id, django_user_model, roles):
    user = django_user_model.objects.create_user("sam", **roles)
    problem(client.get(ORACLE, headers=token_of(user)), 403)


def test_a_superuser_is_no_maintainer(client, bundle_id, django_user_model):
    root = django_user_model.objects.create_superuser("root")
    problem(client.get(ORACLE, headers=token_of(root)), 403)


def test_a_maintainer_sees_the_oracle_and_nobody_keeps_it(client, bundle_id, django_user_model):
    user = django_user_model.objects.create_user("mia", is_maintainer=True)
    answer = client.get(ORACLE, headers=token_of(user))
    assert answer.json()["answer"] == TASK.oracle.answer
    assert answer.json()["canonical"]["units"] == TASK.oracle.canonical.units
    assert answer.headers["Cache-Control"] == "private, no-store"
