"""The tables of runs over meter bundles: reward, tokens, USD, steps and time, nothing priced."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import BigIntegerField, Case, F, FloatField, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.urls import reverse

from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.measures import counted_reward, passed
from runs_app.episode_tables import NOT_REPORTED, USAGE_WORDS
from runs_app.models import Episode, Run
from runs_app.queries.meter_summaries import MeterTally, Total
from runs_app.run_tables import run_note, status_cell
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    dollars_cell,
    mark_cell,
    score_cell,
    share_cell,
    text_cell,
    time_cell,
    unknown_cell,
)
from tasks_app.domain.numbers import fraction_text
from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

RUN_LISTING = Listing(
    "runs",
    {
        "agent": "agent__name",
        "description": "description",
        "repeat": "repeat",
        "bundle": "bundle__name",
        "status": "status",
        "created": "created_at",
    },
    default=Order("created", descending=True),
)
LISTING = Listing(
    "episodes",
    {
        "task": "task_id",
        "attempt": "attempt",
        "status": "status",
        "reward": "counted",
        "tokens": "tokens",
        "usd": "cost_usd",
        "steps": "step_count",
        "seconds": "seconds",
    },
    default=Order("task"),
)
PASSED = "Tasks with a reward of 1, of those that are graded."


def run_table(page: ListPage[Run], tallies: Mapping[UUID, MeterTally]) -> Table:
    """One row a run over a meter bundle."""
    header = (
        HeaderCell("agent", "Agent"),
        HeaderCell("passed", "Passed", PASSED, numeric=True, sortable=False),
        HeaderCell("reward", "Mean reward", "0 to 1.", numeric=True, sortable=False),
        HeaderCell("tokens", "Tokens", "In all.", numeric=True, sortable=False),
        HeaderCell("usd", "USD", "In all, as reported.", numeric=True, sortable=False),
        HeaderCell("description", "Description", "The wording that the agent was given."),
        HeaderCell("repeat", "Repeat", numeric=True),
        HeaderCell("bundle", "Bundle"),
        HeaderCell("status", "Status"),
        HeaderCell("created", "Begun (UTC)"),
    )
    rows = tuple(_run_row(run, tallies.get(run.pk, MeterTally())) for run in page.rows)
    empty = "No run is like that. Change the filters, or upload an archive."
    return Table("runs", "Runs", header, rows, empty=empty, order=page.order, is_page=True)


def _run_row(run: Run, tally: MeterTally) -> Row:
    href = reverse("run-detail", args=[run.pk])
    cells = (
        Cell(run.agent.name, run.agent.name, href=href, note=run_note(run)),
        passed_cell(tally),
        score_cell(tally.mean_reward, "Nothing is graded."),
        _total_cell(tally.tokens, tally),
        _usd_cell(tally.usd, tally),
        text_cell(run.description),
        count_cell(run.repeat),
        code_cell(str(run.bundle), reverse("bundle-detail", args=[str(run.bundle)])),
        status_cell(run),
        time_cell(run.created_at),
    )
    return Row(cells)


def passed_cell(tally: MeterTally) -> Cell:
    """Tasks passed of those graded, said so where it stands among strict successes."""
    cell = share_cell(tally.passed, tally.graded, "Nothing is graded.")
    return replace(cell, note=f"{cell.note} passed") if cell.note else cell


def score_table(run: Run, tally: MeterTally) -> Table:
    """What a run's episodes come to, a row a measure."""
    header = (
        HeaderCell("measure", "Measure"),
        HeaderCell("total", "In all", numeric=True),
        HeaderCell("mean", "Mean", "Of the tasks for which it is known.", numeric=True),
        HeaderCell("per_pass", "For each pass", "In all, over the tasks passed.", numeric=True),
        HeaderCell("known", "Known for", "Tasks whose latest attempt tells it.", numeric=True),
    )
    reward = Row(
        (
            text_cell("Reward", _episodes_href(run)),
            score_cell(tally.reward),
            score_cell(tally.mean_reward, "Nothing is graded."),
            unknown_cell("A reward is no cost."),
            _known_cell(tally.graded, tally),
        )
    )
    measures = (
        ("Tokens", tally.tokens, amount_cell),
        ("USD", tally.usd, dollars_cell),
        ("Steps", tally.steps, amount_cell),
        ("Wall time, seconds", tally.seconds, amount_cell),
    )
    rows = (_measure_row(words, total, tally, cell) for words, total, cell in measures)
    note = f"{tally.passed} of {tally.graded} graded tasks passed (reward 1)."
    return Table("measures", "Measures", header, (reward, *rows), note=note)


def _measure_row(words: str, total: Total, tally: MeterTally, cell: Callable[..., Cell]) -> Row:
    incomplete = _incomplete(total, tally)
    mean = total.total / total.known if total.known else None
    per_pass = total.total / tally.passed if tally.passed and not incomplete else None
    cells = (
        text_cell(words),
        cell(None if incomplete else total.total, incomplete),
        cell(mean, NOT_REPORTED),
        cell(per_pass, incomplete or "Nothing is passed."),
        _known_cell(total.known, tally),
    )
    return Row(cells)


