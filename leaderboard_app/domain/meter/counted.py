"""The counted episodes of a bundle, priced: what its grids, sliders and exports are made from.

Published as one compact board of columns, from which every other board can be computed again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from leaderboard_app.domain.meter.composition import MeterComposition, MeterOutcome, Slot
from leaderboard_app.domain.meter.configuration import (
    Configuration,
    configurations,
)
from leaderboard_app.domain.meter.episodes import MeterCell, MeterEpisodes, meter_episodes
from leaderboard_app.domain.meter.pricing import Pricing
from leaderboard_app.domain.meter.wordings import NO_WORDINGS, SourceWordings
from leaderboard_app.domain.rows import BoardAgent
from runs_app.domain.episode import Track
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.price_book import Cost

ORIGINAL = "original"


class CountedEpisode(NamedTuple):
    """One episode that counts, or an attempt that is missing for its ``status`` or verdict.

    ``configuration`` is a place in the list of configurations; ``cost`` is USD under the pricing
    of the grids, ``reported_usd`` what the submitter says. Unknown is None.
    """

    configuration: int
    description: str
    task_id: str
    repeat: int
    run_id: str
    status: str
    reward: float | None
    cost: float | None
    steps: int | None
    total_tokens: int | None
    input_tokens: int | None
    cached_input_tokens: int | None
    cache_creation_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None


@dataclass(frozen=True)
class CountedEpisodes:
    """``configurations`` of all tracks; ``repeats`` and ``unpriced`` by (place, description) and
    place: how many episodes of a task are promised, and why episodes have no cost; ``wordings``:
    which tasks have a description of which source."""

    task_ids: tuple[str, ...]
    configurations: tuple[Configuration, ...]
    repeats: Mapping[tuple[int, str], int]
    episodes: tuple[CountedEpisode, ...]
    unpriced: Mapping[int, str]
    wordings: SourceWordings = NO_WORDINGS

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        present = {one.agent["track"] for one in self.configurations}
        return tuple(track for track in Track if track.value in present)

    @cached_property
    def descriptions(self) -> tuple[str, ...]:
        return tuple(sorted({description for _, description in self.repeats}))

    def under(self, description: str, track: Track) -> MeterEpisodes:
        """What the configurations of a track did with the tasks in one wording."""
        return self._columns(lambda _: description, track, {})

    def under_own(self, track: Track) -> MeterEpisodes:
        """What each configuration did under the description made from its own trajectories."""
        return self._columns(source_key, track, {})

    def reference(self) -> MeterEpisodes:
        """What a calibration rests on: every track, with the original descriptions."""
        keys = {
            place: f"{one.agent['track']}: {one.key}"
            for place, one in enumerate(self.configurations)
        }
        return self._columns(lambda _: ORIGINAL, None, keys)

    def repriced(self, pricing: Pricing) -> "CountedEpisodes":
        """The same episodes with their cost under another pricing."""
        costs = [pricing.of_model(one.model) for one in self.configurations]
        priced = [(episode, costs[episode.configuration](episode)) for episode in self.episodes]
        return replace(
            self,
            episodes=tuple(episode._replace(cost=cost.value) for episode, cost in priced),
            unpriced=_reasons(priced),
        )

    def _columns(
        self,
        description_of: Callable[[Configuration], str],
        track: Track | None,
        keys: Mapping[int, str],
    ) -> MeterEpisodes:
        wanted = {place: description_of(one) for place, one in enumerate(self.configurations)}
        promised = {place: self._promised(place, text) for place, text in wanted.items()}
        chosen = {
            place: replace(one, key=keys.get(place, one.key))
            for place, one in enumerate(self.configurations)
            if promised[place] and track in (None, Track(one.agent["track"]))
        }
        cells = (
            _cell(episode, chosen[episode.configuration].key)
            for episode in self.episodes
            if episode.configuration in chosen
            and episode.repeat <= promised[episode.configuration]
            and episode.description
            == self.wordings.given(wanted[episode.configuration], episode.task_id)
        )
        repeats = {one.key: promised[place] for place, one in chosen.items()}
        return meter_episodes(tuple(chosen.values()), self.task_ids, repeats, cells)

    def _promised(self, place: int, description: str) -> int:
        """Episodes of each task under a description; 0 where there was no run. A source for
        which the original was kept needs none: those of the original stand for it."""
        stands_in = ORIGINAL if description in self.wordings.kept else description
        usual = self.repeats.get((place, stands_in), 0)
        return self.repeats.get((place, description), usual)


def source_key(one: Configuration) -> str:
    """The source that a configuration is, whoever owns it: its model and CLI."""
    return configuration_key(one.agent["model"], one.agent["scaffold"])


def counted_episodes(
    composition: MeterComposition, task_ids: Sequence[str], pricing: Pricing
) -> CountedEpisodes:
    """The counting attempts of a bundle, each with its cost under ``pricing``."""
    found = tuple(_by_track(composition.agents))
    place = {one.agent["id"]: index for index, one in enumerate(found)}
    costs = [pricing.of_model(one.model) for one in found]
    priced = []
    for slot, outcome in composition.counting:
        index = place[slot.agent_id]
        cost = costs[index](outcome)
        priced.append((_counted(index, slot, outcome, cost.value), cost))
    repeats = {(place[agent], text): most for (agent, text), most in composition.repeats.items()}
    episodes = tuple(episode for episode, _ in priced)
    return CountedEpisodes(tuple(task_ids), found, repeats, episodes, _reasons(priced))


def _reasons(priced: Iterable[tuple[CountedEpisode, Cost]]) -> dict[int, str]:
    """Why episodes that count have no cost, by configuration: the first reason of each."""
    found: dict[int, str] = {}
    for episode, cost in priced:
        if cost.reason and episode.reward is not None:
            found.setdefault(episode.configuration, cost.reason)
    return found


def _by_track(agents: Iterable[BoardAgent]) -> Iterator[Configuration]:
    """Keys are unique within a track: rows of two tracks never share a grid."""
    every = list(agents)
    for track in Track:
        yield from configurations(agent for agent in every if agent.spec.track is track)


def _counted(place: int, slot: Slot, outcome: MeterOutcome, cost: float | None) -> CountedEpisode:
    return CountedEpisode(
        configuration=place,
        description=slot.description,
        task_id=slot.task_id,
        repeat=slot.repeat,
        run_id=str(outcome.run_id),
        status=outcome.status,
        reward=outcome.reward,
        cost=cost,
        steps=outcome.step_count,
        total_tokens=outcome.total_tokens,
        input_tokens=outcome.input_tokens,
        cached_input_tokens=outcome.cached_input_tokens,
        cache_creation_tokens=outcome.cache_creation_tokens,
        output_tokens=outcome.output_tokens,
        cost_usd=outcome.cost_usd,
    )


def _cell(episode: CountedEpisode, key: str) -> MeterCell:
    return MeterCell(
        configuration=key,
        task_id=episode.task_id,
        repeat=episode.repeat,
        reward=episode.reward,
        cost=episode.cost,
        tokens=episode.total_tokens,
        steps=episode.steps,
        run_id=episode.run_id,
        status=episode.status,
    )
