"""What a meter bundle's boards and calibrations are computed from, as it is now."""

from collections.abc import Sequence
from typing import NamedTuple

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.composition import MeterComposition, compose
from leaderboard_app.domain.meter.cost_distributions import cost_distributions
from leaderboard_app.domain.meter.counted import ORIGINAL, CountedEpisodes, counted_episodes
from leaderboard_app.domain.meter.frozen import CalibrationDraft, reference_runs
from leaderboard_app.domain.meter.pricing import Pricing, PricingRule, usual_pricing
from leaderboard_app.domain.meter.task_sets import declared_sets
from runs_app.queries import MeterRun, meter_outcomes, meter_runs
from tasks_app.domain.errors import Conflict
from tasks_app.domain.meter_task import TaskSet
from tasks_app.domain.price_book import PriceBook
from tasks_app.queries import meter_tasks, price_book


class Composed(NamedTuple):
    """The attempts that count, and the tasks that they are of, in bundle order."""

    task_ids: tuple[str, ...]
    composition: MeterComposition

    def priced(self, pricing: Pricing) -> CountedEpisodes:
        return counted_episodes(self.composition, self.task_ids, pricing)

    def usual_pricing(self, newest: PriceBook | None) -> Pricing:
        """How its original episodes are priced where nobody chose."""
        model = {agent.id: agent.spec.model for agent in self.composition.agents}
        return usual_pricing(
            (
                (model[slot.agent_id], outcome)
                for slot, outcome in self.composition.counting
                if slot.description == ORIGINAL and outcome.reward is not None
            ),
            newest,
        )


def composed(bundle_id: int, runs: Sequence[MeterRun]) -> Composed:
    """The attempts of ``runs`` that count; two queries."""
    outcomes = meter_outcomes([run.run_id for run in runs])
    return Composed(tuple(meter_tasks(bundle_id)), compose(runs, outcomes))


def calibration_draft(bundle_id: int, rule: PricingRule | None = None) -> CalibrationDraft:
    """The calibration of a bundle as it would be frozen now; nothing is stored.

    Rests on the public scored runs under the original descriptions, over the full set. Raises
    Refused with every reason, or Conflict where there is no price book to price by.
    """
    runs = [run for run in meter_runs(bundle_id) if run.description == ORIGINAL]
    found = composed(bundle_id, runs)
    pricing = _pricing(found, rule)
    full = declared_sets(meter_tasks(bundle_id).values())[TaskSet.FULL]
    reference = found.priced(pricing).reference().select(tasks=full)
    calibration = calibrate(reference)
    return CalibrationDraft(
        calibration=calibration,
        pricing=pricing.payload(),
        reference=reference_runs(runs),
        costs=cost_distributions(reference, calibration.stratum_of),
    )


def _pricing(found: Composed, rule: PricingRule | None) -> Pricing:
    if rule is PricingRule.REPORTED:
        return Pricing()
    newest = price_book()
    if rule is None:
        return found.usual_pricing(newest)
    if newest is None:
        raise Conflict("There is no price book yet to price by; a maintainer can fill one.")
    return Pricing(newest)
