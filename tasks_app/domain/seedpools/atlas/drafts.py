"""From a question with its supporting paragraphs to a finished seed row with distractors."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from tasks_app.domain.canonical import digest, salted_order
from tasks_app.domain.normalise import contains_answer, normalised
from tasks_app.domain.seedpools.atlas.facts import plain
from tasks_app.domain.seedpools.atlas.packages import LICENCE
from tasks_app.domain.seedpools.seed_row import SeedParagraph, SeedRow, Shape

DATASET = "atlas"


@dataclass(frozen=True)
class Draft:
    """A row before its distractors are chosen.

    ``distractors`` holds groups of paragraphs with how many to take of each; those that mention
    the answer, or share a title with another paragraph, are passed over. ``key`` names the row.
    """

    shape: Shape
    key: str
    question: str
    answer: str | None
    aliases: tuple[str, ...]
    hops: int
    supporting: tuple[SeedParagraph, ...]
    distractors: tuple[tuple[int, Sequence[SeedParagraph]], ...]


Candidate = tuple[str, Callable[[], Draft]]
"""The key of a possible row, and how to draft it: most candidates are never drafted."""


def is_sound(draft: Draft) -> bool:
    """Whether the answer stands in the paragraph of the last hop and nowhere before it.

    Accents do not hide it there: ``Bogotá`` gives ``Bogota`` away.
    """
    if draft.answer is None:
        return True
    *before, last = draft.supporting
    told = [draft.question, *map(paragraph_text, before)]
    return contains_answer(last.text, draft.answer) and not any(
        contains_answer(plain(text), plain(draft.answer)) for text in told
    )


def finished(draft: Draft) -> SeedRow:
    """The draft with its distractors, in an order that tells nothing, and its digest."""
    paragraphs = salted_order(
        [*draft.supporting, *_chosen(draft)], f"atlas order {draft.key}", lambda p: p.title
    )
    row = SeedRow(
        dataset=DATASET,
        row_id=f"{draft.shape.value}:{draft.key}",
        licence=LICENCE,
        question=draft.question,
        answer=draft.answer,
        aliases=draft.aliases,
        paragraphs=tuple(paragraphs),
        hops=draft.hops,
        raw_sha256="",
        shape=draft.shape,
    )
    return dataclasses.replace(row, raw_sha256=digest(msgspec.to_builtins(row)))


def paragraph_text(paragraph: SeedParagraph) -> str:
    return f"{paragraph.title}\n{paragraph.text}"


def _chosen(draft: Draft) -> Iterator[SeedParagraph]:
    answer = f" {normalised(plain(draft.answer))} " if draft.answer else None
    titles = {paragraph.title for paragraph in draft.supporting}
    for count, group in draft.distractors:
        for paragraph in _fitting(group, answer, titles, count):
            titles.add(paragraph.title)
            yield paragraph


def _fitting(
    group: Iterable[SeedParagraph], answer: str | None, titles: set[str], count: int
) -> Iterator[SeedParagraph]:
    taken: set[str] = set()
    for paragraph in group:
        if len(taken) == count:
            return
        fresh = paragraph.title not in titles and paragraph.title not in taken
        if fresh and (answer is None or answer not in _comparable(paragraph)):
            taken.add(paragraph.title)
            yield paragraph


@lru_cache(maxsize=8192)
def _comparable(paragraph: SeedParagraph) -> str:
    return f" {normalised(plain(paragraph_text(paragraph)))} "
