"""Real tables of results on the grid page: what they support is shown, what is unknown named."""

import os
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from leaderboard_app import actions
from leaderboard_app.tests.board_pages import page
from runs_app.domain.result_tables.fields import ResultField as Field
from runs_app.tests.actions.test_result_tables import CONFIGURATIONS, import_bundle_of, taken
from tasks_app.domain.errors import Refused
from tasks_app.domain.numbers import UNKNOWN, fraction_text, rate_text

pytestmark = [pytest.mark.django_db, pytest.mark.real_data]


@pytest.fixture
def real_data() -> Path:
    folder = os.environ.get("ECOAGENT_REAL_DATA")
    if not folder:
        pytest.skip("ECOAGENT_REAL_DATA is not set: the real results were NOT read")
    return Path(folder)


@pytest.fixture
def owner(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    roles = {"is_submitter": True, "is_maintainer": True}
    return get_user_model().objects.create_user("owner", **roles)


def grid_of(client) -> dict[str, dict[str, str]]:
    """The first line of each cell of the ranked table, by configuration and column."""
    ranked = page(client, "agentmeter")["ranked"]
    columns = {title: ranked.column(title) for title in ranked.header}
    return {
        key: {title: cells[row] for title, cells in columns.items()}
        for row, key in enumerate(columns["Configuration"])
    }


def passes_of(client) -> dict[str, str]:
    ranked = page(client, "agentmeter")["ranked"]
    names = ranked.column("Configuration")
    return {name: ranked.cell(row, "Passes").lines[1] for row, name in enumerate(names)}


def test_three_configurations_show_what_they_support_and_name_what_is_unknown(
    client, owner, real_data
):
    """379, 366 and 344 of 500 resolved; one cost of 0 beside work and one verdict are unknown, and
    tokens of all."""
    index = real_data / "leaderboards/openhands_index"
    for folder, model, cli in CONFIGURATIONS:
        data = (index / folder / "instance_results/swe-bench.json").read_bytes()
        import_bundle_of(data, "swe-bench")
        constants = {Field.MODEL: model, Field.CLI: cli}
        archive = taken(data, owner, "swe-bench@1", "swe-bench.json", **constants)
    actions.calibrate_bundle(archive.bundle_id, owner)
    actions.publish_snapshot(archive.bundle_id)
    claude, deepseek, kimi = (f"{model} x {cli}" for _, model, cli in CONFIGURATIONS)

    assert passes_of(client) == {
        claude: fraction_text(379, 500),
        deepseek: fraction_text(366, 500),
        kimi: fraction_text(344, 499),
    }
    grid = grid_of(client)
    assert {row["Tokens per pass"] for row in grid.values()} == {UNKNOWN}
    assert [grid[key]["Rank"] for key in (claude, deepseek, kimi)] == [UNKNOWN, "1", UNKNOWN]
    assert grid[claude]["AMS"] == grid[claude]["USD per pass"] == UNKNOWN
    text = " ".join(client.get(reverse("agentmeter")).content.decode().split())
    assert "Not compared by AMS: 2 of 3" in text
    assert "1 episode without a price</a>, such as astropy__astropy-14598." in text
    assert "Without a verdict: 1." in text


def test_four_trials_without_a_cost_show_their_passes_and_nothing_that_needs_one(
    client, owner, real_data
):
    """84 of 200 passed."""
    data = (real_data / "agent_logs/tau_bench/gpt-4o-airline.json").read_bytes()
    import_bundle_of(data, "tau-airline")
    constants = {Field.MODEL: "gpt-4o", Field.CLI: "tau-bench"}
    archive = taken(data, owner, "tau-airline@1", "gpt-4o-airline.json", **constants)
    actions.publish_snapshot(archive.bundle_id)
    key = "gpt-4o x tau-bench"

    assert passes_of(client) == {key: fraction_text(84, 200)}
    row = grid_of(client)[key]
    assert {row[name] for name in ("AMS", "USD per pass", "Tokens per pass")} == {UNKNOWN}
    assert row["Coverage"] == rate_text(1)
    with pytest.raises(Refused):
        actions.calibrate_bundle(archive.bundle_id, owner)
