from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.standings import clis_by_model, leaders, ranks_by_criterion
from leaderboard_app.tests.domain.meter.grids import (
    cell,
    episodes,
    vector_episodes,
    without_price,
)

TASKS = ("t1", "t2", "t3")
STRONG, THRIFTY, TERSE = "m x strong", "m x thrifty", "n x terse"


def three_leaders(*extra):
    """STRONG passes all for 9 USD each; THRIFTY two of three for 1 USD each; TERSE one of three
    for 3 USD with hardly any token. Budgets of the easy and the medium stratum lie below 9 USD."""
    figures = {
        STRONG: ((1, 1, 1), 9.0, 5000),
        THRIFTY: ((1, 1, 0.5), 1.0, 4000),
        TERSE: ((1, 0, 0), 3.0, 10),
    }
    return episodes(
        [
            cell(key, task, reward, cost=cost, tokens=tokens)
            for key, (rewards, cost, tokens) in figures.items()
            for task, reward in zip(TASKS, rewards, strict=True)
        ]
        + list(extra)
    )


def scored(found):
    return scores(found, calibrate(found))


def by_criterion(found):
    return {one["criterion"]: one for one in leaders(scored(found))}


def test_each_criterion_has_its_own_leader():
    found = by_criterion(three_leaders())

    assert found["passes"] == {"criterion": "passes", "keys": [STRONG], "value": 1.0}
    # THRIFTY: 3 USD over 2 passes; TERSE: 9 USD over 1; STRONG: 9 USD a pass.
    assert found["usd_per_pass"] == {"criterion": "usd_per_pass", "keys": [THRIFTY], "value": 1.5}
    assert found["tokens_per_pass"]["keys"] == [TERSE]
    assert found["tokens_per_pass"]["value"] == 30
    assert found["ams"]["keys"] == [THRIFTY]


def test_places_by_criterion_cross():
    found = ranks_by_criterion(scored(three_leaders()))

    assert found["passes"] == {STRONG: 1, THRIFTY: 2, TERSE: 3}
    assert found["tokens_per_pass"] == {TERSE: 1, STRONG: 2, THRIFTY: 3}
    # 9 USD a pass both.
    assert found["usd_per_pass"] == {THRIFTY: 1, STRONG: 2, TERSE: 2}


def test_an_incomplete_configuration_leads_nothing():
    found = three_leaders(cell("o x gap", "t1", tokens=1, cost=0.01))

    assert {key for one in leaders(scored(found)) for key in one["keys"]} == {
        STRONG,
        THRIFTY,
        TERSE,
    }
    assert "o x gap" not in ranks_by_criterion(scored(found))["passes"]


def test_without_a_price_one_still_stands_by_passes():
    found = without_price(three_leaders(), STRONG)
    score = scores(found, calibrate(three_leaders()))

    assert ranks_by_criterion(score)["passes"][STRONG] == 1
    assert STRONG not in ranks_by_criterion(score)["ams"]
    assert leaders(score)[0]["keys"] == [THRIFTY]


def test_before_a_calibration_nobody_leads_by_ams():
    found = leaders(scores(three_leaders(), None))

    assert found[0] == {"criterion": "ams", "keys": [], "value": None}


def test_the_best_and_the_worst_cli_of_each_model():
    found = {one["model"]: one for one in clis_by_model(scored(vector_episodes()))}

    # Golden AMS: 0.734 in cli-y, 0.563 in cli-x.
    assert found["model-c"] == {
        "model": "model-c",
        "best": {"cli": "cli-y", "ams": 0.734},
        "worst": {"cli": "cli-x", "ams": 0.563},
        "spread": 0.171,
    }


def test_a_model_with_one_cli_has_no_spread():
    found = {one["model"]: one for one in clis_by_model(scored(three_leaders()))}

    assert found["n"]["best"]["cli"] == "terse"
    assert (found["n"]["worst"], found["n"]["spread"]) == (None, None)
