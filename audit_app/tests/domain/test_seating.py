"""Seats: what decisions do to claims keeps the count of readings right, whatever the order."""

from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.seating import ClaimState, cleared, labelled

SEATED = {ClaimState.HELD, ClaimState.DONE}


def filled(state):
    return int(state is ClaimState.DONE)


def has_label(state):
    return int(state in {ClaimState.DONE, ClaimState.SURPLUS})


@given(st.sampled_from(ClaimState), st.booleans(), st.booleans())
def test_counters_move_exactly_as_the_state_does(state, is_cleared, has_open_seat):
    after = cleared(state) if is_cleared else labelled(state, has_open_seat)
    if after is None:
        assert not has_label(state)
        return
    assert after.filled == filled(after.state) - filled(state)
    assert after.mine == has_label(after.state) - has_label(state)
    assert after.open_seats == int(state in SEATED) - int(after.state in SEATED)


def test_a_late_label_needs_an_open_seat_to_count():
    assert labelled(ClaimState.RETURNED, has_open_seat=True).state is ClaimState.DONE
    assert labelled(ClaimState.RETURNED, has_open_seat=False).state is ClaimState.SURPLUS
