"""A bundle out of a table, in the browser and by command."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tasks_app import queries, table_bundle_views
from tasks_app.domain.bundle_format import read_bundle
from tasks_app.domain.foreign_tables.limits import TableLimits

pytestmark = pytest.mark.django_db

TABLE = b"task,text,cost\nb,Second,1\na,First,2\nb,Second,3\n"


@pytest.fixture
def maintainer(client, django_user_model):
    user = django_user_model.objects.create_user("maintainer", is_maintainer=True)
    client.force_login(user)
    return user


def made(client, data: bytes = TABLE, **fields):
    file = SimpleUploadedFile("results.csv", data)
    sent = {"file": file, "name": "mine", "version": "1", "licence": "unknown"} | fields
    return client.post(reverse("bundle-from-table"), sent)


def test_a_maintainer_makes_a_bundle_of_a_table(client, maintainer):
    assert client.get(reverse("bundle-from-table")).status_code == 200
    response = made(client, wording_column="text")
    assert response.url == "/bundles/mine@1/"
    [row] = queries.all_bundles()
    assert (row.kind, row.task_count) == ("meter", 2)
    assert queries.meter_tasks(row.id)["a"].descriptions.original == "First"
    assert client.get(response.url).status_code == 200


@pytest.mark.parametrize(
    ("data", "fields", "status", "reason"),
    [
        (b"x,y\n1,2\n", {}, 422, "No column looks like task ids."),
        (TABLE, {"task_column": "none"}, 422, "There is no column &quot;none&quot;."),
        (b"task,x\n,1\n", {}, 422, "Line 2: The column &quot;task&quot; names no task."),
        (TABLE, {"name": "two words"}, 422, "name: Expected letters, digits and _ -, a letter"),
        (TABLE, {"version": "1 2"}, 422, "version: Expected letters, digits and . _ + -, a"),
        (TABLE, {"name": ""}, 400, "This field is required."),
    ],
)
def test_what_makes_no_bundle_is_told(client, maintainer, data, fields, status, reason):
    response = made(client, data, **fields)
    assert response.status_code == status
    assert reason in response.text
    assert queries.all_bundles() == ()


def test_another_bundle_of_the_same_name_and_version_is_a_conflict(client, maintainer):
    made(client)
    response = made(client, b"task\nc\n")
    assert response.status_code == 409
    assert "a bundle never changes" in response.text


def test_a_table_that_is_too_large_is_refused_before_it_is_read(client, maintainer, monkeypatch):
    monkeypatch.setattr(table_bundle_views, "WEB_LIMITS", TableLimits(bytes=10))
    assert made(client, b"x" * 2_000_000).status_code == 413
    assert made(client).status_code == 422


def test_making_one_needs_a_maintainer_and_a_csrf_token(maintainer, django_user_model):
    client = Client(enforce_csrf_checks=True)
    assert client.get(reverse("bundle-from-table")).url.startswith("/login")
    client.force_login(maintainer)
    assert made(client).status_code == 403
    client.force_login(django_user_model.objects.create_user("other", is_submitter=True))
    assert client.get(reverse("bundle-from-table")).status_code == 403


def test_the_command_writes_and_imports_the_same_bundle(tmp_path):
    (tmp_path / "results.csv").write_bytes(TABLE)
    options = ("--name", "mine", "--version", "2", "--out", str(tmp_path / "b"), "--import")
    out = io.StringIO()
    call_command("build_meter_bundle", str(tmp_path / "results.csv"), *options, stdout=out)
    assert out.getvalue().startswith("mine@2: 2 tasks.")
    spec = read_bundle(tmp_path / "b").spec
    assert queries.bundle_spec(queries.find_bundle("mine@2").id) == spec


def test_the_command_names_every_row_that_has_no_task(tmp_path):
    (tmp_path / "results.csv").write_bytes(b"task,x\n,1\n,2\n")
    err = io.StringIO()
    with pytest.raises(CommandError, match=r"No bundle: 2 problem\(s\)"):
        call_command(
            *("build_meter_bundle", str(tmp_path / "results.csv"), "--import"),
            *("--name", "mine", "--version", "1"),
            stderr=err,
        )
    assert "Line 2" in err.getvalue()
    assert "Line 3" in err.getvalue()
