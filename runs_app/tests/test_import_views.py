"""Bringing a table in the browser: upload, map, look, take, through the real stack."""

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from runs_app import import_views, jobs
from runs_app.actions import archives, result_tables
from runs_app.models import Archive, ResultTable, Run, TableMapping
from runs_app.tests.result_tables import HEADER, ROWS, csv
from tasks_app.domain.foreign_tables.limits import TableLimits
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = pytest.mark.django_db

FIELDS = ("task", "model", "cli", "reward", "cost_usd", "total_tokens", "steps")
CHOICES = {
    **{f"column_{field}": str(place) for place, field in enumerate(FIELDS)},
    "zero_cost_is_unknown": "on",
    "first_repeat": "1",
    "bundle": "meter@1",
    "visibility": "public",
    "keep_as": "mine",
}


@pytest.fixture
def submitter(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    import_meter_bundle()
    user = get_user_model().objects.create_user("submitter", is_submitter=True)
    client.force_login(user)
    return user


@pytest.fixture
def enqueued(monkeypatch):
    ids: list[str] = []
    monkeypatch.setattr(jobs.ingest_archive, "delay", lambda archive_id: ids.append(archive_id))  # noqa: PLW0108 - it has a keyword
    return ids


def brought(client, data: bytes, name: str = "mine.csv"):
    return client.post(reverse("result-tables"), {"file": SimpleUploadedFile(name, data)})


def waiting(owner, data: bytes, name: str = "mine.csv") -> str:
    table = result_tables.keep_table(ContentFile(data, name), owner)
    return reverse("result-table", args=[table.pk])


def test_a_table_goes_from_upload_to_scored_runs(
    client, submitter, enqueued, django_capture_on_commit_callbacks
):
    address = brought(client, csv()).url
    page = client.get(address).text
    assert "3 rows can be taken." in page
    assert "Cost unknown: 1 of 3 episodes." in page
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post(address, CHOICES | {"take": "yes"})
    archive = Archive.objects.get()
    assert (response.status_code, response.url) == (302, f"/archives/{archive.pk}/")
    assert enqueued == [str(archive.pk)]
    archives.ingest_archive(archive.pk)
    assert set(Run.objects.values_list("agent__name", "status")) == {
        ("model-a x cli-x", "scored"),
        ("model-b x cli-x", "scored"),
    }
    assert "Made of the table mine.csv" in client.get(response.url).text


def test_looking_at_it_stores_nothing(client, submitter, enqueued):
    page = client.post(waiting(submitter, csv()), CHOICES).text
    assert "How it reads" in page
    assert not Archive.objects.exists()
    assert not TableMapping.objects.exists()


def test_the_preview_shows_ten_rows_and_counts_the_whole_table(client, submitter):
    rows = [f"m{n:02d},m,c,{n % 2},0,," for n in range(30)]
    page = client.get(waiting(submitter, csv(*rows))).text
    preview = page[page.index("The first rows, as they are read") :]
    assert "m09" in preview
    assert "m10" not in preview
    assert "15\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}30" in preview
    assert "The table says 0, beside work that must have cost something." in preview


def test_kept_choices_are_there_for_the_next_table(client, submitter, enqueued):
    data = csv("m00,1", "m01,0", header="name of task,works")
    odd = {
        **{key: value for key, value in CHOICES.items() if not key.startswith("column_")},
        "column_task": "0",
        "column_passed": "1",
        "constant_model": "m",
        "constant_cli": "c",
    }
    client.post(waiting(submitter, data), odd | {"take": "yes"})
    page = client.get(waiting(submitter, data, "next.csv")).text
    assert "These are the choices you kept as “mine”." in page
    assert "2 rows can be taken." in page
    assert "mine" in client.get(reverse("result-tables")).text


def test_the_same_form_sent_twice_is_one_archive(client, submitter, enqueued):
    address = waiting(submitter, csv())
    sent = CHOICES | {"take": "yes", "idempotency_key": "k"}
    assert client.post(address, sent).url == client.post(address, sent).url
    assert Archive.objects.count() == 1


def test_a_table_with_problems_is_shown_and_cannot_be_taken(client, submitter, enqueued):
    address = waiting(submitter, csv(*ROWS, "m99,m,c,1,,,"))
    response = client.post(address, CHOICES | {"take": "yes"})
    assert "It cannot be taken yet: 1 problem." in response.text
    assert (
        "Line 5, column &quot;task_id&quot;: meter@1 has no task &quot;m99&quot;." in response.text
    )
    assert 'name="take"' not in response.text
    assert not Archive.objects.exists()


def test_a_table_of_other_tasks_waits_for_its_bundle_to_be_chosen(client, submitter):
    address = waiting(submitter, csv("x1,m,c,1,,,"))
    assert "No bundle is chosen." in client.get(address).text
    response = client.post(address, CHOICES | {"bundle": ""})
    assert response.status_code == 400
    assert "Choose the bundle that the tasks are from." in response.text


def test_what_a_mapping_lacks_is_said(client, submitter):
    page = client.get(waiting(submitter, csv("m00,1", header="task,passed"))).text
    assert "Nothing tells the model." in page
    assert "Nothing tells the CLI." in page


@pytest.mark.parametrize(
    "changes",
    [
        {"column_task": "99"},
        {"bundle": "none@1"},
        {"first_repeat": "7"},
        {"constant_cli": "x" * 201},
    ],
)
def test_choices_that_there_are_not_come_back_with_the_reason(client, submitter, changes):
    response = client.post(waiting(submitter, csv()), CHOICES | changes)
    assert response.status_code == 400
    assert "Something is not right below." in response.text


def test_hostile_names_and_cells_are_escaped(client, submitter):
    bad = "<script>alert(1)</script>"
    data = csv(f"{bad},m,c,1,,,", header=HEADER.replace("steps", bad))
    address = waiting(submitter, data, f"{bad}.csv")
    for page in (
        client.get(address),
        client.post(address, CHOICES),
        client.get(reverse("result-tables")),
    ):
        assert bad not in page.text


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "There are no rows"), (b"PK\x03\x04x", "packed or binary"), (b"a\n\xff", "not UTF-8")],
)
def test_what_is_no_table_is_refused_at_once(client, submitter, data, reason):
    response = brought(client, data)
    assert response.status_code == 422
    assert reason in response.text
    assert not ResultTable.objects.exists()


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client, submitter, monkeypatch):
    small = TableLimits(bytes=10)
    monkeypatch.setattr(import_views, "WEB_LIMITS", small)
    response = brought(client, b"x" * 2_000_000)
    assert response.status_code == 413
    assert not ResultTable.objects.exists()


