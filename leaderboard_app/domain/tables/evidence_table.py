"""The attempts behind one row of a board: what each number of it was counted from."""

from collections.abc import Callable, Mapping

from leaderboard_app.domain.scored import ScoredEpisode
from leaderboard_app.domain.tables.headers import metric_header
from runs_app.domain.scoring import FailureStage
from tasks_app.domain.cells import amount_cell, code_cell, mark_cell, text_cell, unknown_cell
from tasks_app.domain.families import FAMILY_TITLES
from tasks_app.domain.table import Cell, HeaderCell, Row, Table

Test = Callable[[ScoredEpisode], bool]


def _failed_at(stage: FailureStage) -> Test:
    return lambda episode: episode.missing is None and episode.failure_stage == stage


OUTCOMES: Mapping[str, tuple[str, Test]] = {
    "scored": ("Scored", lambda episode: episode.missing is None),
    "strict": ("Strict success", lambda episode: episode.is_strict),
    "lenient": ("Right, whatever was spent", lambda episode: episode.is_lenient),
    "feasible": ("Within budget", lambda episode: episode.is_feasible),
    "over": ("Over budget", lambda episode: episode.is_over_budget),
    "abstained": ("Abstained", lambda episode: episode.is_abstention),
    "research": ("With composite research", lambda episode: episode.is_composite),
    "no-step": ("Without a step", lambda episode: episode.is_without_step),
    "selection": ("Failed: selection", _failed_at(FailureStage.SELECTION)),
    "execution": ("Failed: execution", _failed_at(FailureStage.EXECUTION)),
    "budget": ("Failed: right, but over budget", _failed_at(FailureStage.BUDGET)),
    "missing": ("Missing", lambda episode: episode.missing is not None),
}
"""What the episodes behind a number have in common: key in the URL -> (title, test)."""

UNKNOWN_REASON = "The episode is missing: absent, an infrastructure error, or not judged yet."
HEADER = (
    HeaderCell("task", "Task"),
    HeaderCell("family", "Family"),
    metric_header("units", "Cost"),
    metric_header("budget"),
    HeaderCell("within", "In budget", "Whether the cost is at most the budget.", numeric=True),
    metric_header("grounded"),
    metric_header("correct"),
    HeaderCell("strict", "Strict", "Right, resting on evidence and in budget.", numeric=True),
    HeaderCell("stage", "Failure stage"),
)


def evidence_table(
    episodes: tuple[ScoredEpisode, ...], href_of: Callable[[ScoredEpisode], str]
) -> Table:
    """One line an attempt; ``href_of`` gives its page, "" for one that is absent."""
    return Table(
        key="episodes",
        caption="The attempts that count",
        header=HEADER,
        rows=tuple(_row(episode, href_of(episode)) for episode in episodes),
        empty="No attempt of this row is like that.",
    )


def _row(episode: ScoredEpisode, href: str) -> Row:
    known = episode.missing is None
    reason = "" if known else UNKNOWN_REASON
    return Row(
        (
            code_cell(episode.task_id, href=href),
            text_cell(FAMILY_TITLES[episode.family]),
            amount_cell(episode.units, reason or "The cost of this attempt is unknown."),
            amount_cell(episode.budget, reason or "There is no cap."),
            mark_cell(episode.within_budget if known else None, reason),
            mark_cell(episode.grounded if known else None, reason),
            mark_cell(episode.correct if known else None, reason),
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
