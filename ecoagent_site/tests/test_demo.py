"""The demo itself, in a checkout of its own: from nothing to a populated site, twice."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

from ecoagent_site import demo_users
from ecoagent_site.tests.checkouts import (
    copied_checkout,
    environment,
    processes_in,
    wait_until,
)
from ecoagent_site.tests.test_processes import free_port
from leaderboard_app.tests.html_tables import shown_tables
from runs_app.domain.roster import CONTROLS, SITE_AGENTS
from tasks_app.domain import numbers
from tasks_app.domain.synthetic.bundle import NAME

PAGES = ("/", "/boards/families/", "/boards/sweeps/", "/boards/failures/", "/runs/", "/bundles/")
LABELS = ("tight", "medium", "loose")
STRICT = {"CopilotFirst": 232, "RetryLoop": 222, "CheapFirst": 135, "BudgetAwarePlanner": 304}
SAVED = {"CopilotFirst": 10, "RetryLoop": 0, "CheapFirst": 82, "BudgetAwarePlanner": 82}
"""Of 304 and of 82 tasks: what the benchmark publishes of its controls at the main budget."""


@pytest.fixture
def checkout():
    with copied_checkout() as folder:
        yield folder


@contextmanager
def demo(checkout, port):
    """A demo that has said where it is, and what it said until then."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "demo"],
        cwd=checkout,
        env=environment(ECOAGENT_MODE="demo", PORT=str(port)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process, said_until(process, demo_users.USERS[-1].username)
        finally:
            process.terminate()  # or a failing test would wait for it for ever


def said_until(process, word) -> str:
    """The output up to the line with ``word``, or all of it where there is none."""
    lines = []
    for line in process.stdout:
        lines.append(line)
        if word in line:
            break
    return "".join(lines)


def ended_by(process, number) -> int:
    process.send_signal(number)
    process.communicate()
    return process.returncode


def fetched(port, path) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}") as response:
        assert response.status == 200
        return response.read().decode()


def state(port):
    """The runs of each bundle, and the digests of what is published of them."""
    runs = [
        json.loads(fetched(port, f"/api/v1/runs/?bundle={name}&page_size=100"))["results"]
        for name in ("atlas-demo", NAME)
    ]
    published = json.loads(fetched(port, "/api/v1/snapshots/"))["results"]
    digests = sorted(snapshot["digest"] for snapshot in published)
    return [sorted(run["id"] for run in found) for found in runs], digests


def check_board(html):
    """The controls with their published counts, and a row for each reader."""
    tables = shown_tables(html)
    controls = tables["controls"]
    for place, name in enumerate(controls.column("Agent")):
        micro, save = controls.cell(place, "Micro"), controls.cell(place, "Save")
        assert micro.lines[1] == numbers.fraction_text(STRICT[name], 304)
        assert save.lines[1] == numbers.fraction_text(SAVED[name], 82)
    assert len(controls.rows) == len(CONTROLS)
    readers = SITE_AGENTS.keys() - {control.spec.name for control in CONTROLS}
    assert set(tables["board"].column("Agent")) == readers


def test_a_demo_is_populated_leaves_no_process_and_changes_nothing_the_second_time(checkout):
    port = free_port()
    with demo(checkout, port) as (process, words):
        assert f"http://127.0.0.1:{port}" in words
        for user in demo_users.USERS:
            assert f"{user.username} / {demo_users.PASSWORD}" in words
        check_board(fetched(port, "/boards/"))
        for page in PAGES:
            fetched(port, page)
        wait_until(lambda: '"worker": "ok"' in fetched(port, "/readyz"))
        before = state(port)
        economic, metered = before[0]
        assert len(economic) == len(SITE_AGENTS) * len(LABELS)
        assert len(metered) == 28 * 2 + 4 * 5 * 2  # the grid, and four under five other wordings
        assert ended_by(process, signal.SIGINT) == 128 + signal.SIGINT
    assert processes_in(checkout) == []

    with demo(checkout, port) as (process, words):
        assert "Building the bundle" not in words
        assert state(port) == before
        assert ended_by(process, signal.SIGTERM) == 128 + signal.SIGTERM
    assert processes_in(checkout) == []
