"""A table in a real browser: from the file to the runs, and what its pages look like."""

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.urls import reverse
from playwright.sync_api import expect

from runs_app import jobs
from runs_app.actions import archives, result_tables
from runs_app.models import Run, TableMapping
from runs_app.tests.result_tables import conversion, csv
from tasks_app.tests.meter_bundles import import_meter_bundle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ONE_CLI = csv(*(f"m{n:02d},{n % 2},0.{n}1" for n in range(12)), header="task,passed,cost")


@pytest.fixture
def submitter(settings, tmp_path, log_in, monkeypatch):
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.setattr(jobs.ingest_archive, "delay", archives.ingest_archive)
    user = get_user_model().objects.create_user("submitter", is_submitter=True)
    import_meter_bundle()
    log_in(user)
    return user


def test_two_tables_one_after_the_other_are_two_configurations(browser_page, submitter):
    for cli in ("first-cli", "second-cli"):
        browser_page.goto("/tables/")
        file = {"name": "mine.csv", "mimeType": "text/csv", "buffer": ONE_CLI}
        browser_page.set_input_files("input[type=file]", file)
        browser_page.click("text=Look at it")
        browser_page.get_by_label("Model of all rows").fill("a-model")
        browser_page.get_by_label("CLI of all rows").fill(cli)
        browser_page.click("text=Show how it reads")
        expect(browser_page.get_by_text("12 rows can be taken.")).to_be_visible()
        browser_page.click("text=Take it in")
        expect(browser_page.get_by_text("Stored and scored: 12 episodes in 1 run.")).to_be_visible()
    assert set(Run.objects.values_list("agent__name", flat=True)) == {
        "a-model x first-cli",
        "a-model x second-cli",
    }
    assert TableMapping.objects.get().name == "mine"


def test_the_pages_of_a_table_are_accessible_and_fit_a_phone(check_page, submitter):
    whole = result_tables.keep_table(ContentFile(csv(), "whole.csv"), submitter)
    broken = csv("m00,m,c,2,x,,", "m99,m,c,1,,,", header="task,model,cli,passed,cost,a,b")
    wrong = result_tables.keep_table(ContentFile(broken, f"{'long-' * 50}.csv"), submitter)
    for table in (whole, wrong):
        check_page(reverse("result-table", args=[table.pk]))
    result_tables.keep_mapping(submitter, "mine", conversion(csv()).mapping, "meter@1")
    check_page(reverse("result-tables"))
