"""How the episodes of a run are listed: sorted, filtered and shown by its bundle's kind."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import QueryDict

from runs_app import episode_tables, meter_episode_tables
from runs_app.models import Episode, Run
from runs_app.run_filters import EPISODE_PARAMS, METER_EPISODE_PARAMS
from tasks_app.domain.table import Table
from tasks_app.web.keyset import Listing, ListPage
from tasks_app.web.params import Param
from tasks_app.web.sorting import list_state


@dataclass(frozen=True)
class EpisodeList:
    """``listed`` adds to episodes what ``listing`` sorts by and ``table`` shows."""

    params: tuple[Param, ...]
    listing: Listing
    listed: Callable[[QuerySet[Episode]], QuerySet[Episode]]
    table: Callable[[ListPage[Episode], str], Table]

    def query(self, query: QueryDict) -> str:
        """The list's filters and order in the URL, for links that come back to it."""
        names = [param.name for param in self.params]
        return list_state(query, self.listing.table_key, names)


ECONOMIC = EpisodeList(
    EPISODE_PARAMS, episode_tables.LISTING, episode_tables.listed, episode_tables.episode_table
)
METERED = EpisodeList(
    METER_EPISODE_PARAMS,
    meter_episode_tables.LISTING,
    meter_episode_tables.listed,
    meter_episode_tables.episode_table,
)


def episode_list(run: Run) -> EpisodeList:
    return METERED if run.is_metered else ECONOMIC


def listed(episodes: QuerySet[Episode]) -> QuerySet[Episode]:
    """Episodes of runs of either kind, with what their list sorts by."""
    return METERED.listed(ECONOMIC.listed(episodes))
