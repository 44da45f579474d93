"""``{% foreign text %}`` shows text that an agent or another stranger wrote: escaped, wrapped,
in monospace, and three lines of it until the reader asks for more.
"""

from django import template

register = template.Library()

PREVIEW_LINES = 3
PREVIEW_CHARACTERS = 280


@register.inclusion_tag("includes/_foreign.html", name="foreign")
def foreign_tag(text: str, full_length: int | None = None) -> dict[str, object]:
    """``full_length`` in characters tells that ``text`` is only the beginning of something."""
    cut_from = full_length if full_length is not None and full_length > len(text) else None
    return {"text": text, "preview": preview(text), "shown": len(text), "cut_from": cut_from}


def preview(text: str) -> str:
    """The first lines of a long text; empty where the whole is short enough to show."""
    lines = text.splitlines()
    if len(lines) <= PREVIEW_LINES and len(text) <= PREVIEW_CHARACTERS:
        return ""
    start = "\n".join(lines[:PREVIEW_LINES])[:PREVIEW_CHARACTERS].rstrip()
    return f"{start} …"
