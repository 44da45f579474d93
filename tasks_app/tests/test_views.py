"""The pages of bundles and tasks, through the whole stack."""

import pytest
from django.urls import reverse

from tasks_app import queries
from tasks_app.domain.task_spec import Surface
from tasks_app.models import Bundle, Task
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def bundle():
    import_mini_bundle()
    return queries.find_bundle("mini@1")


@pytest.fixture
def task():
    return next(task for task in mini_bundle().tasks if task.oracle.answer)


@pytest.fixture
def maintainer(django_user_model):
    return django_user_model.objects.create_user("mia", password="x", is_maintainer=True)


def add_bundles(count):
    for number in range(count):
        Bundle.objects.create(
            name=f"b{number}", version="1", kind="economic", title="B", manifest={}, task_count=0
        )


def add_tasks(bundle, count):
    for number in range(count):
        spec = {"question": f"<script>alert({number})</script>"}
        Task.objects.create(
            bundle_id=bundle.id,
            task_id=f"extra{number}",
            position=100 + number,
            family="cheap_qa",
            spec=spec,
        )


@pytest.mark.parametrize("rows", [1, 3])
def test_the_bundle_list_takes_one_query_however_many_rows(client, rows, django_assert_num_queries):
    add_bundles(rows)
    with django_assert_num_queries(1):
        response = client.get(reverse("bundle-list"))
    assert response.content.count(b'scope="row"') == rows


def test_without_a_bundle_the_list_says_what_to_do(client):
    assert "No bundle yet" in client.get(reverse("bundle-list")).content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_a_bundle_page_takes_two_queries_however_many_tasks(
    client, bundle, rows, django_assert_num_queries
):
    add_tasks(bundle, rows)
    client.get(reverse("bundle-detail", args=["mini@1"]))  # its manifest is read once a process
    with django_assert_num_queries(2):  # bundle, page of tasks
        response = client.get(reverse("bundle-detail", args=["mini@1"]))
    assert response.content.count(b'href="/bundles/mini@1/tasks/') == 12 + rows


def test_a_bundle_page_shows_counts_budgets_prices_and_digests(client, bundle):
    html = client.get(reverse("bundle-detail", args=["mini@1"])).content.decode()
    spec = queries.bundle_spec(bundle.id)
    for text in ("202\xa0u", "260\xa0u", spec.tasks_sha256, spec.canonical_sha256, "CC0-1.0"):
        assert text in html


def test_a_name_without_version_leads_to_the_newest_version(client, bundle):
    response = client.get(reverse("bundle-detail", args=["mini"]))
    assert response.headers["Location"] == reverse("bundle-detail", args=["mini@1"])


def test_tasks_are_filtered_by_family_and_an_unknown_family_is_noted(client, bundle):
    page = reverse("bundle-detail", args=["mini@1"])
    stop = client.get(page, {"family": "stop_loss"}).context["page"].rows
    assert stop
    assert {task.family for task in stop} == {"stop_loss"}
    response = client.get(page, {"family": "nonsense"})
    assert len(response.context["page"].rows) == 12
    assert "nonsense is not one of" in response.content.decode()


def test_hostile_text_of_a_task_is_escaped(client, bundle):
    add_tasks(bundle, 1)
    html = client.get(reverse("bundle-detail", args=["mini@1"])).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(0)" in html


def test_an_unknown_sort_key_is_a_note_and_not_an_error(client, bundle):
    response = client.get(reverse("bundle-detail", args=["mini@1"]), {"tasks.sort": "-spec"})
    assert response.status_code == 200
    assert "There is no column “spec”" in response.content.decode()


def test_a_source_that_is_no_web_address_is_no_link(client, bundle):
    row = Bundle.objects.get(pk=bundle.id)
    row.manifest["sources"][0]["url"] = "javascript:alert(1)"
    row.manifest["version"] = row.version = "2"
    row.pk = None
    row.save()
    html = client.get(reverse("bundle-detail", args=["mini@2"])).content.decode()
    assert "javascript:" not in html


def test_a_task_page_shows_what_the_agent_sees_and_nothing_of_the_oracle(client, bundle, task):
    page = reverse("task-detail", args=["mini@1", task.task_id])
    html = client.get(page).content.decode()
    assert task.question in html
    hidden = [d.text for d in task.documents if d.surface is not Surface.CONTEXT]
    for secret in (task.oracle.rationale, task.oracle.source.row_id, *hidden):
        assert secret not in html
    assert reverse("task-oracle", args=["mini@1", task.task_id]) not in html


@pytest.mark.parametrize("ref", ["mini@1", "nothing@1"])
def test_an_unknown_task_or_bundle_is_not_found(client, bundle, ref):
    assert client.get(reverse("task-detail", args=[ref, "nothing"])).status_code == 404


@pytest.mark.parametrize("address", ["%00/", "%00@1/", "mini@%00/", "mini@1/tasks/%00/", "@/"])
def test_what_no_bundle_or_task_can_be_called_is_not_found(client, bundle, address):
    assert client.get(reverse("bundle-list") + address).status_code == 404


def test_the_oracle_is_refused_to_everybody_but_maintainers(client, bundle, task, maintainer):
    page = reverse("task-oracle", args=["mini@1", task.task_id])
    assert client.get(page).status_code == 302
    maintainer.is_maintainer, maintainer.is_superuser = False, True
    maintainer.is_submitter = maintainer.is_reviewer = True
    maintainer.save()
    client.force_login(maintainer)
    refused = client.get(page)
    assert refused.status_code == 403
    assert task.oracle.rationale not in refused.content.decode()


def test_a_maintainer_sees_the_oracle(client, bundle, task, maintainer):
    client.force_login(maintainer)
    response = client.get(reverse("task-oracle", args=["mini@1", task.task_id]))
    assert task.oracle.rationale in response.content.decode()
    assert "no-store" in response.headers["Cache-Control"]
