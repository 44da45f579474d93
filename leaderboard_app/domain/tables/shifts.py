"""Cells of a place, and of how far a configuration moves between two orders."""

from tasks_app.domain.cells import count_cell, unknown_cell
from tasks_app.domain.table import Cell, CellKind


def place_cell(place: int | None, reason: str = "") -> Cell:
    return unknown_cell(reason) if place is None else count_cell(place)


def shift_cell(shift: int | None, reason: str = "") -> Cell:
    """Told by a sign and a word for it, not by colour: up is better."""
    if shift is None:
        return unknown_cell(reason)
    return Cell(shift_text(shift), shift, CellKind.NUMBER, css="is-changed" if shift else "")


def shift_text(shift: int) -> str:
    """2 -> ``down 2``; -1 -> ``up 1``; 0 -> ``same``."""
    if not shift:
        return "same"
    return f"{'down' if shift > 0 else 'up'} {abs(shift)}"
