from typing import Annotated, get_args

import msgspec
import pytest

from tasks_app.domain import manifest_wire, task_wire
from tasks_app.domain.wire_types import violations

SPELLED = {
    name: kind
    for module in (manifest_wire, task_wire)
    for name, kind in vars(module).items()
    if any(getattr(meta, "pattern", None) for meta in get_args(kind)[1:])
}


@pytest.mark.parametrize("kind", SPELLED.values(), ids=SPELLED)
def test_what_is_spelled_wrong_is_told_in_words_not_in_a_regular_expression(kind):
    (violation,) = violations("?<b> ?", kind, "name")

    assert violation.message == f"Expected {kind.__metadata__[0].description}"


def test_a_spelling_that_nobody_described_shows_no_regular_expression_either():
    kind = msgspec.Meta(pattern="^a$")
    (violation,) = violations("b", Annotated[str, kind])

    assert violation.message == "Expected another spelling"
