"""The synthetic grid of 7 models in 4 CLIs: three leaders, and one model without a price."""

from dataclasses import replace

import pytest

from leaderboard_app import actions
from leaderboard_app.domain.meter.pricing import PricingRule
from leaderboard_app.tests.metered import keeper
from runs_app.domain.synthetic.archives import grid_archive
from runs_app.tests.meter_archives import ingested
from tasks_app.actions import import_bundle, store_price_book
from tasks_app.domain.price_book import PriceBook
from tasks_app.domain.synthetic.bundle import synthetic_bundle
from tasks_app.domain.synthetic.configurations import PRICES
from tasks_app.tests.price_books import small_book

pytestmark = pytest.mark.django_db

GRID = "/api/v1/agentmeter/"
WITHOUT = "synthetic-hazel"
STAND_TOGETHER = ("rank", "rank_interval", "gap")
"""What a row is by comparison with the others, and so may change when one of them drops out."""


def book(without: str = "") -> PriceBook:
    prices = {model: price for model, price in PRICES.items() if model != without}
    return replace(small_book(), prices=prices)


@pytest.fixture(scope="module")
def _published(stored_once):
    stored_once(publish_grid)


def publish_grid():
    """The grid, priced and calibrated by version 1 of the book; version 2 lacks a model."""
    bundle_id = import_bundle(synthetic_bundle())
    store_price_book(book())
    archive = ingested(b"".join(grid_archive(synthetic_bundle())), keeper())
    assert archive.status == "scored", archive.problems
    actions.calibrate_bundle(bundle_id, keeper(), PricingRule.BOOK)
    actions.publish_snapshot(bundle_id)
    store_price_book(replace(book(WITHOUT), version=2))


@pytest.fixture
def grid(client):
    def read(**query):
        answer = client.get(GRID, query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return read


@pytest.mark.usefixtures("_published")
def test_passes_dollars_and_ams_each_have_another_leader(client, grid):
    """And by the book that it was published with, the grid is the same under another tag."""
    body = grid()
    leaders = {one["criterion"]: one["keys"] for one in body["leaders"]}

    assert (len(body["models"]), len(body["clis"]), len(body["rows"])) == (7, 4, 28)
    firsts = [leaders[name] for name in ("ams", "passes", "usd_per_pass")]
    assert all(len(keys) == 1 for keys in firsts)
    assert len({keys[0] for keys in firsts}) == 3
    assert grid(book=1) == body
    tags = [client.get(GRID, query).headers["ETag"] for query in ({}, {"book": 1}, {"book": 2})]
    assert len(set(tags)) == 3


@pytest.mark.usefixtures("_published")
def test_a_model_without_a_price_loses_its_ams_with_the_reason_and_nothing_else_changes(grid):
    priced, unpriced = grid(), grid(book=2)
    before, after = ({row["key"]: row for row in body["rows"]} for body in (priced, unpriced))
    lost = {key for key, row in after.items() if row["model"] == WITHOUT}

    assert len(lost) == 4
    assert before.keys() == after.keys()
    for key in lost:
        row = after[key]
        assert row["ams"]["value"] is None
        assert f"price book 2 has no price of {WITHOUT}" in row["ams"]["reason"]
        assert row["unpriced"]["reason"] == f"price book 2 has no price of {WITHOUT}"
        for name in ("passes", "coverage", "mean_reward", "tokens_per_pass", "missing"):
            assert row[name] == before[key][name]
    for key in after.keys() - lost:
        rows = ({**row[key]} for row in (before, after))
        kept, now = ({k: v for k, v in row.items() if k not in STAND_TOGETHER} for row in rows)
        assert now == kept
    for name in ("calibration", "parameters", "tasks", "repeats", "models", "clis"):
        assert unpriced[name] == priced[name]
    assert (priced["pricing"]["book"], unpriced["pricing"]["book"]) == ("1", "2")
