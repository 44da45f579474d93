"""The synthetic grid shows why one criterion is not enough: three criteria, three leaders."""

from dataclasses import replace

import pytest

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.standings import leaders
from leaderboard_app.tests.synthetic_grid import BOOK, MODEL_OF, synthetic_episodes


@pytest.fixture(scope="module")
def episodes():
    return synthetic_episodes()


@pytest.fixture(scope="module")
def calibration(episodes):
    return calibrate(episodes)


def test_the_grid_is_whole_and_every_configuration_has_an_ams(episodes, calibration):
    found = scores(episodes, calibration)
    assert len(found) == 28
    assert [score.unranked_reason for score in found] == [None] * 28
    assert sorted(stratum.tasks for stratum in calibration.strata.values()) == [10, 10, 10]


def test_passes_usd_per_pass_and_ams_have_three_different_leaders(episodes, calibration):
    first = {one["criterion"]: one["keys"] for one in leaders(scores(episodes, calibration))}
    assert {name: len(keys) for name, keys in first.items()} == dict.fromkeys(first, 1)
    models = {name: MODEL_OF[keys[0]] for name, keys in first.items()}
    assert models["passes"] == "synthetic-oak"
    assert models["usd_per_pass"] == "synthetic-lime"
    assert models["ams"] == "synthetic-ash"


def test_without_the_price_of_a_model_its_ams_is_gone_and_nothing_else_changes(calibration):
    fir = "synthetic-fir"
    book = replace(BOOK, prices={m: price for m, price in BOOK.prices.items() if m != fir})
    whole = scores(synthetic_episodes(), calibration)
    reasons = {key: book.usd_price(fir) for key, model in MODEL_OF.items() if model == fir}
    without = scores(synthetic_episodes(book), calibration, reasons)
    for before, after in zip(whole, without, strict=True):
        if after.configuration.model != fir:
            assert after == before
            continue
        assert after.ams.value is None
        assert after.ams.reason == (
            "The cost of 60 of 60 episodes is unknown: price book 1 has no price of synthetic-fir."
        )
        assert after.tally.usd_per_pass.value is None
        assert after.tally.passes == before.tally.passes
        assert after.tally.tokens_per_pass == before.tally.tokens_per_pass
        assert after.strata.keys() == before.strata.keys()
        for stratum, figures in after.strata.items():
            assert figures.tq == before.strata[stratum].tq
            assert figures.passes == before.strata[stratum].passes
