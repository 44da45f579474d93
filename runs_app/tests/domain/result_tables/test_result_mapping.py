"""Mappings: what is lacking is said, and what is kept comes back."""

import pytest

from runs_app.domain.result_tables.fields import ResultField as Field
from runs_app.domain.result_tables.result_mapping import (
    ResultMapping,
    mapping_from_json,
    mapping_problems,
)
from tasks_app.domain.errors import Refused

WHOLE = ResultMapping(
    {Field.TASK: "t", Field.PASSED: "ok"}, {Field.MODEL: "m", Field.CLI: "c"}, first_repeat=0
)


def messages(mapping: ResultMapping, columns=("t", "ok", "r")) -> list[str]:
    return [problem.message for problem in mapping_problems(mapping, columns)]


def test_a_whole_mapping_has_no_problem():
    assert messages(WHOLE) == []


def test_everything_that_is_lacking_is_named():
    assert messages(ResultMapping({})) == [
        "Nothing tells the task.",
        "Nothing tells the model.",
        "Nothing tells the CLI.",
        "Either the reward or whether it passed has to be told, and not both.",
    ]


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        (WHOLE.changed({Field.REWARD: "r"}, {}), "and not both"),
        (WHOLE.changed({Field.COST_USD: "z"}, {}), 'There is no column "z" for the cost.'),
        (WHOLE.changed({}, {Field.COST_USD: "1"}), "The cost cannot be the same for all rows."),
        (
            ResultMapping({**WHOLE.columns, Field.MODEL: "r"}, WHOLE.constants),
            "The model has a column and a value for all rows.",
        ),
    ],
)
def test_what_does_not_go_together_is_named(mapping, message):
    assert message in " ".join(messages(mapping))


def test_a_changed_field_gives_up_what_told_it_before():
    changed = WHOLE.changed({Field.MODEL: "r"}, {Field.TASK: ""})
    assert changed.columns == {Field.PASSED: "ok", Field.MODEL: "r"}
    assert changed.constants == {Field.CLI: "c"}


def test_a_mapping_comes_back_from_what_is_kept_of_it():
    assert mapping_from_json(WHOLE.to_json()) == WHOLE
    assert mapping_from_json(WHOLE.to_json()).digest == WHOLE.digest


@pytest.mark.parametrize(
    "value", [None, [], {"columns": {"colour": "x"}}, {"first_repeat": 2}, {"more": 1}]
)
def test_what_is_no_mapping_is_refused(value):
    with pytest.raises(Refused, match="mapping is wrong"):
        mapping_from_json(value)
