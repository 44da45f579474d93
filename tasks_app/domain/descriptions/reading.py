"""A text read once: its named things, the text without them, its sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tasks_app.domain.descriptions.named_things import Anchor, AnchorKind, blanked, named_things
from tasks_app.domain.descriptions.words import Clause, sentences


@dataclass(frozen=True)
class Reading:
    """A text with its named things; ``plain`` is the text with them blanked, but for names that
    are words: a rewording may move those to where a capital says nothing."""

    text: str
    things: tuple[Anchor, ...]

    @cached_property
    def plain(self) -> str:
        return blanked(self.text, tuple(thing for thing in self.things if not thing.is_word))

    @cached_property
    def sentences(self) -> tuple[Clause, ...]:
        """The sentences as written; full stops inside named things end none."""
        shape = list(self.text)
        for thing in self.things:
            shape[thing.start : thing.end] = "x" * (thing.end - thing.start)
        cuts = sentences("".join(shape))
        return tuple(Clause(self.text[cut.start : cut.end], cut.start) for cut in cuts)

    def things_in(self, clause: Clause) -> Iterator[Anchor]:
        return (thing for thing in self.things if clause.start <= thing.start < clause.end)

    def subjects(self, clause: Clause) -> frozenset[str]:
        """Keys of what a clause names, numbers and words apart."""
        things = (thing for thing in self.things_in(clause) if not thing.is_word)
        return frozenset(thing.key for thing in things if thing.kind is not AnchorKind.NUMBER)


def reading(text: str) -> Reading:
    return Reading(text, named_things(text))
