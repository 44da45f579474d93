"""Follows every link of the site's pages, as one person, and keeps what it was answered."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.urls import resolve

LINK = re.compile(r'(?:(?:href|src|action)="([^"]*)"|data-[a-z-]+="(/[^"]*)")')
VARIANTS = 1
"""How often a view is asked with a parameter: the sortings of ten tables, each kept by the links
of all the others, would never end."""


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    """Body and headers; of an archive every file in it."""


class Crawler:
    """``client`` is a Django test client, logged in or not."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.answers: dict[str, Answer] = {}
        self.seen: Counter[tuple[str, str]] = Counter()

    def crawl(self, *starts: str) -> dict[str, Answer]:
        """Every address that can be reached from ``starts`` -> its answer."""
        waiting = list(starts)
        while waiting:
            address = waiting.pop(0)
            if address not in self.answers and self.is_worth_a_visit(address):
                self.answers[address] = self.visit(address)
                waiting += self.links(address)
        return self.answers

    def is_worth_a_visit(self, address: str) -> bool:
        parts = urlsplit(address)
        if parts.path.startswith("/static/"):
            return False
        if not parts.query:
            return True
        asked = [(view_of(parts.path), name) for name, _ in parse_qsl(parts.query)]
        is_new = any(self.seen[key] < VARIANTS for key in asked)
        self.seen.update(asked)
        return is_new

    def visit(self, address: str) -> Answer:
        response = self.client.get(address)
        headers = "\n".join(f"{name}: {value}" for name, value in response.items())
        return Answer(response.status_code, f"{headers}\n\n{body_of(response)}")

    def links(self, address: str) -> Iterator[str]:
        """Addresses of this site in an answer, without what only a form's POST may ask."""
        answer = self.answers[address]
        location = re.findall(r"^Location: (.*)$", answer.text, re.M)
        for link in [*map("".join, LINK.findall(answer.text)), *location]:
            target, _, _ = urljoin(address, unescape(link)).partition("#")
            if target.startswith("/") and not target.startswith("//"):
                yield target


@cache
def view_of(path: str) -> str:
    """The name of the view, which thousands of links of tables ask for."""
    return resolve(path).view_name


def body_of(response: Any) -> str:
    if not response.streaming:
        return response.content.decode(errors="replace")
    data = b"".join(response.streaming_content)
    if response["Content-Type"] != "application/zip":
        return data.decode(errors="replace")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())
