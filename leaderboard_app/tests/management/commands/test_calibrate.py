from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leaderboard_app import queries
from leaderboard_app.queries.calibrations import latest_calibration
from leaderboard_app.tests.metered import uploaded
from tasks_app.actions import store_price_book
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import import_meter_bundle
from tasks_app.tests.price_books import small_book

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.parametrize("arguments", [["meter"], ["meter@1", "--pricing", "reported"]])
def test_it_freezes_publishes_and_prints_the_digest(arguments):
    bundle_id = uploaded().bundle_id
    output = StringIO()
    call_command("calibrate", *arguments, stdout=output)

    frozen = latest_calibration(bundle_id)
    assert output.getvalue() == (
        f"meter@1: calibration 1, USD as reported, {frozen.frozen_digest}\n"
    )
    assert queries.latest_snapshot(bundle_id).manifest["calibration"] == frozen.ref


def test_why_it_cannot_be_made_is_listed():
    import_meter_bundle()

    with pytest.raises(CommandError, match=r"cannot be calibrated:\n.*\n.*\n.*episode \(30\)"):
        call_command("calibrate", "meter")


def test_a_book_that_prices_none_of_the_models_is_refused_by_stratum():
    uploaded()
    store_price_book(small_book())

    with pytest.raises(CommandError, match="stratum hard"):
        call_command("calibrate", "meter", "--pricing", "book")


def test_what_it_cannot_calibrate_is_refused_by_name():
    with pytest.raises(CommandError, match="no bundle other@2"):
        call_command("calibrate", "other@2")
    import_mini_bundle()
    with pytest.raises(CommandError, match="Only a meter bundle"):
        call_command("calibrate", "mini")
