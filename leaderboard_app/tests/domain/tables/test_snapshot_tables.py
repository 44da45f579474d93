from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from leaderboard_app.domain.manifest import Inputs
from leaderboard_app.domain.tables.snapshot_tables import snapshot_runs_table, snapshots_table
from leaderboard_app.tests.factories import run
from runs_app.domain.episode import AgentSpec, Track
from tasks_app.domain.table import Order
from tasks_app.tests.factories import mini_bundle


@dataclass(frozen=True)
class Published:
    digest: str
    bundle_ref: str = "mini@1"
    scoring_version: str = "1"
    manifest: dict[str, Any] = field(default_factory=lambda: {"runs": [1, 2]})
    published_at: datetime = datetime(2026, 1, 31, 12, tzinfo=UTC)


def test_a_publication_is_one_line_that_leads_to_its_page():
    order = Order("published", descending=True)
    table = snapshots_table([Published("ab" * 32)], order, lambda digest: f"/{digest}/")
    (line,) = table.rows
    assert [cell.text for cell in line.cells] == [
        "abababababab",
        "2026-01-31 12:00",
        "mini@1",
        "2",
        "1",
    ]
    assert line.cells[0].href == f"/{'ab' * 32}/"
    assert table.order == order
    assert table.is_page


def test_a_run_is_named_by_agent_owner_and_the_digest_of_its_scores():
    spec = AgentSpec("Reader", Track.TOOL_API)
    found = run(1, spec=spec, owner="sam", archive_id=run(9).run_id, scores_digest="cd" * 32)
    lines = Inputs(mini_bundle().spec, [found]).run_lines()
    (line,) = snapshot_runs_table(lines, lambda run_id: f"/runs/{run_id}/").rows
    texts = [cell.text for cell in line.cells]
    assert texts == ["Reader", "main", "2026-01-02 00:00", "exact", "00000000", "cdcdcdcdcdcd"]
    assert line.cells[0].note == "by sam"
    assert line.cells[4].href == f"/runs/{found.run_id}/"


def test_the_runs_of_this_site_have_no_owner():
    lines = Inputs(mini_bundle().spec, [run(1)]).run_lines()
    (line,) = snapshot_runs_table(lines, str).rows
    assert line.cells[0].note == ""


def test_without_runs_there_is_a_sentence():
    assert "withdrawal" in snapshot_runs_table([], str).empty
