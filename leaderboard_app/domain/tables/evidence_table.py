"""The attempts behind one row of a board: what each number of it was counted from."""

from collections.abc import Callable, Mapping

from leaderboard_app.domain.scored import ScoredEpisode
from leaderboard_app.domain.tables.headers import metric_header
from tasks_app.domain.cells import amount_cell, code_cell, mark_cell, text_cell, unknown_cell
from tasks_app.domain.families import FAMILY_TITLES
from tasks_app.domain.table import Cell, HeaderCell, Row, Table

OUTCOMES: Mapping[str, tuple[str, Callable[[ScoredEpisode], bool]]] = {
    "strict": ("Strict success", lambda episode: episode.is_strict),
    "lenient": ("Right, whatever was spent", lambda episode: episode.is_lenient),
    "feasible": ("Within budget", lambda episode: episode.is_feasible),
    "selection": ("Failed: selection", lambda episode: episode.failure_stage == "selection"),
    "execution": ("Failed: execution", lambda episode: episode.failure_stage == "execution"),
    "budget": ("Failed: over budget", lambda episode: episode.failure_stage == "budget"),
    "abstained": ("Abstained", lambda episode: episode.is_abstention),
    "research": ("With composite research", lambda episode: episode.is_composite),
    "missing": ("Missing", lambda episode: episode.missing is not None),
}
"""What the episodes behind a number have in common: key in the URL -> (title, test)."""

UNKNOWN_REASON = "The episode is missing: absent, an infrastructure error, or not judged yet."


def evidence_table(
    episodes: tuple[ScoredEpisode, ...], href_of: Callable[[ScoredEpisode], str]
) -> Table:
    return Table(
        key="episodes",
        caption="The attempts that count",
        header=(
            HeaderCell("task", "Task"),
            HeaderCell("family", "Family"),
            metric_header("units"),
            metric_header("budget"),
            HeaderCell("within", "In budget", numeric=True),
            metric_header("grounded"),
            metric_header("correct"),
            HeaderCell("strict", "Strict", "Right, resting on evidence and in budget.", True),
            HeaderCell("stage", "Failure stage"),
        ),
        rows=tuple(_row(episode, href_of(episode)) for episode in episodes),
        empty="No attempt of this row has this outcome.",
    )


def _row(episode: ScoredEpisode, href: str) -> Row:
    known = episode.missing is None
    reason = "" if known else UNKNOWN_REASON
    return Row(
        (
            code_cell(episode.task_id, href=href),
            text_cell(FAMILY_TITLES[episode.family]),
            amount_cell(episode.units, reason or "The cost of this attempt is unknown."),
            amount_cell(episode.budget, "There is no cap."),
            mark_cell(episode.within_budget if known else None, reason),
            mark_cell(episode.grounded if known else None, reason),
            mark_cell(episode.correct, reason),
            mark_cell(episode.is_strict if known else None, reason),
            _stage_cell(episode),
        )
    )


def _stage_cell(episode: ScoredEpisode) -> Cell:
    if episode.missing is not None:
        return text_cell(f"missing: {episode.missing}")
    if episode.failure_stage is None:
        return unknown_cell("A strict success has no failure stage.")
    return text_cell(episode.failure_stage)
