"""The pages of a meter bundle and its tasks, through the whole stack."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tasks_app import actions
from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.meter_task import Descriptions
from tasks_app.tests.meter_bundles import (
    HIDDEN,
    SOURCES,
    import_meter_bundle,
    meter_bundle,
    meter_task,
)

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert('bundle')</script>"
REF = "meter@1"


def task_page(task_id: str = "m00") -> str:
    return reverse("task-detail", args=[REF, task_id])


def import_one(**changes) -> None:
    """A bundle of one task that has these values."""
    spec = replace(meter_bundle().spec, counts={})
    actions.import_bundle(sealed(spec, meter_tasks=[replace(meter_task(0), **changes)]))


@pytest.mark.parametrize("tasks", [1, 3])
def test_a_bundle_page_takes_two_queries_however_many_tasks(
    client, tasks, django_assert_num_queries
):
    import_meter_bundle(tasks)
    client.get(reverse("bundle-detail", args=[REF]))  # its manifest is read once a process
    with django_assert_num_queries(2):  # bundle, tasks
        response = client.get(reverse("bundle-detail", args=[REF]))
    assert len(response.context["page"].rows) == tasks


def test_the_tasks_are_listed_with_sets_and_instruction(client):
    import_meter_bundle()
    table = client.get(reverse("bundle-detail", args=[REF])).context["task_table"]
    assert [cell.text for cell in table.header] == ["Task", "No.", "Sets", "Instruction"]
    first = [cell.text for cell in table.rows[0].cells]
    assert first[:3] == ["m00", "1", "full, opt"]
    assert first[3].startswith("Sum the column amount")
    assert table.rows[0].cells[0].href == task_page()


def test_a_task_whose_instruction_the_bundle_does_not_know_says_so(client):
    import_one(instruction="", artifacts=(), outputs=(), success_criteria=())
    page = client.get(task_page()).text
    instruction = page.split('id="instruction"')[1].split("</section>")[0]
    assert "The bundle tells none." in instruction


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 30), ("set=full", 30), ("set=opt", 10), ("set=core", 0), ("family=cheap_qa", 30)],
)
def test_tasks_are_filtered_by_their_set(client, query, found):
    import_meter_bundle()
    response = client.get(f"{reverse('bundle-detail', args=[REF])}?{query}")
    assert len(response.context["page"].rows) == found


def test_a_set_that_does_not_exist_is_a_note_and_not_an_error(client):
    import_meter_bundle()
    response = client.get(reverse("bundle-detail", args=[REF]), {"set": "half"})
    assert "set=half is not one of full, core, opt." in response.content.decode()


def test_a_task_shows_what_its_agent_is_given_and_must_leave_behind(client):
    import_meter_bundle()
    response = client.get(task_page())
    html = response.content.decode()
    for words in ("m00.csv", "role: input", "m00.txt", "It is the sum, to the cent.", "hand-made"):
        assert words in html
    assert [name for name, _ in response.context["descriptions"]] == [
        "original", "generic", *SOURCES,
    ]  # fmt: skip


def test_a_task_takes_two_queries(client, django_assert_num_queries):
    import_meter_bundle()
    with django_assert_num_queries(2):  # bundle, task
        client.get(task_page())


def test_the_hidden_evaluation_is_on_no_page_whoever_looks(client, django_user_model):
    import_meter_bundle()
    pages = [reverse("bundle-list"), reverse("bundle-detail", args=[REF])]
    pages += [task_page(task.task_id) for task in meter_bundle().meter_tasks[:3]]
    for person in (None, django_user_model.objects.create_user("mia", is_maintainer=True)):
        if person:
            client.force_login(person)
        for page in pages:
            assert HIDDEN not in client.get(page).content.decode()


@pytest.mark.parametrize("key", ["evaluator", "answer", "tests"])
def test_only_where_a_task_comes_from_is_told_of_its_source(client, key):
    import_one(source={"dataset": "made", "row_id": "7", key: "a secret", "evaluation": ["b"]})
    response = client.get(task_page())
    assert response.context["task"].source == {"dataset": "made", "row_id": "7"}
    assert "a secret" not in response.content.decode()


@pytest.mark.parametrize(
    ("criteria", "rows"),
    [
        (["a", "b"], [("a",), ("b",)]),
        ("all tests pass", [("all tests pass",)]),
        ({"lint": True, "tests": ["t1"]}, [("lint", "value: true"), ("tests", 'value: ["t1"]')]),
        ([{"id": "c1", "points": 2}, {"points": 3}], [("c1", "points: 2"), ("", "points: 3")]),
        (None, []),
        (7, [("7",)]),
    ],
)
def test_criteria_of_any_shape_are_shown(client, criteria, rows):
    import_one(success_criteria=criteria)
    table = client.get(task_page()).context["criteria"]
    assert [tuple(cell.text for cell in row.cells) for row in table.rows] == rows


def test_hostile_texts_are_escaped(client):
    import_one(
        instruction=HOSTILE,
        artifacts=({"path": HOSTILE, HOSTILE: HOSTILE},),
        outputs=(HOSTILE,),
        success_criteria={HOSTILE: HOSTILE},
        source={"dataset": HOSTILE, "url": "javascript:alert(1)"},
        descriptions=Descriptions(HOSTILE, HOSTILE, {HOSTILE: HOSTILE}),
    )
    html = client.get(task_page()).content.decode()
    assert "<script>alert" not in html
    assert "javascript:" not in html
    assert "&lt;script&gt;alert" in html


@pytest.mark.parametrize("page", ["tasks/m99/", "tasks/m00/oracle/"])
def test_what_is_not_there_is_not_found(client, django_user_model, page):
    import_meter_bundle()
    client.force_login(django_user_model.objects.create_user("mia", is_maintainer=True))
    assert client.get(f"/bundles/{REF}/{page}").status_code == 404
