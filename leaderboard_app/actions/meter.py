"""The boards of a meter bundle, from its public scored runs and its latest calibration."""

from dataclasses import replace

from audit_app.domain.collector import collector_paused
from leaderboard_app.actions.software import software_version
from leaderboard_app.domain.meter.boards import MeterSubject, meter_boards
from leaderboard_app.domain.meter.frozen import FrozenCalibration
from leaderboard_app.domain.meter.manifest import MeterInputs, meter_manifest
from leaderboard_app.domain.meter.pricing import Pricing, PricingRule
from leaderboard_app.domain.meter.task_sets import declared_sets, scored_sets
from leaderboard_app.domain.meter.wordings import source_wordings
from leaderboard_app.domain.publishable import Publishable
from leaderboard_app.domain.resampling import REPLICATES
from leaderboard_app.queries.calibrations import frozen_calibration, latest_calibration
from leaderboard_app.queries.meter import composed
from runs_app.queries import frozen_texts, meter_runs
from tasks_app.domain.price_book import PriceBook
from tasks_app.queries import bundle_spec, meter_tasks, price_book


def inputs(bundle_id: int) -> MeterInputs:
    """What the boards depend on, as it is now; four queries, and one for a price book."""
    frozen = latest_calibration(bundle_id)
    return MeterInputs(
        spec=bundle_spec(bundle_id),
        runs=meter_runs(bundle_id),
        calibration=None if frozen is None else frozen.ref,
        book=_book(frozen),
        wordings=source_wordings(frozen_texts(bundle_id)),
    )


def publishable(bundle_id: int, found: MeterInputs) -> Publishable:
    """The boards that ``found`` give, with their manifest."""
    with collector_paused():
        return _publishable(bundle_id, found)


def _publishable(bundle_id: int, found: MeterInputs) -> Publishable:
    frozen = found.calibration and frozen_calibration(bundle_id, found.calibration["version"])
    attempts = composed(bundle_id, found.runs)
    pricing = Pricing(found.book) if frozen else attempts.usual_pricing(found.book)
    calibration = frozen.calibration if frozen else None
    subject = MeterSubject(
        bundle={"name": found.spec.name, "version": found.spec.version, "ref": found.spec.ref},
        counted=replace(attempts.priced(pricing), wordings=found.wordings),
        pricing=pricing.payload(),
        calibration=calibration,
        calibration_ref=found.calibration,
        sets=scored_sets(declared_sets(meter_tasks(bundle_id).values()), calibration),
        seed=found.seed,
        replicates=REPLICATES,
    )
    boards = meter_boards(subject)
    proof = meter_manifest(
        found, subject.pricing, boards.default_track, boards.payloads, software_version()
    )
    return Publishable(proof, boards.payloads)


def _book(frozen: FrozenCalibration | None) -> PriceBook | None:
    """The book that the calibration fixed; before there is one the newest, which may be used."""
    if frozen is None:
        return price_book()
    if frozen.pricing["rule"] == PricingRule.REPORTED:
        return None
    return price_book(int(frozen.pricing["book"] or 0))
