"""Files, quoted strings, commands, names and numbers of a text, with their places.

Each character belongs to one thing at most: what is quoted is read first, then addresses and
paths, then names, and numbers last, so that the 3 of ``part3.csv`` is no number.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tasks_app.domain.descriptions.quantities import quantities
from tasks_app.domain.descriptions.vocabulary import (
    COMMANDS,
    EXTENSIONS,
    FILE_NAMES,
    FOLDERS,
    PLAIN_CAPITALS,
)


class AnchorKind(StrEnum):
    FILE = "file"
    OUTPUT = "output"
    QUOTE = "quote"
    COMMAND = "command"
    NAME = "name"
    NUMBER = "number"
    CONSTRAINT = "constraint"


@dataclass(frozen=True)
class Anchor:
    """Something that a text names, at ``start`` to ``end`` (exclusive). ``key`` is what counts
    when two texts are compared: ``./a.csv`` is ``a.csv``, ``ten percent`` is ``10%``.

    ``about`` is for numbers: the word that follows, so that two counts of 3 are kept apart.
    """

    kind: AnchorKind
    text: str
    start: int
    end: int
    key: str
    about: str = ""

    @property
    def is_word(self) -> bool:
        """Whether it is a name that is written like any other word (``Python``, ``CSV``)."""
        return self.kind is AnchorKind.NAME and self.text.isalpha()


_FENCE = re.compile(r"```[^\n`]*\n?(.*?)```", re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_QUOTES = (
    re.compile(r"\"([^\"\n]{1,300})\""),
    re.compile(r"\u201c([^\u201d\n]{1,300})\u201d"),
    re.compile(r"\u2018([^\u2019\n]{1,300})\u2019(?!\w)"),
    re.compile(r"(?<![\w'])'([^'\n]{1,300})'(?![\w'])"),
)
_PROMPT = re.compile(r"(?m)^[ \t]*(?:\$|>>>)[ \t]+(\S.*)$")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{0,20}://[^\s<>()\"']*[^\s<>()\"'.,;:!?]", re.IGNORECASE)
_PATH = re.compile(
    r"(?<![\w/])(?:~|\.{1,2})?/?(?:[\w.*{}-]{1,100}/){1,40}[\w.*{}-]{0,200}|(?<![\w/])/[\w.*-]{1,200}"
)
_FILE = re.compile(
    rf"(?<![\w@.*{{}}-])[\w*{{}}-][\w.*{{}}-]{{0,200}}\.(?:{'|'.join(EXTENSIONS)})\b(?!\.\w)|(?<!\S)\.[a-z]\w+"
    rf"|\b(?:{'|'.join(FILE_NAMES)})\b"
)
_NAME = re.compile(
    r"(?<![\w-])--?[a-zA-Z][\w-]{0,100}(?:=\S{1,200})?"  # options
    r"|\b[A-Za-z_]\w{0,100}(?:\.\w{1,100}){0,10}\(\)"  # calls
    r"|\b[A-Za-z_]\w{0,100}(?:\.[A-Za-z_]\w{0,100}){1,20}\b"  # dotted
    r"|\b\w*[A-Za-z0-9]_\w+\b|\b_\w+\b"  # snake_case
    r"|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b"  # camelCase
    r"|\b[A-Za-z]{1,30}-?\d[\w-]{0,50}\b"  # sha256, UTF-8
    r"|\b[A-Z]{2,}s?\b"  # CSV
    r"|(?<=[\w,;)] )[A-Z][a-z]+\b"  # Flask, within a sentence
)
_ABBREVIATION = re.compile(r"(?i)^(?:e\.g|i\.e|etc|vs|cf|a\.m|p\.m)\.?$")


def named_things(text: str) -> tuple[Anchor, ...]:
    """The named things of ``text`` in the order of their places (constraints are elsewhere)."""
    return tuple(sorted(_Scan(text).anchors, key=lambda anchor: anchor.start))


def blanked(text: str, anchors: tuple[Anchor, ...]) -> str:
    """``text`` with every anchor overwritten by spaces: places stay what they were."""
    characters = list(text)
    for anchor in anchors:
        characters[anchor.start : anchor.end] = " " * (anchor.end - anchor.start)
    return "".join(characters)


def file_key(text: str) -> str:
    """A path as it is compared: ``./a/b.csv`` and ``a/b.csv`` are one."""
    while text.startswith("./"):
        text = text[2:]
    return text.rstrip("/") if len(text) > 1 else text


def is_command(text: str) -> bool:
    """Whether a line is something to type into a shell or an interpreter."""
    words = text.strip().removeprefix("$ ").split()
    return len(words) > 1 and words[0].casefold() in COMMANDS


class _Scan:
    """One pass over a text: each pattern sees what the earlier ones have left."""

    def __init__(self, text: str) -> None:
        self.left = text
        self.anchors: list[Anchor] = []
        self._take(_FENCE, _fenced)
        self._take(_PROMPT, _as_command)
        self._take(_CODE, _quoted)
        for quote in _QUOTES:
            self._take(quote, _quoted)
        self._take(_ADDRESS, _as_file)
        self._take(_PATH, _path)
        self._take(_FILE, _as_file)
        self._take(_NAME, _name)
        for found in quantities(self.left):
            anchor = Anchor(
                AnchorKind.NUMBER, found.text, found.start, found.end, found.key, found.about
            )
            self.anchors.append(anchor)

    def _take(
        self, pattern: re.Pattern[str], read: Callable[[str], tuple[AnchorKind, str] | None]
    ) -> None:
        for match in pattern.finditer(self.left):
            whole = match[0].rstrip(".") if pattern in (_PATH, _FILE) else match[0]
            content = match[match.lastindex] if match.lastindex else whole
            found = read(content)
            if found is None:
                continue
            kind, key = found
            start = match.start()
            self.anchors.append(Anchor(kind, content.strip(), start, start + len(whole), key))
        self.left = blanked(self.left, tuple(self.anchors))


def _fenced(content: str) -> tuple[AnchorKind, str]:
    kind = AnchorKind.COMMAND if any(map(is_command, content.splitlines())) else AnchorKind.QUOTE
    return kind, " ".join(content.split())


def _quoted(content: str) -> tuple[AnchorKind, str] | None:
    content = content.strip()
    if not content:
        return None
    if is_command(content):
        return AnchorKind.COMMAND, " ".join(content.split())
    if " " not in content and (_FILE.fullmatch(content) or _path(content)):
        return AnchorKind.FILE, file_key(content)
    return AnchorKind.QUOTE, content


def _as_command(content: str) -> tuple[AnchorKind, str]:
    return AnchorKind.COMMAND, " ".join(content.split())


def _as_file(content: str) -> tuple[AnchorKind, str]:
    return AnchorKind.FILE, file_key(content)


def _path(content: str) -> tuple[AnchorKind, str] | None:
    """A path; ``and/or`` is none, nor is a bare ``/``."""
    content = content.rstrip(".")
    segments = [part for part in content.split("/") if part]
    is_rooted = content.startswith(("/", "~", ".")) or content.endswith("/")
    looks_like_one = (
        is_rooted
        or len(segments) > 2
        or (segments and (segments[0] in FOLDERS or bool(_FILE.fullmatch(segments[-1]))))
    )
    return (AnchorKind.FILE, file_key(content)) if segments and looks_like_one else None


def _name(content: str) -> tuple[AnchorKind, str] | None:
    if content in PLAIN_CAPITALS or _ABBREVIATION.match(content):
        return None
    return AnchorKind.NAME, content.casefold().removesuffix("()")
