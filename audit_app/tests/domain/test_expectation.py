from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.cells import Cell
from audit_app.domain.expectation import expectation, realism_expectation, shared_out
from audit_app.domain.sampling import allocate
from audit_app.tests.statistics import FOUR_FAMILIES, cell

POPULATIONS = {cell(p, family): 100 for family in FOUR_FAMILIES for p in (True, False)}


def test_ninety_six_items_promise_an_interval_before_anybody_labels():
    # Eleven of twelve in each cell confirm the verdict: 88 of 96, as in the paper.
    found = expectation(POPULATIONS, allocate(POPULATIONS, 96), 11 / 12)

    assert found.sample.table == ((44, 4), (4, 44))
    assert round(found.sample.percent.low, 3) == 0.844
    assert found.population.human_rate.se > 0


def test_more_items_promise_a_narrower_interval():
    small, large = (expectation(POPULATIONS, allocate(POPULATIONS, n)) for n in (40, 400))

    assert width(large.sample.kappa) < width(small.sample.kappa)
    assert width(large.population.human_rate) < width(small.population.human_rate)


def test_a_cell_that_gets_nothing_promises_nothing_of_the_population():
    found = expectation(POPULATIONS, allocate(POPULATIONS, 3))

    assert found.population.human_rate.value is None
    assert "no label in 5 of 8 cells" in found.population.human_rate.reason


def test_cells_too_small_to_be_rounded_still_hold_their_share_of_contradictions():
    # 16 items in eight cells of two: 9 in 10 of each would be 1.8, rounded 2 of 2 everywhere, a
    # kappa of 1 and no interval. Of all 16 they are 14.4: 14 confirm the verdict.
    draws = allocate(POPULATIONS, 16)
    found = expectation(POPULATIONS, draws)

    assert set(draws.values()) == {2}
    assert (found.sample.percent.numerator, found.sample.percent.denominator) == (14, 16)
    assert found.sample.kappa.value < 1
    assert found.population.human_rate.se > 0


@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=8),
    st.floats(0, 1, allow_nan=False),
)
def test_what_is_shared_out_adds_up_and_fits_into_each_cell(drawn, assumed):
    draws = {Cell(f"family {number}", None): count for number, count in enumerate(drawn)}
    shared = shared_out(draws, assumed)

    assert sum(shared.values()) == round(sum(drawn) * assumed)
    assert all(0 <= shared[cell] <= count for cell, count in draws.items())


def test_a_review_of_45_of_304_tasks_covers_14_8_percent():
    # Eight families of 38 tasks; 5 or 6 are drawn of each. Of 45 tasks 9 in 10 are 40.5, of which
    # whole ones are found realistic: 40, the even number.
    tasks = {Cell(f"family {number}", None): 38 for number in range(8)}
    found = realism_expectation(tasks, allocate(tasks, 45))

    assert (found.coverage.numerator, found.coverage.denominator) == (45, 304)
    assert round(100 * found.coverage.value, 1) == 14.8
    assert (found.realistic.numerator, found.realistic.denominator) == (40, 45)
    assert found.rate.low < found.rate.value < found.rate.high


def width(quantity):
    return quantity.high - quantity.low
