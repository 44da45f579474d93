"""The synthetic episodes as archives, written as anybody's would be."""

from collections.abc import Iterator

from runs_app.domain.archive.writer import ArchiveOf, write_archive
from runs_app.domain.synthetic.grid import (
    REPEATS,
    description_records,
    grid_records,
    source_agents,
    synthetic_agents,
)
from tasks_app.domain.bundle_spec import Bundle

ABOUT = "Synthetic: drawn at random from a seed. No agent was run, and no model is like that."


def grid_archive(bundle: Bundle) -> Iterator[bytes]:
    """The grid under the original descriptions, in pieces of a zip."""
    about = ArchiveOf(
        title="Synthetic grid: 7 models in 4 CLIs",
        agents=tuple(agent.spec for agent in synthetic_agents()),
        bundle=bundle.spec,
        repeats=REPEATS,
        description=ABOUT,
    )
    return write_archive(about, grid_records(bundle.meter_tasks))


def description_archive(bundle: Bundle) -> Iterator[bytes]:
    """Four configurations under other descriptions, in pieces of a zip."""
    about = ArchiveOf(
        title="Synthetic descriptions: 4 configurations under 5 wordings",
        agents=tuple(agent.spec for agent in source_agents()),
        bundle=bundle.spec,
        repeats=REPEATS,
        description=ABOUT,
    )
    return write_archive(about, description_records(bundle.meter_tasks))


ARCHIVES = {
    "synthetic-grid.zip": grid_archive,
    "synthetic-descriptions.zip": description_archive,
}
