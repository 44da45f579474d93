"""Query parameters that are read strictly."""

from django.http import QueryDict

from tasks_app.web.params import Param, read_params

PARAMS = (Param("track", ("scripted", "imported"), default="scripted"), Param("agent"))


def test_values_are_read_and_defaults_fill_what_is_absent_or_blank():
    reading = read_params(QueryDict("track=imported&agent="), PARAMS)
    assert (reading["track"], reading["agent"], reading.note) == ("imported", None, "")


def test_a_value_outside_the_choices_is_named_and_replaced_by_the_default():
    reading = read_params(QueryDict("track=<b>"), PARAMS)
    assert reading["track"] == "scripted"
    assert reading.note == "track=<b> is not one of scripted, imported."


def test_free_text_has_a_limit_and_no_null_character():
    for value in ("a" * 201, "a%00b"):
        assert read_params(QueryDict(f"agent={value}"), PARAMS).problems[0].name == "agent"
