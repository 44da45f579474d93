from uuid import UUID

import pytest

from audit_app.domain.controls import MOST_CONTROLS, read_controls
from audit_app.domain.design import ControlItem
from audit_app.domain.labels import Decision
from tasks_app.domain.errors import Refused

ONE = "00000000-0000-0000-0000-00000000000a"
CORRECT = (ControlItem(UUID(ONE), Decision.CORRECT),)


@pytest.mark.parametrize(
    "line",
    [
        f"{ONE} correct",
        f"  {ONE.upper()}\tCorrect ",
        f"/episodes/{ONE}/ correct",
        f"https://site.example/episodes/{ONE}/?steps=2#answer correct",
        f"{ONE} correct\n\n{ONE} correct",
    ],
)
def test_an_episode_is_named_by_its_id_or_address(line):
    assert read_controls(line) == CORRECT


def test_they_keep_their_order_and_nothing_is_none():
    other = ONE.replace("a", "b")

    assert [c.known for c in read_controls(f"{other} incorrect\n{ONE} correct")] == [
        Decision.INCORRECT,
        Decision.CORRECT,
    ]
    assert read_controls(" \n") == ()


def test_every_wrong_line_is_named():
    with pytest.raises(Refused) as refused:
        read_controls(f"{ONE} correct\n{ONE}\nsome text correct\n{ONE} incorrect\n{ONE} unsure")

    assert [problem.message[:7] for problem in refused.value.problems] == [
        "Line 2:",
        "Line 3:",
        "Line 4 ",
        "Line 5:",
    ]


def test_too_many_are_refused():
    lines = "\n".join(f"{UUID(int=n)} correct" for n in range(MOST_CONTROLS + 1))

    with pytest.raises(Refused, match="1000 control items at most"):
        read_controls(lines)


def test_a_long_hostile_line_is_read_in_no_time():
    with pytest.raises(Refused):
        read_controls("a-" * 100_000)
