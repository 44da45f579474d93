"""One row of a seed pool, whatever pool it came from: what the transforms make tasks of."""

from dataclasses import dataclass
from enum import StrEnum


class Shape(StrEnum):
    """What kind of question a row asks, so that a slot can ask for the rows that fit it.

    ``TIER`` rows are questions over a given context that tell a cheap reader from a strong one.
    """

    TWO_HOP = "two_hop"
    MULTI_HOP = "multi_hop"
    TABLE = "table"
    FALSE_PREMISE = "false_premise"
    FROZEN = "frozen"
    TIER = "tier"


class ParagraphKind(StrEnum):
    PROSE = "prose"
    TABLE = "table"


@dataclass(frozen=True)
class SeedParagraph:
    """One document beside a question; ``is_supporting`` marks those that the answer needs."""

    title: str
    text: str
    is_supporting: bool
    kind: ParagraphKind = ParagraphKind.PROSE


@dataclass(frozen=True)
class SeedRow:
    """A question with its documents and its answer.

    ``answer`` is None where the documents hold none. ``hops`` counts the facts that must be
    joined. ``raw_sha256`` is the digest of the row as its pool published it (canonical JSON).
    (``dataset``, ``row_id``) names the row once and for all.
    """

    dataset: str
    row_id: str
    licence: str
    question: str
    answer: str | None
    aliases: tuple[str, ...]
    paragraphs: tuple[SeedParagraph, ...]
    hops: int
    raw_sha256: str
    shape: Shape
