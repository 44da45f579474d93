"""What columns are taken for by their names."""

import pytest

from runs_app.domain.result_tables.fields import ResultField
from runs_app.domain.result_tables.guessing import guessed_mapping
from tasks_app.domain.foreign_tables import open_table


def guess(data: bytes):
    table = open_table(data)
    return guessed_mapping(table.columns, table.rows())


def columns(data: bytes) -> dict[str, str]:
    return {field.value: name for field, name in guess(data).columns.items()}


def test_usual_names_are_known_in_any_dress():
    data = b"Task ID,Model,Agent,Resolved,Total Cost,n_turns,duration_seconds\n1,m,c,yes,1,2,3\n"
    assert columns(data) == {
        "task": "Task ID",
        "model": "Model",
        "cli": "Agent",
        "passed": "Resolved",
        "cost_usd": "Total Cost",
        "steps": "n_turns",
        "seconds": "duration_seconds",
    }


def test_the_parts_of_usage_are_found_where_they_are_nested():
    data = b'[{"id": 1, "usage": {"prompt_tokens": 3, "completion_tokens": 4}}]'
    assert columns(data) == {
        "task": "id",
        "input_tokens": "usage.prompt_tokens",
        "output_tokens": "usage.completion_tokens",
    }


def test_the_cost_of_somebody_else_is_not_taken_for_the_agents():
    assert "cost_usd" not in columns(b'[{"task_id": 1, "info": {"user_cost": 0.1}}]')


def test_a_text_called_description_is_not_the_name_of_a_wording():
    assert "description" not in columns(b"task,description\n1,Sum it up\n")


@pytest.mark.parametrize(
    ("scores", "field"), [(b"0.5\n1\n", ResultField.REWARD), (b"88\n12\n", ResultField.PASSED)]
)
def test_a_score_over_one_is_no_reward(scores, field):
    rows = b"".join(
        b"t,%d,%s,true\n" % (n, score) for n, score in enumerate(scores.split(), start=1)
    )
    found = guess(b"task,n,score,passed\n" + rows).columns
    assert field in found
    assert len({ResultField.REWARD, ResultField.PASSED} & found.keys()) == 1


@pytest.mark.parametrize(("trials", "first"), [("012", 0), ("123", 1), ("abc", 1)])
def test_the_first_repeat_is_what_the_table_calls_it(trials, first):
    data = "task,trial\n" + "".join(f"t,{trial}\n" for trial in trials)
    assert guess(data.encode()).first_repeat == first
