from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from leaderboard_app.domain.meter import manifest as module
from leaderboard_app.domain.meter.manifest import MeterInputs, meter_manifest
from leaderboard_app.domain.meter.wordings import NO_WORDINGS, SourceWordings
from leaderboard_app.tests.factories import START
from leaderboard_app.tests.meter_factories import METERED, meter_run, price_book
from tasks_app.tests.meter_bundles import meter_bundle

SPEC = meter_bundle().spec
FIRST = {"version": 1, "digest": "a" * 64}
PLACE = {"kind": "agentmeter", "track": "imported", "budget_label": ""}
PLACE |= {"task_set": "full", "condition": "original"}


def inputs(*runs, calibration=None, book=None):
    return MeterInputs(SPEC, runs or (meter_run(1),), calibration, book)


def test_equal_inputs_have_equal_digests_in_any_order():
    forwards, backwards = inputs(meter_run(1), meter_run(2)), inputs(meter_run(2), meter_run(1))
    assert forwards.digest == backwards.digest


def test_frozen_descriptions_change_the_input_digest():
    """Which episodes stand for a source depends on them."""
    declared = SourceWordings({"model-a x cli-x": frozenset({"m00"})})
    kept = replace(declared, kept=declared.tasks)
    found = {replace(inputs(), wordings=one).digest for one in (NO_WORDINGS, declared, kept)}
    assert len(found) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"scores_digest": "1" * 64},
        {"scoring_version": "2"},
        {"description": "generic"},
        {"repeat": 2},
        {"created_at": START - timedelta(days=1)},
        {"spec": replace(METERED, scaffold="cli-y")},
        {"owner": "bob"},
    ],
)
def test_whatever_a_grid_shows_of_a_run_changes_the_input_digest(change):
    assert inputs(meter_run(1)).digest != inputs(meter_run(1, **change)).digest


def test_calibration_prices_bundle_and_code_change_it_too(monkeypatch):
    bare = inputs()
    before = bare.digest
    others = [
        inputs(calibration=FIRST).digest,
        inputs(calibration=FIRST | {"version": 2}).digest,
        inputs(book=price_book(model_a=5)).digest,
        replace(bare, spec=replace(SPEC, tasks_sha256="1" * 64)).digest,
    ]
    monkeypatch.setattr(module, "METER_BOARD_VERSION", "next")
    others.append(inputs().digest)

    assert before not in others
    assert len(set(others)) == len(others)


def test_the_seed_is_exact_in_every_json_reader():
    assert 0 <= inputs().seed < 2**53


def test_the_manifest_names_what_the_grids_rest_on():
    found = inputs(meter_run(2), meter_run(1, repeat=2), calibration=FIRST)
    pricing = {"rule": "reported", "book": None, "book_digest": None}
    proof = meter_manifest(found, pricing, "imported", [PLACE], "0.1.0")

    assert proof["bundle"]["ref"] == "meter@1"
    assert proof["calibration"] == FIRST
    assert proof["pricing"] == pricing
    assert [run["run_id"] for run in proof["runs"]] == [str(UUID(int=1)), str(UUID(int=2))]
    assert (proof["runs"][0]["description"], proof["runs"][0]["repeat"]) == ("original", 2)
    assert proof["boards"] == [PLACE]
    assert proof["bootstrap"]["seed"] == found.seed
