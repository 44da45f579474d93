"""Text from a hostile file, made fit to be stored and shown."""

import unicodedata
from collections.abc import Sequence

from tasks_app.domain.short_text import shortened

SHOWN_LENGTH = 120
NAME_LENGTH = 200
LINE_BREAKS = {"Cc", "Zl", "Zp", "Cs"}
BIDI_CONTROLS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_unprintable(character: str) -> bool:
    """Whether a character could break a line or turn the direction of the text around it."""
    return unicodedata.category(character) in LINE_BREAKS or character in BIDI_CONTROLS


def quoted(text: str, length: int = SHOWN_LENGTH) -> str:
    """``text`` in quotes on one line, cut to ``length`` characters, for a message."""
    cut = text[:length]
    safe = "".join("\ufffd" if is_unprintable(character) else character for character in cut)
    return f'"{safe}{"…" if len(text) > length else ""}"'


def shown_name(name: str, length: int = 300) -> str:
    """A file name as kept for display: at most ``length`` characters, nothing unprintable."""
    safe = "".join(character for character in name if not is_unprintable(character))
    return shortened(safe, length)


def examples(names: Sequence[str], most: int = 5) -> str:
    """The first names in quotes, and how many more there are."""
    shown = ", ".join(quoted(name, 60) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
