"""Published grids as payloads, for the tests of what shows them."""

from collections.abc import Sequence
from typing import Any

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import MeterCell, MeterEpisodes
from leaderboard_app.domain.meter.grid import GridFrame, grid_payload
from leaderboard_app.domain.meter.payload import AgentMeterPayload
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes

KEYS = ("model-a x cli-x", "model-a x cli-y", "model-b x cli-x")


def golden_calibration() -> Calibration:
    return calibrate(vector_episodes())


def payload_of(
    found: MeterEpisodes, calibration: Calibration | None = None, **unpriced: str
) -> AgentMeterPayload:
    """The grid of some episodes; without a calibration it is that of a bundle not calibrated."""
    frame = GridFrame(
        bundle={"name": "made", "version": "1", "ref": "made@1"},
        track="imported",
        task_set="full",
        condition="original",
        pricing={"rule": "reported", "book": None, "book_digest": None},
        calibration=calibration,
        calibration_ref=calibration and {"version": 1, "digest": calibration.digest},
        unpriced=unpriced,
    )
    return grid_payload(frame, found, seed=5, replicates=200)


def golden_payload() -> AgentMeterPayload:
    """Six configurations on thirty tasks: two CLIs of three models."""
    return payload_of(vector_episodes(), golden_calibration())


def three_by_three(**changes: Any) -> list[MeterCell]:
    """Three configurations that pass the three tasks t1 (easy) to t3 (hard), each dearer and
    wordier than the one before; ``changes`` hold of the last of them."""
    return [
        cell(
            key,
            f"t{task}",
            **(
                {"cost": float(task * (place + 1)), "tokens": 1000 * task * (place + 1)}
                | (changes if key == KEYS[-1] else {})
            ),
        )
        for place, key in enumerate(KEYS)
        for task in (1, 2, 3)
    ]


def small_payload(cells: Sequence[MeterCell] | None = None) -> AgentMeterPayload:
    """The grid of ``cells`` (those above), scored by the calibration of those above."""
    whole = episodes(three_by_three())
    return payload_of(
        episodes(cells if cells is not None else three_by_three(), tasks=whole.task_ids),
        calibrate(whole),
    )


def uncalibrated_payload() -> AgentMeterPayload:
    return payload_of(episodes(three_by_three()))
