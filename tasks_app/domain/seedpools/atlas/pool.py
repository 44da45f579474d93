"""The atlas as a seed pool: its rows under a salt, and what a bundle says of its source."""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tasks_app.domain.canonical import digest, salted_order
from tasks_app.domain.seedpools.atlas import false_premises, hops, packages, tables
from tasks_app.domain.seedpools.atlas.drafts import (
    DATASET,
    Candidate,
    Draft,
    finished,
    is_sound,
)
from tasks_app.domain.seedpools.seed_row import SeedRow, Shape

COUNTS = {
    Shape.TWO_HOP: 320,
    Shape.MULTI_HOP: 80,
    Shape.TABLE: 24,
    Shape.FALSE_PREMISE: 60,
    Shape.FROZEN: 48,
    Shape.TIER: 400,
}
"""Rows made of each shape: more than a bundle of the paper's counts takes from the atlas."""


def seed_rows(salt: str) -> tuple[SeedRow, ...]:
    """The rows that ``salt`` selects; what a row says does not depend on the salt."""
    return tuple(finished(draft) for draft in _drafts(salt))


def atlas_source(rows: Sequence[SeedRow] = ()) -> dict[str, Any]:
    """What a manifest says of this pool: packages with versions instead of a file's address.

    ``sha256`` stands for that of a pool's file: the digest of package versions and rows.
    """
    versions = packages.versions()
    return {
        "name": DATASET,
        "url": "",
        "licence": packages.LICENCE,
        "packages": versions,
        "rows": len(rows),
        "sha256": digest({"packages": versions, "rows": sorted(row.raw_sha256 for row in rows)}),
    }


def _drafts(salt: str) -> Iterator[Draft]:
    """Half of the tier rows and of the frozen ones take one fact, the other half two."""
    joined = _ordered([*hops.country_two_hops(), *hops.capital_two_hops()], salt)
    middle = len(joined) // 2
    yield from _sound(joined[:middle], COUNTS[Shape.TWO_HOP])
    for draft in _sound(joined[middle:], COUNTS[Shape.TIER] // 2):
        yield dataclasses.replace(draft, shape=Shape.TIER)
    yield from _sound(_ordered(hops.single_hops(), salt), COUNTS[Shape.TIER] // 2)
    yield from _sound(_ordered(hops.three_hops(), salt), COUNTS[Shape.MULTI_HOP])
    yield from _sound(_ordered(tables.neighbour_tables(), salt), COUNTS[Shape.TABLE])
    yield from _sound(_ordered(tables.record_lookups(), salt), COUNTS[Shape.FROZEN] // 2)
    yield from _sound(_ordered(tables.record_joins(), salt), COUNTS[Shape.FROZEN] // 2)
    yield from _sound(_ordered(false_premises.candidates(), salt), COUNTS[Shape.FALSE_PREMISE])


def _ordered(candidates: Iterable[Candidate], salt: str) -> list[Candidate]:
    return salted_order(candidates, f"atlas {salt}", lambda candidate: candidate[0])


def _sound(candidates: Iterable[Candidate], count: int) -> Iterator[Draft]:
    """The first ``count`` candidates whose draft is sound; the others are never drafted."""
    for _, draft_of in candidates:
        if count == 0:
            return
        draft = draft_of()
        if is_sound(draft):
            count -= 1
            yield draft
