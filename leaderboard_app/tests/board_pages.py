"""What the tests of the board pages share: runs that come from uploads, and pages as tables."""

from typing import Any

from django.core.files.base import ContentFile
from django.urls import reverse

from leaderboard_app import actions
from leaderboard_app.models import Snapshot
from leaderboard_app.tests.html_tables import ShownTable, shown_tables
from runs_app.actions import archives
from runs_app.models import Run
from runs_app.tests.archives import AGENT, ArchiveDraft, episode
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import mini_bundle

BOARDS = ("leaderboard", "family-matrix", "sweeps", "failures")
TASKS = mini_bundle().tasks
HOSTILE = "</script><img src=x onerror=alert(1)>'\""


def published(*agents: str, labels: tuple[str, ...] = ("main",)) -> Snapshot:
    """Runs of the site's own agents at some labels, and their publication."""
    runs = [executed_run(agent, label) for agent in agents for label in labels]
    return actions.publish_snapshot(runs[0].bundle_id)


def uploaded_run(owner: Any, lines: list[Any], **agent: Any) -> Run:
    """The scored run of an upload with these episodes by the agent described."""
    whole = AGENT | agent
    named = [line | {"agent": whole["name"]} for line in lines]
    labels = sorted({line["budget_label"] for line in lines})
    draft = ArchiveDraft(named, {"agents": [whole], "budget_labels": labels})
    archive = archives.receive_archive(ContentFile(draft.zip(), "mine.zip"), owner)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    assert archive.status == "scored", archive.problems
    return archive.runs.get()


def free_episode(task: Any) -> dict[str, Any]:
    """An answer out of nothing: no step is bought, and it is wrong."""
    return episode(task, steps=[{"action": "answer"}], reported_units=0)


def workspace_episode(task: Any) -> dict[str, Any]:
    """10 + 0.5 x 20 seconds + 10 x 1 + 5 x 2 = 40 in execution proxy."""
    work = {"wall_seconds": 20, "modified_files": 1, "new_files": 2}
    return episode(task, workspace=work, reported_units=40)


def page(client: Any, name: str, *args: Any, **query: Any) -> dict[str, ShownTable]:
    """The tables of a page that answers."""
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return shown_tables(response.content.decode())
