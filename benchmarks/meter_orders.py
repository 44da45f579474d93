"""How fast orders of configurations are compared: Core among random subsets, and moved sliders.

    .venv/bin/python -m benchmarks.meter_orders

Prints seconds and the goals; the slider does all that the site does for one but read the request.
"""

from benchmarks.meter import MOVED, SLIDER_GOAL, USUAL, made_episodes, report, title
from benchmarks.timing import seconds
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.core_agreement import (
    SUBSETS,
    full_order,
    permutations,
    smaller_sizes,
    subset_agreement,
)
from leaderboard_app.domain.meter.core_board import SIZE_SUBSETS
from leaderboard_app.domain.meter.sensitivity import SensitivityBase
from leaderboard_app.domain.meter.sensitivity_payload import sensitivity_payload
from leaderboard_app.domain.meter.task_sets import core_selection

SUBSETS_GOAL = 1.0  # seconds


def main() -> None:
    episodes = made_episodes(*USUAL)
    calibration = calibrate(episodes)
    order = full_order(episodes, calibration)
    core = core_selection(calibration)
    subsets = seconds(lambda: subset_agreement(order, core, permutations(order, seed=1)))
    report(f"{title(USUAL)}, Core among {SUBSETS} random subsets", subsets, SUBSETS_GOAL)
    sizes = smaller_sizes(calibration)
    fewer = permutations(order, 1, SIZE_SUBSETS)
    chooser = seconds(
        lambda: [subset_agreement(order, core_selection(calibration, k), fewer) for k in sizes]
    )
    print(f"  {len(sizes)} smaller cores among {SIZE_SUBSETS} each: {chooser:.3f} s")
    base = SensitivityBase(calibration, episodes, episodes, {}, ())
    slider = seconds(lambda: sensitivity_payload(base, MOVED))
    report(f"{title(USUAL)}, a slider moved: calibration, AMS, changes", slider, SLIDER_GOAL)


if __name__ == "__main__":
    main()