def _incomplete(total: Total, tally: MeterTally) -> str:
    """Why a sum over all tasks is not known; empty where it is."""
    if total.known == tally.attempted and tally.attempted:
        return ""
    return f"Known for {total.known} of {tally.attempted} tasks only."


def _known_cell(known: int, tally: MeterTally) -> Cell:
    return Cell(fraction_text(known, tally.attempted), known)


def _total_cell(total: Total, tally: MeterTally) -> Cell:
    incomplete = _incomplete(total, tally)
    return amount_cell(None if incomplete else total.total, incomplete)


def _usd_cell(total: Total, tally: MeterTally) -> Cell:
    incomplete = _incomplete(total, tally)
    return dollars_cell(None if incomplete else total.total, incomplete)


def listed(episodes: QuerySet[Episode]) -> QuerySet[Episode]:
    """The episodes with what the list shows and sorts by: ``tokens`` in all, and the reward that
    ``counted``."""
    told = {
        name: Cast(KeyTextTransform(name, "usage"), BigIntegerField())
        for name in ("total_tokens", "input_tokens", "output_tokens")
    }
    return episodes.annotate(
        tokens=Coalesce(told["total_tokens"], told["input_tokens"] + told["output_tokens"]),
        counted=Case(
            When(status=EpisodeStatus.INFRASTRUCTURE_ERROR, then=None),
            When(status=EpisodeStatus.COMPLETED, then=F("reward")),
            default=Coalesce(F("reward"), Value(0.0)),
            output_field=FloatField(),
        ),
    )


def episode_table(page: ListPage[Episode], query: str) -> Table:
    """One row an episode; its link keeps the list's ``query`` for going to the next one."""
    header = (
        HeaderCell("task", "Episode", "The task's id."),
        HeaderCell("attempt", "Attempt", numeric=True),
        HeaderCell("status", "Status", "How the attempt ended."),
        HeaderCell("passed", "Passed", "Whether the reward is 1.", sortable=False),
        HeaderCell("reward", "Reward", "0 to 1.", numeric=True),
        HeaderCell("tokens", "Tokens", numeric=True),
        HeaderCell("usd", "USD", "As reported.", numeric=True),
        HeaderCell("steps", "Steps", numeric=True),
        HeaderCell("seconds", "Seconds", "Wall time.", numeric=True),
    )
    rows = tuple(_episode_row(episode, query) for episode in page.rows)
    empty = "No episode is like that."
    return Table("episodes", "Episodes", header, rows, empty=empty, order=page.order, is_page=True)


def _episode_row(episode: Episode, query: str) -> Row:
    suffix = f"?{query}" if query else ""
    counted = counted_reward(episode.status, episode.reward)
    tokens: int | None = episode.tokens  # type: ignore[attr-defined] - annotated by listed
    cells = (
        code_cell(episode.task_id, reverse("episode-detail", args=[episode.pk]) + suffix),
        count_cell(episode.attempt),
        text_cell(episode.status.replace("_", " ")),
        mark_cell(passed(episode.status, episode.reward), missing_words(episode)),
        score_cell(counted, missing_words(episode)),
        amount_cell(tokens, NOT_REPORTED),
        dollars_cell(episode.cost_usd, NOT_REPORTED),
        amount_cell(episode.step_count, NOT_REPORTED),
        amount_cell(episode.seconds, NOT_REPORTED),
    )
    return Row(cells, css="is-unranked" if counted is None else "")


def usage_table(episode: Episode) -> Table:
    """Tokens, money, steps and time as the agent's record reports them; unknown is not 0."""
    header = (HeaderCell("what", "What"), HeaderCell("amount", "Amount", numeric=True))
    usage = episode.usage or {}
    tokens: int | None = episode.tokens  # type: ignore[attr-defined] - annotated by listed
    measures = {
        "Tokens in all": amount_cell(tokens, NOT_REPORTED),
        **{w: amount_cell(usage.get(name), NOT_REPORTED) for name, w in USAGE_WORDS.items()},
        "Cost reported, USD": dollars_cell(episode.cost_usd, NOT_REPORTED),
        "Steps": amount_cell(episode.step_count, NOT_REPORTED),
        "Wall time, seconds": amount_cell(episode.seconds, NOT_REPORTED),
    }
    rows = tuple(Row((text_cell(words), cell)) for words, cell in measures.items())
    told = usage.get("total_tokens") is not None or tokens is None
    note = "" if told else "Tokens in all are those of input and output."
    return Table("usage", "What it took", header, rows, note=note)


def missing_words(episode: Episode) -> str:
    """Why an episode has no reward that counts."""
    if episode.status == EpisodeStatus.INFRASTRUCTURE_ERROR:
        return "The infrastructure failed, not the agent; the task counts as missing."
    return "Ungraded: nobody gave it a reward; the task counts as missing."


def _episodes_href(run: Run, **filters: str) -> str:
    query = f"?{urlencode(filters)}" if filters else ""
    return f"{reverse('run-detail', args=[run.pk])}{query}#episodes"
