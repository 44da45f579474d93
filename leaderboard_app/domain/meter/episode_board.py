"""The board ``meter-episodes``: every counted episode of a bundle in compact columns, and back.

Sliders, exports and re-derivations read this board, so that none of them asks for a run again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast

from leaderboard_app.domain.meter.board_head import BoardHead
from leaderboard_app.domain.meter.configuration import Configuration
from leaderboard_app.domain.meter.counted import CountedEpisode, CountedEpisodes
from leaderboard_app.domain.meter.manifest import CalibrationRef
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.meter.wordings import SourceWordings, WordingsPayload
from leaderboard_app.domain.payload import AgentPayload, BundlePayload

INDEXED = {
    "configuration": "configurations",
    "description": "descriptions",
    "task_id": "task_ids",
    "run_id": "run_ids",
    "status": "statuses",
}
"""Columns that hold places in a list of the board, and that list."""


class CountedConfiguration(TypedDict):
    """`repeats`: episodes of each task that are promised, by description; `unpriced_reason`: why
    episodes have no cost, null where all have one."""

    key: str
    model: str
    cli: str
    agent: AgentPayload
    repeats: dict[str, int]
    unpriced_reason: str | None


class EpisodeColumns(TypedDict):
    """One value an episode in each column. The first five are places, from 0, in the lists
    `configurations`, `descriptions`, `task_ids`, `run_ids` and `statuses`; `cost` is USD under the
    pricing of the board, `cost_usd` what the submitter reported. Unknown is null."""

    configuration: list[int]
    description: list[int]
    task_id: list[int]
    run_id: list[int]
    status: list[int]
    repeat: list[int]
    reward: list[float | None]
    cost: list[float | None]
    steps: list[int | None]
    total_tokens: list[int | None]
    input_tokens: list[int | None]
    cached_input_tokens: list[int | None]
    cache_creation_tokens: list[int | None]
    output_tokens: list[int | None]
    cost_usd: list[float | None]


class EpisodesPayload(BoardHead):
    """Every counted episode of a bundle: one board, which spans tracks, sets and conditions."""

    kind: Literal["meter-episodes"]
    task_ids: list[str]
    configurations: list[CountedConfiguration]
    descriptions: list[str]
    wordings: WordingsPayload
    run_ids: list[str]
    statuses: list[str]
    columns: EpisodeColumns


def episodes_board(
    bundle: BundlePayload,
    counted: CountedEpisodes,
    pricing: PricingPayload,
    calibration: CalibrationRef | None,
) -> EpisodesPayload:
    lists = _lists(counted)
    return {
        "kind": "meter-episodes",
        "bundle": bundle,
        "track": "",
        "budget_label": "",
        "task_set": "",
        "condition": "",
        "cost_basis": "usd",
        "pricing": pricing,
        "calibration": calibration,
        "task_ids": lists["task_ids"],
        "configurations": _configurations(counted),
        "descriptions": lists["descriptions"],
        "wordings": counted.wordings.to_json(),
        "run_ids": lists["run_ids"],
        "statuses": lists["statuses"],
        "columns": _columns(counted.episodes, lists),
    }


def counted_of(board: EpisodesPayload) -> CountedEpisodes:
    """The episodes that ``episodes_board`` was given."""
    shown = board["configurations"]
    return CountedEpisodes(
        task_ids=tuple(board["task_ids"]),
        configurations=tuple(
            Configuration(one["key"], one["model"], one["cli"], one["agent"]) for one in shown
        ),
        repeats={
            (place, description): most
            for place, one in enumerate(shown)
            for description, most in one["repeats"].items()
        },
        episodes=tuple(_episodes(board)),
        unpriced={
            place: one["unpriced_reason"]
            for place, one in enumerate(shown)
            if one["unpriced_reason"] is not None
        },
        wordings=SourceWordings.from_json(board["wordings"]),
    )


def _lists(counted: CountedEpisodes) -> dict[str, list[str]]:
    """What the columns hold places in, beside the configurations."""
    return {
        "descriptions": sorted({episode.description for episode in counted.episodes}),
        "run_ids": sorted({episode.run_id for episode in counted.episodes}),
        "statuses": sorted({episode.status for episode in counted.episodes}),
        "task_ids": list(counted.task_ids),
    }


def _configurations(counted: CountedEpisodes) -> list[CountedConfiguration]:
    return [_configuration(counted, place) for place in range(len(counted.configurations))]


def _configuration(counted: CountedEpisodes, place: int) -> CountedConfiguration:
    one = counted.configurations[place]
    return {
        "key": one.key,
        "model": one.model,
        "cli": one.cli,
        "agent": one.agent,
        "repeats": {
            description: most
            for (which, description), most in sorted(counted.repeats.items())
            if which == place
        },
        "unpriced_reason": counted.unpriced.get(place),
    }


def _columns(
    episodes: Sequence[CountedEpisode], lists: Mapping[str, Sequence[str]]
) -> EpisodeColumns:
    columns: dict[str, list[Any]] = {
        name: [episode[place] for episode in episodes]
        for place, name in enumerate(CountedEpisode._fields)
    }
    for name, names in INDEXED.items():
        if names in lists:
            places = {value: place for place, value in enumerate(lists[names])}
            columns[name] = [places[value] for value in columns[name]]
    return cast(EpisodeColumns, columns)


def _episodes(board: EpisodesPayload) -> list[CountedEpisode]:
    whole: Mapping[str, Any] = board
    columns = dict(whole["columns"])
    for name, names in INDEXED.items():
        if name != "configuration":
            columns[name] = [whole[names][place] for place in columns[name]]
    rows = zip(*(columns[name] for name in CountedEpisode._fields), strict=True)
    return [CountedEpisode._make(row) for row in rows]
