"""Strict values: whatever is not declared is refused by name, all problems at once."""

import pytest
from django.http import QueryDict
from rest_framework import serializers

from tasks_app.domain.families import Family
from tasks_app.web.api_params import Choice, Flag, PageParameters, Parameters, Strict, order_choice


class Sample(PageParameters):
    family = Choice(Family, required=False)
    order = order_choice("-created", "name")


class Body(Strict):
    name = serializers.CharField(max_length=5)
    dry_run = Flag(default="false")


def read(query):
    return Sample.read(QueryDict(query))


def problems(call, *args):
    with pytest.raises(serializers.ValidationError) as refusal:
        call(*args)
    return {name: [str(m) for m in messages] for name, messages in refusal.value.detail.items()}


def test_defaults_hold_where_nothing_is_given():
    assert read("") == {"page_size": 50, "order": "-created"}


def test_every_problem_is_named_at_once():
    found = problems(read, "famly=x&family=nope&page_size=101&order=size")
    assert set(found) == {"famly", "family", "page_size", "order"}


def test_an_unknown_name_is_answered_with_those_that_exist():
    assert problems(read, "famly=x") == {
        "famly": [
            "There is no such field here; allowed: cursor, page_size, family, order.",
        ]
    }


def test_a_wrong_word_is_answered_with_the_right_ones():
    assert problems(read, "order=size") == {
        "order": ["'size' is not allowed; allowed: created, -created, name, -name."]
    }


@pytest.mark.parametrize("query", ["order=name&order=name", "family=cheap_qa&family=stop_loss"])
def test_a_parameter_given_twice_is_refused(query):
    assert list(problems(read, query).values()) == [["Give this once."]]


@pytest.mark.parametrize("query", ["family=", "page_size=", "order="])
def test_an_empty_value_is_wrong_and_not_absent(query):
    assert set(problems(read, query)) == {query.removesuffix("=")}


def test_without_declared_parameters_none_is_taken():
    assert problems(Parameters.read, QueryDict("a=1")) == {
        "a": ["There is no such field here; allowed: none."]
    }


def test_a_body_is_read_with_all_its_problems():
    assert set(problems(Body.read, {"name": "too long", "dry_run": "yes", "x": 1})) == {
        "name",
        "dry_run",
        "x",
    }


def test_a_flag_may_be_left_out():
    assert Body.read({"name": "a"})["dry_run"] is False


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False)])
def test_a_flag_has_two_spellings(text, value):
    assert Body.read({"name": "a", "dry_run": text})["dry_run"] is value


@pytest.mark.parametrize("body", [[], "text", 3, None])
def test_a_body_that_is_no_object_is_refused(body):
    assert set(problems(Body.read, body)) == {"non_field_errors"}
