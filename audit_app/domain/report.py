"""The report of a closed audit as one value: every number, and the sentence that explains it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from audit_app.domain.agreement import Agreement
from audit_app.domain.cells import CellCount, Populations
from audit_app.domain.estimates import PopulationEstimate
from audit_app.domain.audited import AuditedItem, ReviewerLabel
from audit_app.domain.quantity import Proportion, Quantity


@dataclass(frozen=True)
class AgentGap:
    """How much more often the judge than people calls an agent's answers correct.

    ``items``, ``judge_positive`` and ``human_positive`` count its labelled sample; ``gap`` is the
    difference of rates among its episodes of the frame, each item weighted by N_h / n_h.
    """

    agent: str
    items: int
    judge_positive: int
    human_positive: int
    gap: Quantity


@dataclass(frozen=True)
class Disagreement:
    """An item whose first label contradicts the verdict, or on which reviewers contradict."""

    item: AuditedItem
    judge: bool
    labels: tuple[ReviewerLabel, ...]
    between_reviewers: bool


@dataclass(frozen=True)
class HumanAgreement:
    """Reviewers among themselves on the items that several of them labelled.

    ``pair`` compares the first two labels of each such item. ``alpha`` (Krippendorff) takes all
    labels, ``fleiss`` the items with the most common number of labels.
    """

    items: int
    pair: Agreement
    alpha: Quantity
    fleiss: Quantity


@dataclass(frozen=True)
class LabelCounts:
    """What became of the drawn items; they add up to ``drawn``."""

    drawn: int
    compared: int
    unsure: int
    skipped: int
    unlabelled: int
    controls: int
    controls_right: Proportion
    revealed: int
    self_mentions: int


@dataclass(frozen=True)
class AuditReport:
    """``judge`` is rater 1 (rows), people are rater 2 (columns), positive first, everywhere."""

    counts: LabelCounts
    cells: tuple[CellCount, ...]
    overall: Agreement
    by_family: Mapping[str, Agreement]
    by_blinding: Mapping[str, Agreement]
    after_adjudication: Agreement | None
    gaps: tuple[AgentGap, ...]
    humans: HumanAgreement
    population: PopulationEstimate
    disagreements: tuple[Disagreement, ...]
    warnings: tuple[str, ...]


def audit_report(populations: Populations, items: Sequence[AuditedItem]) -> AuditReport:
    """The report of ``items`` (controls included) drawn from cells of ``populations``."""
    raise NotImplementedError
