"""From a download through an upload in a browser and a real worker to a row of the board."""

from pathlib import Path

import pytest
from celery import current_app
from django.urls import reverse
from playwright.sync_api import expect

from ecoagent_site.tests.end_to_end.edited_archives import broken, renamed
from leaderboard_app.actions import publish_snapshot
from leaderboard_app.tests.html_tables import shown_tables
from runs_app.models import Archive, Episode, JudgeLabel, Run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from runs_app.tests.test_worker import worker

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECONDS = 60_000


@pytest.fixture
def kept_files(settings, tmp_path, monkeypatch):
    """The folder in which site and worker keep uploads."""
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.setenv("MEDIA_ROOT", str(settings.MEDIA_ROOT))
    return settings.MEDIA_ROOT


@pytest.fixture
def at_work(kept_files):
    """A worker is up, and nothing is left for it to do from earlier."""
    current_app.control.purge()
    with worker():
        yield


@pytest.fixture
def reader_run():
    """A public run of an evidence-only reader, on the board."""
    run = executed_run("LexicalEager")
    publish_snapshot(run.bundle_id)
    return run


def log_in_by_form(page, user):
    user.set_password("a long pass phrase")
    user.save()
    page.goto(reverse("upload"))
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill("a long pass phrase")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Upload episodes")).to_be_visible()


def downloaded(page, run) -> bytes:
    page.goto(reverse("run-detail", args=[run.pk]))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the episodes").click()
    return Path(download.value.path()).read_bytes()


def upload(page, data: bytes):
    page.goto(reverse("upload"))
    file = {"name": "mine.zip", "mimeType": "application/zip", "buffer": data}
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Upload").click()


def board_rows(page):
    """The rows of the leaderboard by agent: what each column shows, the name left out."""
    page.goto(reverse("leaderboard"))
    table = shown_tables(page.content())["board"]
    place = table.header.index("Agent")
    return {
        row[place].lines[0]: [cell.lines for cell in (*row[:place], *row[place + 1 :])]
        for row in table.rows
    }


def wait_for_row(page, agent):
    for _ in range(600):
        if agent in board_rows(page):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{agent} never came onto the board")


def test_an_archive_downloaded_from_a_run_and_uploaded_has_the_same_numbers_on_the_board(
    browser_page, at_work, reader_run
):
    log_in_by_form(browser_page, person("sam", is_submitter=True))
    archive = renamed(downloaded(browser_page, reader_run), "Mine")
    upload(browser_page, archive)
    stored = browser_page.get_by_text("Stored and scored: 12 episodes in 1 run.")
    expect(stored).to_be_visible(timeout=SECONDS)
    wait_for_row(browser_page, "Mine")
    rows = board_rows(browser_page)
    assert rows["Mine"] == rows["LexicalEager"]
    uploaded = Run.objects.get(agent__name="Mine")
    assert uploaded.scores_digest == reader_run.scores_digest


def test_the_same_archive_with_three_mistakes_is_refused_by_name_and_leaves_nothing(
    browser_page, at_work, reader_run, kept_files
):
    before = [model.objects.count() for model in (Run, Episode, JudgeLabel)]
    log_in_by_form(browser_page, person("sam", is_submitter=True))
    upload(browser_page, broken(downloaded(browser_page, reader_run)))
    verdict = browser_page.get_by_text("Refused: 3 problems in 1 file. Nothing was stored.")
    expect(verdict).to_be_visible(timeout=SECONDS)
    report = browser_page.get_by_role("main").inner_text()
    for words in ("line 3", "t-unknown", "line 5", "Digest differs"):
        assert words in report
    assert before == [model.objects.count() for model in (Run, Episode, JudgeLabel)]
    assert Archive.objects.get().file.name == ""
    assert [path for path in kept_files.rglob("*") if path.is_file()] == []
    assert list(board_rows(browser_page)) == ["LexicalEager"]
