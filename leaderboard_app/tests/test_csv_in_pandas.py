"""The exports as people open them: in pandas, where unknown stays unknown and numbers numbers."""

import io

import pandas
import pytest

from leaderboard_app.tests.metered import ams_vectors, metered
from leaderboard_app.tests.published import published_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def frame(client, address):
    return pandas.read_csv(io.BytesIO(client.get(address).content))


def test_the_grid_loads_and_its_numbers_follow_from_each_other(client):
    metered()
    grid = frame(client, "/api/v1/agentmeter.csv").set_index("key")

    ams = grid[["easy_score", "medium_score", "hard_score"]].mean(axis=1)
    assert (grid["ams"] - ams).abs().max() < 1e-12
    assert (grid["total_usd"] / grid["passes_numerator"] - grid["usd_per_pass"]).abs().max() < 1e-12
    for key, expected in ams_vectors()["expected"]["configurations"].items():
        assert grid.loc[key, "ams"] == pytest.approx(expected["ams"], abs=1e-12)


def test_the_leaderboard_loads_and_unknown_is_not_zero(client):
    published_rows(3)
    board = frame(client, "/api/v1/leaderboard.csv?bundle=mini@1")

    assert (board["strict_numerator"] / board["strict_denominator"] == board["strict"]).all()
    assert board["corrected"].isna().all()
