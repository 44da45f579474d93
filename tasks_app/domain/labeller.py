"""Which model tier a question needs, found by letting the reference readers try it.

A label records who was asked and how often (``LABELLER_PROVENANCE``), since other readers would
label otherwise.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tasks_app.domain.families import Decision
from tasks_app.domain.lexical import Reading, one_sentence_answer, two_hop_answer
from tasks_app.domain.normalise import NORMALISATION_VERSION, matches
from tasks_app.domain.prices import Tier
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.task_spec import Document, Surface

ATTEMPTS = 3
LABELLER_PROVENANCE: Mapping[str, str | int] = {
    "name": "offline reference readers",
    "version": "1",
    "fast": "one-sentence reader",
    "frontier": "two-hop reader",
    "attempts": ATTEMPTS,
    "judge": f"exact/{NORMALISATION_VERSION}",
}

Reader = Callable[[str, Sequence[Document], int], Reading | None]
READER_OF_TIER: Mapping[Tier, Reader] = {
    Tier.FAST: one_sentence_answer,
    Tier.FRONTIER: two_hop_answer,
}


@dataclass(frozen=True)
class TierLabels:
    """``attempts``: for each tier, whether each of its three attempts was right.

    The fast tier was asked only where the frontier tier is right.
    """

    attempts: Mapping[str, tuple[bool, ...]]

    @property
    def decision(self) -> Decision | None:
        """``fast`` where both tiers are right by majority, ``frontier`` where only that one is.

        None where the frontier tier is wrong: such a row is no task of a model-tier family.
        """
        if not self._is_right(Tier.FRONTIER):
            return None
        return Decision.FAST if self._is_right(Tier.FAST) else Decision.FRONTIER

    def _is_right(self, tier: Tier) -> bool:
        attempts = self.attempts.get(tier, ())
        return 2 * sum(attempts) > len(attempts)


def label_tiers(row: SeedRow) -> TierLabels:
    """Three attempts of each tier's reader at ``row``, over all its paragraphs, judged exactly.

    Where the frontier reader fails the row is of no use, and the fast reader is not asked.

    The readers neither see the row's answer nor depend on its paragraphs' order, so a task that
    gives the same paragraphs in another order under other ids bears the same labels.
    """
    documents = tuple(
        Document(f"paragraph-{place}", paragraph.title, paragraph.text, Surface.CONTEXT)
        for place, paragraph in enumerate(row.paragraphs)
    )
    frontier = TierLabels({Tier.FRONTIER.value: _attempts(row, documents, Tier.FRONTIER)})
    if frontier.decision is None:
        return frontier
    return TierLabels({Tier.FAST.value: _attempts(row, documents, Tier.FAST), **frontier.attempts})


def _attempts(row: SeedRow, documents: tuple[Document, ...], tier: Tier) -> tuple[bool, ...]:
    reader = READER_OF_TIER[tier]
    numbers = range(1, ATTEMPTS + 1)
    return tuple(_is_right(row, reader(row.question, documents, number)) for number in numbers)


def _is_right(row: SeedRow, reading: Reading | None) -> bool:
    if reading is None or row.answer is None:
        return False
    return matches(reading.answer, row.answer, row.aliases)
