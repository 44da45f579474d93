"""Uploading in a real browser: with and without script, dropped, refused, lost on the way."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.urls import reverse
from playwright.sync_api import expect

from runs_app import jobs
from runs_app.actions import archives
from runs_app.models import Archive, Run
from runs_app.tests.archives import ArchiveDraft, episode
from runs_app.tests.factories import executed_run
from runs_app.tests.meter_archives import MeterDraft, line, one_agent
from tasks_app.tests.factories import import_mini_bundle, mini_bundle
from tasks_app.tests.meter_bundles import SOURCES, import_meter_bundle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TASKS = mini_bundle().tasks


@pytest.fixture
def submitter(settings, tmp_path, log_in):
    settings.MEDIA_ROOT = tmp_path / "media"
    user = get_user_model().objects.create_user("submitter", is_submitter=True)
    import_mini_bundle()
    log_in(user)
    return user


@pytest.fixture
def worker_at_hand(monkeypatch):
    """Whatever is enqueued is done at once."""
    monkeypatch.setattr(jobs.ingest_archive, "delay", archives.ingest_archive)


@pytest.fixture
def no_worker(monkeypatch):
    monkeypatch.setattr(jobs.ingest_archive, "delay", lambda archive_id: None)


def choose(page, data: bytes, name: str = "mine.zip") -> None:
    page.set_input_files("input[type=file]", {"name": name, "mimeType": "", "buffer": data})


def refused_archive() -> bytes:
    lines = [episode(task) for task in TASKS]
    lines[2], lines[5] = b"{broken", episode(TASKS[5], task_id="t-unknown", mood=1)
    listed = ArchiveDraft(lines).full_manifest()["files"]
    listed["episodes.jsonl"]["sha256"] = "0" * 64
    return ArchiveDraft(lines, manifest={"files": listed}).zip()


def test_a_downloaded_run_is_uploaded_and_stored_again(browser_page, submitter, worker_at_hand):
    run = executed_run("LexicalEager")
    browser_page.goto("/upload/")
    with browser_page.expect_download() as download:
        address = reverse("run-download", args=[run.pk])
        browser_page.evaluate("address => location.assign(address)", address)
    browser_page.set_input_files("input[type=file]", download.value.path())
    browser_page.get_by_role("button", name="Upload").click()
    expect(browser_page.get_by_text("Stored and scored: 12 episodes in 1 run.")).to_be_visible()
    browser_page.get_by_role("link", name="LexicalEager").click()
    again = Run.objects.get(archive__isnull=False)
    assert browser_page.url.endswith(f"/runs/{again.pk}/")
    assert again.scores_digest == run.scores_digest


def test_a_refused_archive_shows_its_three_problems(browser_page, submitter, worker_at_hand):
    browser_page.goto("/upload/")
    choose(browser_page, refused_archive())
    browser_page.get_by_role("button", name="Upload").click()
    verdict = browser_page.get_by_text("Refused: 3 problems in 1 file. Nothing was stored.")
    expect(verdict).to_be_visible()
    for place in ("line 3", "line 6", "Digest differs from the file's"):
        expect(browser_page.get_by_text(place).first).to_be_visible()
    assert not Run.objects.exists()


def test_a_meter_archive_becomes_six_runs_whose_episodes_can_be_read(
    browser_page, submitter, worker_at_hand
):
    import_meter_bundle()
    browser_page.goto("/upload/")
    choose(browser_page, MeterDraft().zip(), "meter.zip")
    browser_page.get_by_role("button", name="Upload").click()
    expect(browser_page.get_by_text("Stored and scored: 180 episodes in 6 runs.")).to_be_visible()
    browser_page.get_by_role("link", name="model-a in cli-x").click()
    expect(browser_page.get_by_text("All 30 episodes are graded.")).to_be_visible()
    browser_page.get_by_role("link", name="m07").click()
    facts = browser_page.get_by_role("region", name="Outcome")  # m07: reward 0, 111,240 tokens
    expect(facts).to_contain_text("model-a in cli-x")
    expect(browser_page.get_by_role("cell", name="111\u202f240")).to_be_visible()


def test_every_page_of_a_meter_run_is_accessible_and_fits(check_page, submitter, worker_at_hand):
    import_meter_bundle()
    steps = [{"action": "bash", "observation": "x" * 3000, "seconds": 2}]
    lines = [
        line("m00", steps=steps, description=SOURCES[0]),
        line("m01", reward=None, agent="somebody"),
    ]
    refused = archives.receive_archive(ContentFile(one_agent(lines).zip(), "no.zip"), submitter)
    lines[1] |= {"agent": lines[0]["agent"]}
    stored = archives.receive_archive(ContentFile(one_agent(lines).zip(), "m.zip"), submitter)
    for archive in (refused, stored):
        archives.ingest_archive(archive.pk)
        check_page(reverse("archive", args=[archive.pk]))
    check_page("/runs/?bundle=meter@1")
    for run in Run.objects.all():
        check_page(reverse("run-detail", args=[run.pk]))
        check_page(reverse("episode-detail", args=[run.episodes.get().pk]))
    check_page("/bundles/meter@1/")
    check_page("/bundles/meter@1/tasks/m00/")


def test_a_dropped_file_is_chosen(browser_page, submitter, worker_at_hand):
    browser_page.goto("/upload/")
    browser_page.evaluate(
        """() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["hello"], "dropped.zip"));
            const event = new DragEvent("drop", { dataTransfer: transfer, cancelable: true });
            document.querySelector("[data-drop-zone]").dispatchEvent(event);
        }"""
    )
    expect(browser_page.locator("[data-chosen]")).to_contain_text("dropped.zip")
    browser_page.get_by_role("button", name="Upload").click()
    expect(browser_page.get_by_text("neither a zip nor a tar.gz")).to_be_visible()


def test_the_report_appears_by_itself_once_a_worker_has_read_the_archive(
    browser_page, submitter, no_worker
):
    browser_page.goto("/upload/")
    choose(browser_page, ArchiveDraft().tar_gz(), "mine.tar.gz")
    browser_page.get_by_label("Only you and the maintainers").check()
    browser_page.get_by_role("button", name="Upload").click()
    expect(browser_page.get_by_text("Waiting for a worker")).to_be_visible()
    archives.ingest_archive(Archive.objects.get().pk)
    expect(browser_page.get_by_text("Stored and scored")).to_be_visible()
    assert Run.objects.get().visibility == "private"


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(browser_page, submitter, settings):
    settings.ARCHIVE_MAX_BYTES = 10
    browser_page.goto("/upload/")
    choose(browser_page, b"x" * 1000)
    expect(
        browser_page.get_by_role("main").get_by_text(re.compile("at most .* are taken"))
    ).to_be_visible()
    browser_page.get_by_role("button", name="Upload").click()
    assert not Archive.objects.exists()


@pytest.fixture
def new_page(chromium, live_server, browser_page, submitter):
    """A function that opens a page of its own choices for the same person."""
    contexts = []

    def new_page(**choices):
        context = chromium.new_context(base_url=live_server.url, **choices)
        context.add_cookies(browser_page.context.cookies())
        contexts.append(context)
        return context.new_page()

    yield new_page
    for context in contexts:
        context.close()


def test_a_connection_that_breaks_off_is_said_and_the_next_try_is_the_same_upload(
    new_page, worker_at_hand
):
    page = new_page()
    page.goto("/upload/")
    choose(page, ArchiveDraft().zip())
    key = page.locator("input[name=idempotency_key]").input_value()
    page.route("**/upload/", lambda route: route.abort())
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("The connection broke off")).to_be_visible()
    page.unroute("**/upload/")
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("Stored and scored")).to_be_visible()
    assert Archive.objects.get().idempotency_key == key


def test_without_script_it_is_a_plain_form(new_page, worker_at_hand):
    page = new_page(java_script_enabled=False)
    page.goto("/upload/")
    choose(page, ArchiveDraft().zip())
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("Stored and scored")).to_be_visible()
