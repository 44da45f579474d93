"""What a decision does to a reviewer's claim and to the seats of its item: one table.

A seat is a planned reading. A late label takes an open seat if there is one, else it is *surplus*:
kept, and promoted as soon as a seat of the item comes back.
"""

from dataclasses import dataclass
from enum import StrEnum


class ClaimState(StrEnum):
    HELD = "held"
    RETURNED = "returned"
    DONE = "done"
    SURPLUS = "surplus"


@dataclass(frozen=True)
class Settlement:
    """The claim's new state, and by how much the item's open seats, the audit's filled readings
    and the reviewer's labelled items change."""

    state: ClaimState
    open_seats: int = 0
    filled: int = 0
    mine: int = 0


def labelled(state: ClaimState, has_open_seat: bool) -> Settlement:
    """After a decision other than taking back."""
    match state:
        case ClaimState.HELD:
            return Settlement(ClaimState.DONE, filled=1, mine=1)
        case ClaimState.RETURNED if has_open_seat:
            return Settlement(ClaimState.DONE, open_seats=-1, filled=1, mine=1)
        case ClaimState.RETURNED:
            return Settlement(ClaimState.SURPLUS, mine=1)
        case _:
            return Settlement(state)


def cleared(state: ClaimState) -> Settlement | None:
    """After a label was taken back: the item is in hand again; None where there is no label."""
    match state:
        case ClaimState.DONE:
            return Settlement(ClaimState.HELD, filled=-1, mine=-1)
        case ClaimState.SURPLUS:
            return Settlement(ClaimState.RETURNED, mine=-1)
        case _:
            return None
