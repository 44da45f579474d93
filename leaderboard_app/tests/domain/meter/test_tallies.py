from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.tallies import tallies
from leaderboard_app.tests.domain.meter.grids import cell, episodes

A = "a x c"


def tally(*cells, repeats=1, tasks=()):
    return tallies(episodes(cells, repeats, tasks))[0]


def test_a_pass_is_a_reward_of_1():
    found = tally(cell(A, "t1", 1.0), cell(A, "t2", 0.99), cell(A, "t3", 0.0))

    assert found.passes == Rate(1, 3, "No episode counts.")
    assert found.mean_reward == Number(0.663333333333, 3)


def test_what_failed_is_paid_for_by_the_passes():
    # 3 USD and 3,000 tokens for two passes.
    found = tally(cell(A, "t1"), cell(A, "t2"), cell(A, "t3", 0.0))

    assert found.usd_per_pass == Number(1.5, 2)
    assert found.tokens_per_pass == Number(1500, 2)
    assert (found.total_usd, found.total_tokens) == (Number(3, 3), Number(3000, 3))


def test_without_a_pass_there_is_no_cost_of_one():
    assert tally(cell(A, "t1", 0.5)).usd_per_pass == Number(None, 0, "There is no pass.")


def test_unknown_tokens_are_not_0_tokens():
    found = tally(cell(A, "t1"), cell(A, "t2", tokens=None))

    assert found.total_tokens == Number(None, 2, "Tokens of 1 of 2 episodes are unknown.")
    assert found.tokens_per_pass.reason == found.total_tokens.reason
    assert found.usd_per_pass.value == 1


def test_what_is_missing_is_counted_by_its_cause():
    found = tally(
        cell(A, "t1"),
        cell(A, "t1", None, repeat=2),
        cell(A, "t2", status="infrastructure_error"),
        repeats=2,
        tasks=("t1", "t2"),
    )

    assert found.missing == {"absent": 1, "infrastructure": 1, "ungraded": 1}
    assert found.coverage == Rate(1, 4)
    assert found.passes.denominator == 1


def test_nothing_at_all_has_reasons():
    found = tally(cell(A, "t1", None))

    assert found.passes.value is None
    assert found.mean_reward.reason == found.total_usd.reason == "No episode counts."


def test_at_most_five_tasks_stand_for_those_without_a_price():
    found = tally(*(cell(A, f"t{place}", cost=None) for place in range(7)))

    assert (found.unpriced, found.examples) == (7, ("t0", "t1", "t2", "t3", "t4"))
