from audit_app.domain.expectation import expectation
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


def width(quantity):
    return quantity.high - quantity.low
