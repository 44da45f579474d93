"""The repository's own docs as pages, so that they are read where the questions come up.

The texts are ours, checked in, and rendered with raw HTML switched off.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(__file__).resolve().parents[1] / "docs"
TITLES = {
    "metrics": "Every number and its formula",
    "compare-two-clis": "Compare two CLIs on your own tasks in fifteen minutes",
    "archive-format": "The archive format: submit your agent's episodes",
    "api": "The HTTP API",
    "bundles": "How a bundle comes about",
    "prices": "Prices: what model calls cost, and the cost of an episode",
    "descriptions": "Descriptions: other wordings of a task, and the gate they pass",
    "atlas": "The atlas: where the demo's facts come from",
    "readers": "The reference readers",
    "execution": "How runs are executed",
    "audit-protocol": "The audit: sample, numbers and corrections",
    "audit-serving": "The audit: blinding, leases and export",
    "labelling": "Labelling, for reviewers",
    "architecture": "Architecture",
    "security": "Security",
}
"""Page name (a file of ``docs/``) -> what a reader finds there, in reading order."""

TABLE_START = (
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table class="grid">'
)
TABLE_END = "</table></div>"


@dataclass(frozen=True)
class DocsPage:
    """``html`` is marked safe: it was rendered here from a file of this repository."""

    name: str
    title: str
    html: SafeString


@cache
def docs_page(name: str) -> DocsPage:
    """The page of a file in ``docs/``. Raises KeyError for a name that is not in ``TITLES``."""
    title = TITLES[name]
    text = (FOLDER / f"{name}.md").read_text()
    return DocsPage(name, title, _rendered(_without_heading(text)))


def _without_heading(text: str) -> str:
    """The text below its first heading, which the page shows as its own."""
    return re.sub(r"\A# .*\n", "", text)


def _rendered(text: str) -> SafeString:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for token in tokens:
        for child in token.children or ():
            _link_to_pages(child)
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return SafeString(html.replace("<table>", TABLE_START).replace("</table>", TABLE_END))


def _link_to_pages(token: Token) -> None:
    """A link to another file of ``docs/`` becomes one to its page."""
    target = str(token.attrs.get("href", ""))
    name = target.removesuffix(".md").removeprefix("docs/")
    if token.type == "link_open" and target.endswith(".md") and name in TITLES:
        token.attrSet("href", reverse("docs-page", args=[name]))
