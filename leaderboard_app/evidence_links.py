"""Links from the numbers of a board to the episodes behind them."""

from functools import cache
from urllib.parse import urlencode

from django.urls import reverse

from leaderboard_app.board_choice import SnapshotChoice
from leaderboard_app.domain.tables.headers import EvidenceHref


def evidence_href(choice: SnapshotChoice) -> EvidenceHref:
    """Links to the episodes behind a number, bound to the snapshot that shows it.

    A board has a thousand of them made of a few parts, so each part is written once.
    """
    fixed = choice.fixed_query

    @cache
    def address(agent_id: int) -> str:
        return f"{reverse(choice.evidence_route, args=[agent_id])}?{fixed}"

    @cache
    def filtered(filters: tuple[tuple[str, str], ...]) -> str:
        return f"&{urlencode(filters)}" if filters else ""

    def href(agent_id: int, **filters: str) -> str:
        return address(agent_id) + filtered(tuple(filters.items()))

    return href
