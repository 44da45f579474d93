import json
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from leaderboard_app.domain.meter.episode_board import counted_of, episodes_board
from leaderboard_app.domain.meter.grid_conditions import EPISODES_OF, Condition
from leaderboard_app.domain.meter.pricing import Pricing
from leaderboard_app.domain.meter.wordings import SourceWordings, source_wordings
from leaderboard_app.tests.domain.meter.wordings_grids import (
    KEYS,
    REPEATS,
    TASKS,
    WORDINGS,
    counted,
    of_sources,
)
from runs_app.domain.episode import Track


@dataclass(frozen=True)
class Text:
    task_id: str
    source: str
    candidate_id: UUID | None = None
    is_declared: bool = False


def test_only_a_frozen_text_without_a_candidate_is_the_original_kept():
    found = source_wordings(
        [
            Text("t0", "a", is_declared=True),
            Text("t1", "a", candidate_id=UUID(int=1)),
            Text("t2", "a"),
            Text("t2", "b", candidate_id=UUID(int=2)),
        ]
    )
    assert found.tasks == {"a": {"t0", "t1", "t2"}, "b": {"t2"}}
    assert found.kept == {"a": {"t2"}}
    assert [found.given("a", task) for task in ("t0", "t1", "t2")] == ["a", "a", "original"]
    assert found.given("b", "t2") == "b"
    assert found.given("generic", "t2") == "generic"


def test_wordings_come_back_from_json_whatever_their_order():
    again = SourceWordings.from_json(json.loads(json.dumps(WORDINGS.to_json())))
    assert again == WORDINGS
    backwards = SourceWordings(dict(reversed(WORDINGS.tasks.items())), WORDINGS.kept)
    assert backwards.to_json() == WORDINGS.to_json()


def test_the_board_of_episodes_keeps_which_wordings_there_are():
    bundle = {"name": "b", "version": "1", "ref": "b@1"}
    board = episodes_board(bundle, counted(), Pricing().payload(), None)
    assert counted_of(json.loads(json.dumps(board))) == counted()


def test_self_holds_the_sources_and_for_a_kept_task_the_original_episodes():
    own = EPISODES_OF[Condition.SELF](counted(), Track.IMPORTED)
    original = counted().under("original", Track.IMPORTED)
    under_b = counted().under(KEYS[1], Track.IMPORTED)

    assert own.keys == KEYS[:2]  # model-c is no source
    assert np.array_equal(own.reward[1, 0], original.reward[1, 0])
    assert np.array_equal(own.reward[1, 1:], under_b.reward[1, 1:])
    assert own.complete.all()


def test_a_source_for_which_everything_was_kept_needs_no_run():
    """Nobody runs the same text twice."""
    found = of_sources(counted(), KEYS[:1])
    kept = SourceWordings(found.wordings.tasks, {KEYS[0]: frozenset(TASKS)})
    without = {name: most for name, most in found.repeats.items() if name[1] != KEYS[0]}
    bare = type(found)(
        TASKS,
        found.configurations,
        without,
        tuple(e for e in found.episodes if e.description != KEYS[0]),
        {},
        kept,
    )
    own = bare.under_own(Track.IMPORTED).select(configurations=KEYS[:1])
    assert own.repeats == (REPEATS,)
    assert np.array_equal(own.reward, bare.under("original", Track.IMPORTED).reward[:1])
