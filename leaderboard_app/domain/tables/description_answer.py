"""Whether the ranking survives rewording, in a sentence or two."""

from collections.abc import Sequence

from leaderboard_app.domain.meter.descriptions_payload import (
    AdaptedPayload,
    ConditionPayload,
    MeterDescriptionsPayload,
)
from leaderboard_app.domain.meter.grid_conditions import CONDITION_TITLES, Condition
from leaderboard_app.domain.payload import RatePayload
from tasks_app.domain.numbers import SPACE, count_text, rate_text


def survival_sentence(board: MeterDescriptionsPayload) -> str:
    """The answer of the page; blank where no two conditions can be compared."""
    original, *others = board["conditions"]
    compared = [one for one in others if one["largest_shift"]["value"] is not None]
    if not compared or not original["leaders"]:
        return ""
    moved = [one for one in compared if one["largest_shift"]["value"]]
    lost = [one for one in moved if _is_lost(board, original["leaders"], one)]
    n = max(one["largest_shift"]["n"] for one in compared)
    return f"{_verdict(original, moved, lost, n)}{_assignments(board)}"


def _is_lost(
    board: MeterDescriptionsPayload, leaders: Sequence[str], one: ConditionPayload
) -> bool:
    """Whether others are first under a condition that a leader under Original has a place in."""
    rows = {row["key"]: row for row in board["rows"]}
    known = [key for key in leaders if rows[key]["conditions"][one["condition"]]["place"]]
    return bool(known) and one["leaders"] != leaders


def assignments_sentence(adapted: AdaptedPayload) -> str:
    """How wordings are drawn, and how often several configurations are first."""
    drawn = (
        "Each task gets the wording of one source at random, the same for everybody; this is done "
        f"{count_text(adapted['assignments'])} times."
    )
    shared = adapted["shared"]["numerator"]
    return f"{drawn} In {count_text(shared)} of them several are first." if shared else drawn


def effective_sentence(board: MeterDescriptionsPayload) -> str:
    """How often descriptions helped others and their own source; blank where nothing can be
    compared."""
    others, own = board["effective"]["others"], board["effective"]["own"]
    parts = [
        f"{words} on {_of(rate)} tasks"
        for words, rate in (
            ("made from another configuration's work it was effective", others),
            ("made from its own", own),
        )
        if rate["value"] is not None
    ]
    return f"Where a description replaced the original, {'; '.join(parts)}." if parts else ""


def _of(rate: RatePayload) -> str:
    return f"{count_text(rate['numerator'] or 0)} of {count_text(rate['denominator'] or 0)}"


def _verdict(
    original: ConditionPayload,
    moved: Sequence[ConditionPayload],
    lost: Sequence[ConditionPayload],
    n: int,
) -> str:
    among = f"of the {n} configurations that tried other wordings"
    first = joined(original["leaders"])
    if lost:
        firsts = joined(list(dict.fromkeys(joined(one["leaders"]) for one in lost)))
        return f"No: {among}, {first} is first under Original, but {firsts} under {_titles(lost)}."
    if moved:
        return (
            f"In part: {among}, {first} is first wherever it has a place, but others change places "
            f"under {_titles(moved)}."
        )
    return f"Yes: the order {among} is the same under every condition, and {first} is first."


def _assignments(board: MeterDescriptionsPayload) -> str:
    """What random wordings do; blank where none can be drawn."""
    adapted = board["adapted"]
    if adapted is None or adapted["same_order"]["value"] is None:
        return ""
    share = rate_text(adapted["same_order"]["value"])
    return (
        f" With a random source for each task the whole order stays as it is in {share} of "
        f"{count_text(adapted['assignments'])}{SPACE}draws."
    )


def _titles(conditions: Sequence[ConditionPayload]) -> str:
    return joined([CONDITION_TITLES[Condition(one["condition"])] for one in conditions])


def joined(names: Sequence[str]) -> str:
    """``a``; ``a and b``; ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
