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
    """``attempts``: for each tier, whether each of its three attempts was right."""

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
        attempts = self.attempts[tier]
        return 2 * sum(attempts) > len(attempts)


def label_tiers(row: SeedRow) -> TierLabels:
    """Three attempts of each tier's reader at ``row``, over all its paragraphs, judged exactly.

    The readers neither see the row's answer nor depend on its paragraphs' order, so a task that
    gives the same paragraphs in another order under other ids bears the same labels.
    """
    documents = tuple(
        Document(f"paragraph-{place}", paragraph.title, paragraph.text, Surface.CONTEXT)
        for place, paragraph in enumerate(row.paragraphs)
    )
    return TierLabels(
        {
            tier.value: tuple(
                _is_right(row, reader(row.question, documents, attempt))
                for attempt in range(1, ATTEMPTS + 1)
            )
            for tier, reader in READER_OF_TIER.items()
        }
    )


def _is_right(row: SeedRow, reading: Reading | None) -> bool:
    if reading is None or row.answer is None:
        return False
    return matches(reading.answer, row.answer, row.aliases)
