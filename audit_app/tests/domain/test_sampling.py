from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit_app.domain.cells import Cell
from audit_app.domain.sampling import (
    FrameUnit,
    allocate,
    choose_overlap,
    draw,
    frame_digest,
    populations,
)
from audit_app.tests.statistics import FOUR_FAMILIES, cell
from runs_app.domain.episode import Verdict

CELLS = [cell(positive, family) for family in FOUR_FAMILIES for positive in (True, False)]
POPULATIONS = st.dictionaries(st.sampled_from(CELLS), st.integers(0, 60), max_size=8)


def frame(sizes, tasks=10):
    """``sizes[cell]`` episodes a cell, spread over ``tasks`` tasks."""
    return [
        FrameUnit(f"{number}-{cell.family}-{cell.verdict}", f"task-{number % tasks}", cell)
        for cell, size in sizes.items()
        for number in range(size)
    ]


def ids(sample):
    return [drawn.unit.episode_id for drawn in sample.drawn]


def test_ninety_six_of_four_families_are_twelve_a_cell():
    assert set(allocate(dict.fromkeys(CELLS, 100), 96).values()) == {12}


def test_the_shortfall_of_a_small_cell_goes_evenly_to_the_others():
    # 30 over cells of 4, 50, 60: 4 and then 26 over two, 13 each.
    sizes = {CELLS[0]: 4, CELLS[1]: 50, CELLS[2]: 60}

    assert allocate(sizes, 30) == {CELLS[0]: 4, CELLS[1]: 13, CELLS[2]: 13}


def test_the_largest_cell_gets_the_odd_one():
    assert allocate({CELLS[0]: 90, CELLS[1]: 50, CELLS[2]: 60}, 10) == {
        CELLS[0]: 4,
        CELLS[1]: 3,
        CELLS[2]: 3,
    }


def test_no_small_stratum_goes_empty():
    """Eight cells of 5 and one of 960, ten to be drawn: each gets one, the large one two."""
    large = Cell("large", Verdict.CORRECT)

    draws = allocate(dict.fromkeys(CELLS, 5) | {large: 960}, 10)

    assert sum(draws.values()) == 10
    assert draws[large] == 2
    assert min(draws.values()) == 1


def test_a_hundred_of_seven_cells_are_a_hundred():
    sizes = {Cell(f"family-{index}", None): 143 for index in range(7)}

    assert sum(allocate(sizes, 100).values()) == 100


@given(POPULATIONS, st.integers(0, 500))
def test_draws_add_up_and_are_as_even_as_populations_allow(sizes, size):
    draws = allocate(sizes, size)

    assert sum(draws.values()) == min(size, sum(sizes.values()))
    assert all(0 <= draws[cell] <= sizes[cell] for cell in sizes)
    unfilled = [draws[cell] for cell in sizes if draws[cell] < sizes[cell]]
    assert max(unfilled, default=0) - min(unfilled, default=0) <= 1
    if unfilled:
        assert max(draws.values()) <= min(unfilled) + 1


@settings(max_examples=50)
@given(POPULATIONS, st.integers(0, 120), st.text(max_size=5), st.randoms())
def test_the_same_seed_gives_the_same_sample_whatever_the_order_of_the_frame(
    sizes, size, seed, random
):
    units = frame(sizes)
    shuffled = random.sample(units, len(units))
    draws = allocate(populations(units), size)

    one, other = draw(units, draws, seed), draw(shuffled, draws, seed)

    assert one == other
    assert Counter(drawn.unit.cell for drawn in one.drawn) == Counter(+Counter(draws))
    assert len(set(ids(one))) == len(one.drawn)


def test_another_seed_gives_another_sample():
    units = frame(dict.fromkeys(CELLS, 50))
    draws = allocate(populations(units), 96)

    assert set(ids(draw(units, draws, "1"))) != set(ids(draw(units, draws, "2")))


