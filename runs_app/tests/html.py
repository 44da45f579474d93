"""What of a page a reader reads."""

from typing import Any


def main_of(response: Any) -> str:
    """The part between header and footer."""
    html: str = response.content.decode()
    return html.partition("<main")[2].partition("</main>")[0]