def test_too_many_rows_to_wait_for_are_refused_with_the_bound(client, submitter, monkeypatch):
    monkeypatch.setattr(import_views, "WEB_LIMITS", TableLimits(rows=2))
    response = brought(client, csv())
    assert response.status_code == 422
    assert "The table has more than 2 rows." in response.text


def test_a_table_can_be_forgotten(client, submitter):
    address = waiting(submitter, csv())
    assert client.post(f"{address}discard/").url == reverse("result-tables")
    assert client.get(address).status_code == 404


def test_kept_choices_can_be_forgotten_by_their_owner_alone(
    client, submitter, enqueued, django_user_model
):
    client.post(waiting(submitter, csv()), CHOICES | {"take": "yes"})
    address = reverse("table-mapping-forget", args=[TableMapping.objects.get().pk])
    client.force_login(django_user_model.objects.create_user("other", is_submitter=True))
    assert client.post(address).status_code == 404
    client.force_login(submitter)
    assert client.post(address).url == reverse("result-tables")
    assert not TableMapping.objects.exists()


def test_a_table_is_its_owners_alone(client, submitter, django_user_model):
    address = waiting(submitter, csv())
    for role in ({"is_submitter": True}, {"is_maintainer": True}):
        client.force_login(django_user_model.objects.create_user(f"other{role}", **role))
        assert client.get(address).status_code == 404
        assert client.post(address, CHOICES | {"take": "yes"}).status_code == 404
        assert client.post(f"{address}discard/").status_code == 404
    client.logout()
    assert client.get(address).status_code == 302


def test_bringing_needs_the_submitter_role_and_a_csrf_token(submitter, django_user_model):
    client = Client(enforce_csrf_checks=True)
    assert client.get(reverse("result-tables")).url.startswith("/login")
    client.force_login(submitter)
    assert brought(client, csv()).status_code == 403
    client.force_login(django_user_model.objects.create_user("reader"))
    assert client.get(reverse("result-tables")).status_code == 403
    assert not ResultTable.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_as_many_queries_for_three_tables_as_for_one(
    client, submitter, count, django_assert_num_queries
):
    for number in range(count):
        waiting(submitter, csv(), f"{number}.csv")
    client.get(reverse("result-tables"))
    with django_assert_num_queries(4):
        client.get(reverse("result-tables"))
