"""The offline generator: variants made of the original's own sentences, in other orders.

Nothing is added, so what may go wrong is only that something is left out, which the gate sees.
These are no rewordings and are labelled ``extractive``.
"""

import re

from tasks_app.domain.descriptions.constraints import constraints
from tasks_app.domain.descriptions.generator import Draft, GenerationRequest
from tasks_app.domain.descriptions.reading import Reading, reading
from tasks_app.domain.descriptions.words import Clause

_LEANING = re.compile(
    r"^(?:it|its|they|them|these|those|this|that|such|then|also|otherwise|however|but|and|so"
    r"|both|each of|the (?:former|latter|result|same))\b",
    re.IGNORECASE,
)
FIRST_TOUCHED = "what the trajectory touched first comes first"
CONSTRAINTS_LAST = "what is asked first, constraints last"
BARE = "only sentences that ask for or name something"


class ExtractiveGenerator:
    """A ``Generator`` without a model."""

    origin = "extractive"

    def drafts(self, request: GenerationRequest) -> tuple[Draft, ...]:
        """At most three different variants, none equal to the original."""
        original = reading(request.original)
        blocks = _blocks(original)
        touched = {key: place for place, key in enumerate(request.trajectory.touched)}
        variants = (
            (FIRST_TOUCHED, sorted(blocks, key=lambda block: _touch(block, touched))),
            (CONSTRAINTS_LAST, sorted(blocks, key=_binds)),
            (BARE, [block for block in blocks if _says_something(block)]),
        )
        known = {_joined(blocks)}
        drafts = []
        for label, ordered in variants:
            text = _joined(ordered)
            if text and text not in known:
                known.add(text)
                drafts.append(Draft(text, f"extractive: {label}"))
        return tuple(drafts)


def _blocks(original: Reading) -> list[Reading]:
    """Sentences, each with those after it that lean on it (``It must …``)."""
    groups: list[list[Clause]] = []
    for sentence in original.sentences:
        if groups and _LEANING.match(sentence.text):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    texts = (original.text[group[0].start : group[-1].end] for group in groups)
    return [reading(text) for text in texts]


def _touch(block: Reading, touched: dict[str, int]) -> int:
    places = [touched[thing.text] for thing in block.things if thing.text in touched]
    return min(places, default=len(touched))


def _binds(block: Reading) -> bool:
    return bool(constraints(block))


def _says_something(block: Reading) -> bool:
    return bool(block.things) or _binds(block)


def _joined(blocks: list[Reading]) -> str:
    sentences = (block.text.strip() for block in blocks)
    return " ".join(text if text[-1:] in ".!?:" else f"{text}." for text in sentences if text)
