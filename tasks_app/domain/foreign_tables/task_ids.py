"""Task ids as other people write them, as ids that a bundle can have."""

import re

from tasks_app.domain.foreign_tables.rows import Scalar

LONGEST = 100
UNFIT = re.compile(r"[^A-Za-z0-9._:-]+")
UNFIT_START = re.compile(r"^[^A-Za-z0-9]+")


def written_id(cell: Scalar) -> str:
    """A cell as the text of an id: 3.0 and 3 are the same task."""
    if cell is None or isinstance(cell, bool):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return str(cell).strip()


def task_id_of(written: str) -> str:
    """The id of a bundle's task for a foreign one: what may not stand in it becomes a hyphen.

    ``python/two fer`` is ``python-two-fer``; a foreign id of the right shape stays as it is. Blank
    where nothing is left of it, or where it is too long.
    """
    found = UNFIT_START.sub("", UNFIT.sub("-", written))
    return found if len(found) <= LONGEST else ""
