"""The label log: any change to what was recorded breaks it."""

from dataclasses import replace

import pytest

from audit_app.domain.label_chain import LabelEntry, broken_links, link


def entry(number, **changes):
    values = LabelEntry(
        number=number,
        item="i",
        annotator="rita",
        decision="correct",
        reason="",
        comment="",
        flag=False,
        was_blind=True,
        is_late=False,
        rubric_version="r1",
        content_digest="c",
        version=1,
        active_seconds=1.5,
        created_at="2026-01-01T00:00:00+00:00",
    )
    return replace(values, **changes)


def log(*entries):
    previous, found = "", []
    for each in entries:
        previous = link(previous, each)
        found.append((each, previous))
    return found


WHOLE = log(entry(1), entry(2), entry(3))
HEAD = WHOLE[-1][1]


def test_a_log_as_it_was_written_holds():
    assert broken_links(WHOLE, HEAD) == ()
    assert broken_links([], "") == ()


@pytest.mark.parametrize("field", sorted(set(LabelEntry.__dataclass_fields__) - {"number"}))
def test_a_change_of_any_field_is_found(field):
    old = getattr(WHOLE[1][0], field)
    new = (not old) if isinstance(old, bool) else (old + 1 if isinstance(old, int | float) else "x")
    changed = [WHOLE[0], (replace(WHOLE[1][0], **{field: new}), WHOLE[1][1]), WHOLE[2]]
    assert broken_links(changed, HEAD) == ("Label 2 is not what was recorded.",)


def test_a_label_that_is_missing_or_moved_is_found():
    assert broken_links([WHOLE[0], WHOLE[2]], HEAD) == ("Label 2 is missing; label 3 follows.",)
    assert broken_links([WHOLE[1], WHOLE[0], WHOLE[2]], HEAD)


def test_a_log_cut_off_or_rewritten_as_a_whole_does_not_end_where_it_should():
    end = ("The log does not end where the audit says it does.",)
    assert broken_links(WHOLE[:2], HEAD) == end
    assert broken_links(log(entry(1), entry(2, decision="incorrect"), entry(3)), HEAD) == end
