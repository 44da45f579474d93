"""What a board says of its correction by a human audit."""

from leaderboard_app.domain.payload import LeaderboardPayload
from tasks_app.domain.numbers import rate_text

MOST_PAIRS = 5


def is_corrected(board: LeaderboardPayload) -> bool:
    """Whether an audit corrects any agent; a board older than audits has no such figures."""
    return any(row.get("corrected_audit") for row in board["rows"])


def correction_note(board: LeaderboardPayload) -> str:
    """Whether the order of agents holds under correction, in a sentence; blank without audit."""
    if not is_corrected(board):
        return ""
    order = board["corrected_order"]
    if order["holds"] is None or order["support"] is None:
        return "An audit corrects a single agent, or only equal ones: there is no order to compare."
    support = f"no pair changes places in {rate_text(order['support'])} of the replicates."
    if order["holds"]:
        return f"Corrected by people, agents stand in the same order of Econ; {support}"
    pairs = [f"{worse} passes {better}" for better, worse in order["swapped"]]
    more = f" and {len(pairs) - MOST_PAIRS} more" if len(pairs) > MOST_PAIRS else ""
    named = ", ".join(pairs[:MOST_PAIRS])
    return f"Corrected by people, the order of Econ does not hold: {named}{more}; {support}"
