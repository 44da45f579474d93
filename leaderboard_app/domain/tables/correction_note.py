"""What a board says of its correction by a human audit."""

from leaderboard_app.domain.corrections import NO_AUDIT
from leaderboard_app.domain.payload import LeaderboardPayload
from tasks_app.domain.numbers import rate_text

MOST_PAIRS = 5


def is_corrected(board: LeaderboardPayload) -> bool:
    """Whether an audit corrects any agent; a board older than audits has no such figures."""
    return any(row.get("corrected_audit") for row in board["rows"])


def correction_note(board: LeaderboardPayload) -> str:
    """Whether the order of agents holds under correction, or why no audit corrects any of them;
    blank without audit."""
    if not is_corrected(board):
        return _why_not(board)
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


def _why_not(board: LeaderboardPayload) -> str:
    """The reasons that stand in the rows, each once."""
    found = (row["corrected"].get("reason") for row in board["rows"] if "corrected" in row)
    reasons = [why for why in dict.fromkeys(found) if why and why != NO_AUDIT]
    more = f" And {len(reasons) - MOST_PAIRS} more reasons." if len(reasons) > MOST_PAIRS else ""
    said = " ".join(reasons[:MOST_PAIRS])
    return f"No row is corrected by people. {said}{more}" if reasons else ""
