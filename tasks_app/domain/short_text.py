"""Texts of others where there is room for some characters only."""


def shortened(text: str, length: int) -> str:
    """At most ``length`` characters; the last one tells that something is left out."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