def test_the_sample_stores_what_re_derives_it():
    units = frame({CELLS[0]: 40, CELLS[1]: 8})

    sample = draw(units, {CELLS[0]: 10, CELLS[1]: 4}, "seed")

    assert (sample.seed, sample.frame_digest) == ("seed", frame_digest(units))
    assert sample.populations == {CELLS[0]: 40, CELLS[1]: 8}
    found = {drawn.unit.cell: drawn.inclusion_probability for drawn in sample.drawn}
    assert found == {CELLS[0]: 0.25, CELLS[1]: 0.5}


def test_every_episode_is_drawn_as_often_as_its_inclusion_probability_says():
    """7 of 20 under 3,000 seeds: 1,050 times each, give or take four standard errors (105)."""
    units = frame({CELLS[0]: 20}, tasks=6)
    seen = Counter(
        episode for seed in range(3_000) for episode in ids(draw(units, {CELLS[0]: 7}, str(seed)))
    )

    assert len(seen) == 20
    assert all(abs(times - 1_050) < 105 for times in seen.values())


@given(st.integers(1, 60), st.integers(1, 12), st.text(max_size=3))
def test_answers_of_one_task_are_spread(size, tasks, seed):
    """A task with m of N episodes gives m n / N of the n drawn, rounded up or down."""
    units = frame({CELLS[0]: 60}, tasks)
    held = Counter(unit.task_id for unit in units)

    taken = Counter(drawn.unit.task_id for drawn in draw(units, {CELLS[0]: size}, seed).drawn)

    for task, count in held.items():
        assert abs(taken[task] - count * size / 60) < 1


def test_equal_answers_of_one_task_are_spread():
    """Two answers, five episodes each: two drawn are one of each."""
    units = [FrameUnit(str(n), "task", CELLS[0], f"answer {n % 2}") for n in range(10)]

    for seed in "abcdefgh":
        drawn = draw(units, {CELLS[0]: 2}, seed).drawn
        assert {item.unit.answer_key for item in drawn} == {"answer 0", "answer 1"}


def test_the_serving_order_mixes_cells():
    sample = draw(frame(dict.fromkeys(CELLS, 50)), allocate(dict.fromkeys(CELLS, 50), 96), "seed")

    assert len({drawn.unit.cell for drawn in sample.drawn[:24]}) > 5


def test_too_much_or_twice_the_same_is_refused():
    units = frame({CELLS[0]: 3})

    with pytest.raises(ValueError, match="More is to be drawn"):
        draw(units, {CELLS[0]: 4}, "seed")
    with pytest.raises(ValueError, match="twice"):
        draw([units[0], units[0]], {CELLS[0]: 1}, "seed")


def test_the_frame_digest_tells_every_change_but_that_of_order():
    units = frame({CELLS[0]: 3, CELLS[1]: 2})
    moved = [units[0]._replace(cell=CELLS[1]), *units[1:]]

    assert frame_digest(units) == frame_digest(reversed(units))
    assert len({frame_digest(units), frame_digest(units[1:]), frame_digest(moved)}) == 3


def test_the_overlap_is_a_share_of_each_cell_rounded_up():
    sample = draw(frame({CELLS[0]: 40, CELLS[1]: 8}), {CELLS[0]: 10, CELLS[1]: 4}, "seed")

    chosen = choose_overlap(sample, 0.25)

    cells = Counter(drawn.unit.cell for drawn in sample.drawn if drawn.unit.episode_id in chosen)
    assert cells == {CELLS[0]: 3, CELLS[1]: 1}
    assert choose_overlap(replace(sample, drawn=sample.drawn[::-1]), 0.25) == chosen
    assert choose_overlap(sample, 0) == frozenset()
    assert choose_overlap(sample, 1) == frozenset(ids(sample))


def test_a_fifth_of_thirty_five_is_seven():
    """In floating point 35 * 0.2 is a little more than 7."""
    sample = draw(frame({CELLS[0]: 40}), {CELLS[0]: 35}, "seed")

    assert len(choose_overlap(sample, 0.2)) == 7


def test_a_realism_review_has_cells_without_a_verdict():
    units = [FrameUnit(str(n), f"task-{n}", Cell("stop_loss", None)) for n in range(10)]

    assert len(draw(units, allocate(populations(units), 4), "seed").drawn) == 4
