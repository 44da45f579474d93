"""Whether the order of agents by the judge's Econ holds once the judge is corrected (ours)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from audit_app.domain.correction import Correction
from audit_app.domain.kappa import Floats


@dataclass(frozen=True)
class CorrectedOrder:
    """``swapped``: pairs that the judge puts in the other order than people would, the judge's
    better one first. ``support``: share of bootstrap replicates without any swapped pair.

    ``holds`` is None, with a ``reason``, where there are no two agents to be put in an order.
    """

    holds: bool | None
    swapped: tuple[tuple[str, str], ...] = ()
    support: float | None = None
    reason: str = ""


def corrected_order(
    judged: Mapping[str, float], corrected: Mapping[str, Correction]
) -> CorrectedOrder:
    """Compare the order of agents by judged Econ with that by corrected Econ; ties swap nothing."""
    known = [name for name in judged if _is_known(corrected.get(name))]
    pairs = [
        (first, second) if judged[first] > judged[second] else (second, first)
        for first, second in combinations(sorted(known), 2)
        if judged[first] != judged[second]
    ]
    if not pairs:
        return CorrectedOrder(None, reason="undefined: no two agents with different scores")
    values = {name: corrected[name].econ.value or 0.0 for name in known}
    swapped = tuple(pair for pair in pairs if values[pair[0]] < values[pair[1]])
    kept = np.all(
        [_replicates(corrected, a) >= _replicates(corrected, b) for a, b in pairs], axis=0
    )
    return CorrectedOrder(not swapped, swapped, float(np.mean(kept)))


def _is_known(found: Correction | None) -> bool:
    return found is not None and found.replicates is not None


def _replicates(corrected: Mapping[str, Correction], name: str) -> Floats:
    return np.asarray(corrected[name].replicates)
