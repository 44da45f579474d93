"""The tables of the episodes of meter bundles: reward, tokens, USD, steps and time, no ledger."""

from django.db.models import BigIntegerField, Case, F, FloatField, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.urls import reverse

from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.measures import counted_reward, passed
from runs_app.episode_tables import NOT_REPORTED, USAGE_WORDS
from runs_app.models import Episode
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    dollars_cell,
    mark_cell,
    score_cell,
    text_cell,
)
from tasks_app.domain.table import HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

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
