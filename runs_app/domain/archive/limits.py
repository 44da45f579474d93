"""What an archive may be at most; measured while reading, never believed from its headers."""

from dataclasses import dataclass

MIB = 1024**2


@dataclass(frozen=True)
class Limits:
    """Counts and bytes. ``expansion`` is expanded bytes per byte of the uploaded file.

    ``header_bytes`` bounds what an archive's own headers (directory, long names) may hold;
    ``steps`` and ``attempts`` bound one episode and the attempts at one task.
    """

    members: int = 10_000
    expansion: int = 200
    expanded_bytes: int = 4 * 1024 * MIB
    line_bytes: int = 8 * MIB
    manifest_bytes: int = 4 * MIB
    header_bytes: int = 4 * MIB


LIMITS = Limits()
STEPS_OF_AN_EPISODE = 10_000
ATTEMPTS_AT_A_TASK = 1_000
AGENTS_OF_AN_ARCHIVE = 200
REPEATS_OF_AN_ARCHIVE = 100
RUNS_OF_AN_ARCHIVE = 5_000
MOST_STEPS_COUNTED = 10**9
"""Of an episode whose steps are only counted, not listed."""

LARGEST_AMOUNT = 1e12
DEEPEST_NESTING = 32
