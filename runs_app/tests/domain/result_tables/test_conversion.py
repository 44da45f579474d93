"""Tables as episodes: what they hold, what is wrong in them, what they leave unknown."""

import pytest

from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.result_tables.account import passes_sentence, unknown_sentences
from runs_app.domain.result_tables.fields import ResultField as Field
from runs_app.tests.result_tables import conversion, csv, problems
from tasks_app.domain.errors import Refused


def records(data: bytes, **constants):
    return list(conversion(data, **constants).records())


def test_each_row_is_an_episode_of_its_configuration():
    first, second, third = records(csv())
    assert (first.agent, first.task_id, first.reward) == ("model-a x cli-x", "m00", 1)
    assert (second.cost_usd, second.usage.total_tokens, second.step_count) == (0.25, 2000, 8)
    assert (third.reward, third.cost_usd, third.usage, third.step_count) == (0.5, None, None, None)
    assert {record.description for record in (first, second, third)} == {"original"}


def test_the_configurations_are_counted_with_passes_and_unknowns():
    checked = conversion(csv()).checked()
    assert [passes_sentence(tally) for tally in checked.configurations.values()] == [
        "model-a x cli-x: 1 of 2 passed.",
        "model-b x cli-x: 0 of 1 passed.",
    ]
    assert list(unknown_sentences(checked)) == [
        "Cost unknown: 1 of 3 episodes.",
        "Tokens unknown: 1 of 3 episodes.",
        "Steps unknown: 1 of 3 episodes.",
    ]


def test_a_constant_is_the_value_of_every_row():
    data = csv("m00,1", "m01,0", header="task,reward")
    found = records(data, **{Field.MODEL: "m", Field.CLI: "c"})
    assert [record.agent for record in found] == ["m x c", "m x c"]


def test_a_cost_of_zero_beside_work_is_unknown_unless_it_is_said_to_be_zero():
    data = csv("m00,m,c,1,0,,", "m01,m,c,,0,,")
    # The second row has no verdict, tokens or steps: nothing was done that must have cost.
    assert [record.cost_usd for record in records(data)] == [None, 0]
    told = conversion(data)
    assert "Cost of 0 beside work, taken as unknown: 1 of 2 episodes." in list(
        unknown_sentences(told.checked())
    )


def test_a_verdict_that_is_null_is_ungraded_and_not_failed():
    data = b'[{"task": "m00", "passed": null}, {"task": "m01", "passed": false}]'
    found = conversion(data, **{Field.MODEL: "m", Field.CLI: "c"})
    assert [record.reward for record in found.records()] == [None, 0]
    [tally] = found.checked().configurations.values()
    assert (tally.episodes, tally.graded, tally.passes) == (2, 1, 0)
    assert passes_sentence(tally) == "m x c: 0 of 2 passed, 1 not graded."


def test_repeats_count_from_what_the_table_calls_the_first():
    data = csv("m00,m,c,1,0", "m00,m,c,0,1", header="task,model,cli,reward,trial")
    assert [record.repeat for record in records(data)] == [1, 2]
    assert conversion(data).checked().repeats == 2


def test_cached_tokens_are_added_to_those_of_a_table_that_counts_them_apart():
    header = "task,model,cli,reward,input_tokens,cached_tokens,output_tokens"
    data = csv("m00,m,c,1,10,90,5", header=header)
    assert problems(conversion(data)) == [
        (
            2,
            "input_tokens",
            "There are fewer input tokens than cached ones, which are part of them.",
        )
    ]
    base = conversion(data)
    apart = base.mapping.__class__(base.mapping.columns, cached_apart=True)
    [record] = conversion(data, apart).records()
    assert (record.usage.input_tokens, record.usage.cached_input_tokens) == (100, 90)


def test_a_status_tells_what_ended_the_episode():
    data = csv("m00,m,c,,agent_timeout", header="task,model,cli,reward,episode_status")
    [record] = records(data)
    assert record.status is EpisodeStatus.AGENT_TIMEOUT


def test_every_problem_is_named_by_row_and_column():
    data = csv(
        "m00,model-a,cli-x,1.5,0.5,1000,4",
        "m99,model-a,cli-x,1,-1,1000,half",
        "m01,,cli-x,1,0.5,1000,4",
        "m02,model-a",
    )
    # A reward of 1.5 would make the guess drop the column, so it is told.
    mapping = conversion(csv()).mapping
    assert problems(conversion(data, mapping)) == [
        (2, "reward", '"1.5" is not between 0 and 1.'),
        (3, "cost_usd", '"-1" is not between 0 and 1e+12.'),
        (3, "steps", '"half" is no number.'),
        (3, "task_id", 'meter@1 has no task "m99".'),
        (4, "model", "There is no model."),
        (5, "", "It has 2 fields, the header has 7."),
    ]


def test_the_same_task_twice_for_one_configuration_is_named():
    data = csv("m00,m,c,1,,,", "m00,m,d,1,,,", "m00,m,c,0,,,")
    assert problems(conversion(data)) == [
        (4, "", 'Task "m00" is there already, for the same configuration.')
    ]


def test_two_configurations_that_read_alike_are_named():
    data = csv("m00,a x b,c,1,,,", "m01,a,b x c,1,,,")
    assert problems(conversion(data)) == [
        (3, "", 'Two configurations are both called "a x b x c".')
    ]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("generic", []),
        ("made-up", ['meter@1 has no description "made-up" of this task.']),
    ],
)
def test_a_description_has_to_be_one_that_the_bundle_knows(description, expected):
    data = csv(f"m00,m,c,1,{description}", header="task,model,cli,reward,wording")
    mapping = conversion(data).mapping.changed({Field.DESCRIPTION: "wording"}, {})
    assert [message for *_, message in problems(conversion(data, mapping))] == expected


def test_problems_are_all_counted_and_the_first_listed():
    data = csv(*(f"none{n},m,c,1,,," for n in range(300)))
    checked = conversion(data).checked()
    assert (checked.problem_count, len(checked.problems), checked.rows) == (300, 200, 300)


def test_a_mapping_that_does_not_fit_the_table_is_refused_at_once():
    with pytest.raises(Refused, match="Nothing tells the model"):
        conversion(b"task,reward\nm00,1\n")
