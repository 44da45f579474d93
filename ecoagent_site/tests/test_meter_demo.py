"""The AgentMeter part of the demo: made once, by way of an upload, and left alone afterwards."""

import pytest

from ecoagent_site import meter_demo
from leaderboard_app.models import Calibration
from runs_app.actions import archives
from runs_app.models import Archive, Run
from runs_app.tests.people import person
from tasks_app import queries
from tasks_app.domain.synthetic.configurations import PRICES
from tasks_app.models import PriceBook
from tasks_app.tests.price_books import small_book

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_price_list(monkeypatch):
    """Three models in place of the package's thousands."""
    command = "tasks_app.management.commands.fill_price_book"
    monkeypatch.setattr(f"{command}.listed_book", lambda as_of: small_book())


@pytest.fixture
def maya():
    return person("maya", is_maintainer=True)


@pytest.fixture
def sam(settings, tmp_path, monkeypatch):
    """A submitter whose archives are read at once, as by a worker that is quick."""
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(meter_demo.ingest_archive, "delay", archives_read_at_once)
    return person("sam", is_submitter=True)


def archives_read_at_once(archive_id):
    archives.ingest_archive(archive_id)


def made(sam, maya):
    meter_demo.fill_price_book(maya)
    meter_demo.calibrate_and_publish(meter_demo.send_archives(sam), maya)


def test_invented_models_are_priced_in_a_version_of_their_own(maya):
    meter_demo.fill_price_book(maya)
    assert queries.price_book(1).prices.keys().isdisjoint(PRICES)
    assert queries.price_book(2).prices.items() >= PRICES.items()
    meter_demo.fill_price_book(maya)
    assert PriceBook.objects.count() == 2


def test_the_grid_is_priced_by_the_book_calibrated_and_made_once(sam, maya, monkeypatch):
    made(sam, maya)
    calibration = Calibration.objects.get()
    assert (calibration.pricing, calibration.book_version) == ("book", 2)
    assert len(calibration.reference) == 28 * 2
    runs = set(Run.objects.values_list("pk", "scores_digest"))
    made(sam, maya)
    assert set(Run.objects.values_list("pk", "scores_digest")) == runs
    monkeypatch.setitem(meter_demo.ARCHIVES, "synthetic-grid.zip", lambda bundle: iter([b"other"]))
    assert meter_demo.send_archives(sam) == []  # what an earlier demo left is left as it is
    meter_demo.calibrate_and_publish([], maya)
    assert (Archive.objects.count(), Calibration.objects.count()) == (2, 1)


def test_an_archive_that_is_refused_ends_the_demo_with_the_reason(sam, maya, monkeypatch):
    monkeypatch.setitem(meter_demo.ARCHIVES, "synthetic-grid.zip", lambda bundle: iter([b"other"]))
    with pytest.raises(meter_demo.DemoError, match=r"synthetic-grid\.zip"):
        made(sam, maya)
