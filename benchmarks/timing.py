"""How long something takes."""

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The best of some runs: what it takes where nothing else disturbs."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return min(took)
