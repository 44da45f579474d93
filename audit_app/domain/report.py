"""The report of a closed audit as one value."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from audit_app.domain.agreement import Agreement, binary_agreement
from audit_app.domain.audited import AuditedItem, cell_counts, compared
from audit_app.domain.cautions import cautions, realism_cautions
from audit_app.domain.cells import CellCount, Populations
from audit_app.domain.corrected_runs import CorrectedRun
from audit_app.domain.estimates import PopulationEstimate, population_estimate
from audit_app.domain.gaps import AgentGap, agent_gaps
from audit_app.domain.human_agreement import HumanAgreement, human_agreement
from audit_app.domain.label_counts import LabelCounts, label_counts
from audit_app.domain.realism import RealismFigures, realism_figures

BLIND = "blind"
REVEALED = "revealed"


@dataclass(frozen=True)
class AuditReport:
    """Everywhere the judge is rater 1 (rows), people are rater 2 (columns), positive first.

    ``overall``, ``by_family`` and ``by_blinding`` describe the sample, which is even over the
    cells; ``population`` weights it back. ``after_adjudication`` is None where nothing was
    adjudicated. ``disagreements``: items on which people contradict the judge or one another.
    ``corrected``: the audited runs as people would have judged them, filled in by who knows them.
    ``realism``: of a review of tasks, which has no verdicts to compare with; else None.
    """

    counts: LabelCounts
    cells: tuple[CellCount, ...]
    overall: Agreement
    by_family: Mapping[str, Agreement]
    by_blinding: Mapping[str, Agreement]
    after_adjudication: Agreement | None
    gaps: tuple[AgentGap, ...]
    humans: HumanAgreement
    population: PopulationEstimate
    disagreements: tuple[AuditedItem, ...]
    cautions: tuple[str, ...]
    corrected: tuple[CorrectedRun, ...] = ()
    realism: RealismFigures | None = None


def audit_report(populations: Populations, items: Sequence[AuditedItem]) -> AuditReport:
    """The report of ``items``, controls included, drawn from a frame of ``populations``.

    Labels that were not drawn from a known frame (imported ones) have empty ``populations``:
    everything about the population is then undefined, and says so.
    """
    both = compared(items)
    cells = cell_counts(populations, items)
    counts, gaps = label_counts(items), agent_gaps(items, cells)
    realism = realism_figures(populations, items)
    families = sorted({item.cell.family for item in both})
    return AuditReport(
        counts=counts,
        cells=cells,
        overall=judge_agreement(both),
        by_family={
            family: judge_agreement(item for item in both if item.cell.family == family)
            for family in families
        },
        by_blinding={
            BLIND: judge_agreement(item for item in both if item.was_blind),
            REVEALED: judge_agreement(item for item in both if not item.was_blind),
        },
        after_adjudication=_after_adjudication(both),
        gaps=gaps,
        humans=human_agreement(items),
        population=population_estimate([count for count in cells if count.cell.verdict]),
        disagreements=tuple(item for item in items if is_disagreement(item)),
        cautions=(realism_cautions(counts, realism) if realism else cautions(counts, cells, gaps)),
        realism=realism,
    )


def judge_agreement(items: Iterable[AuditedItem]) -> Agreement:
    """Judge x people over items with both decisions."""
    return binary_agreement((bool(item.judge), bool(item.human)) for item in items)


def is_disagreement(item: AuditedItem) -> bool:
    """Whether a drawn item has a label that contradicts the judge or another label."""
    said = {label.is_positive for label in item.binary_labels}
    judged = set() if item.judge is None else {item.judge}
    return item.control is None and bool(said) and len(said | judged) > 1


def _after_adjudication(both: Sequence[AuditedItem]) -> Agreement | None:
    if not any(item.adjudicated for item in both):
        return None
    return binary_agreement((bool(item.judge), bool(item.settled)) for item in both)
