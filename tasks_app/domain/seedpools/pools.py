"""Which pools there are and how each is read."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tasks_app.domain.seedpools.atlas.pool import atlas_source, seed_rows
from tasks_app.domain.seedpools.gaia import read_gaia
from tasks_app.domain.seedpools.hotpotqa import read_hotpotqa
from tasks_app.domain.seedpools.musique import read_musique
from tasks_app.domain.seedpools.seed_file import PoolOrigin, SeedFile
from tasks_app.domain.seedpools.squad2 import read_squad2

READERS: Mapping[str, Callable[[Path], SeedFile]] = {
    "gaia": read_gaia,
    "hotpotqa": read_hotpotqa,
    "musique": read_musique,
    "squad2": read_squad2,
}
"""Pools that users bring, by the name that ``--pool NAME=FILE`` calls them."""


def atlas(salt: str) -> SeedFile:
    """The pool that is made here and is always at hand."""
    rows = seed_rows(salt)
    source = atlas_source(rows)
    origin = PoolOrigin(source["name"], source["url"], source["licence"], source["packages"])
    return SeedFile(origin, source["sha256"], rows)
