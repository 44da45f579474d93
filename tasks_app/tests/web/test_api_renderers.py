"""JSON of the API against what the standard library reads of it."""

import json
from datetime import UTC, datetime
from uuid import UUID

import pytest
from rest_framework.exceptions import ErrorDetail

from tasks_app.domain.families import Family
from tasks_app.web.api_renderers import FastJSONRenderer


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (datetime(2026, 1, 31, 12, 0, 0, 250_000, tzinfo=UTC), "2026-01-31T12:00:00.250000Z"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (Family.CHEAP, "cheap_qa"),
        (ErrorDetail("Wrong.", "code"), "Wrong."),
        ("<é\u2028\x00>", "<é\u2028\x00>"),
        (0.1 + 0.2, 0.1 + 0.2),
        (0, 0),
        ({"a": [None, True]}, {"a": [None, True]}),
    ],
)
def test_every_kind_of_value_is_read_back(value, read):
    assert json.loads(FastJSONRenderer().render({"value": value})) == {"value": read}


def test_no_data_is_no_body():
    assert FastJSONRenderer().render(None) == b""
