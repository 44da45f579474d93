"""What a reader must know before trusting a report: small samples and broken assumptions (ours)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from audit_app.domain.cells import CellCount, family_title
from audit_app.domain.gaps import AgentGap
from audit_app.domain.label_counts import LabelCounts
from audit_app.domain.realism import RealismFigures

FEW_ITEMS = 30
"""Below this the normal intervals of kappa and of the estimates are too narrow."""

TOO_FEW = f"below {FEW_ITEMS} numbers are less certain than their intervals say."
FEW_IN_CELL = 10
FEW_OF_AGENT = 20
MUCH_UNDECIDED = 0.05


def cautions(
    counts: LabelCounts, cells: Sequence[CellCount], gaps: Sequence[AgentGap]
) -> tuple[str, ...]:
    """Plain sentences, the gravest first; none where nothing stands against the figures."""
    return (*_size(counts, cells, gaps), *_decisions(counts), *_blinding(counts))


def realism_cautions(counts: LabelCounts, figures: RealismFigures) -> tuple[str, ...]:
    """The same of a realism review, which has neither verdicts nor agents."""
    reviewed = figures.realistic.denominator
    few = {
        family: found.denominator
        for family, found in figures.by_family.items()
        if found.denominator < FEW_IN_CELL
    }
    said = []
    if reviewed < FEW_ITEMS:
        said.append(f"The sample is too small: {reviewed} tasks are reviewed, and {TOO_FEW}")
    if few:
        titles = ", ".join(f"{family_title(family)}: {number}" for family, number in few.items())
        said.append(
            f"Fewer than {FEW_IN_CELL} reviews in {len(few)} of {len(figures.by_family)} families "
            f"({titles})."
        )
    return (*said, *_undecided(counts))


def _size(
    counts: LabelCounts, cells: Sequence[CellCount], gaps: Sequence[AgentGap]
) -> Iterator[str]:
    if counts.compared < FEW_ITEMS:
        yield (
            f"The sample is too small: {counts.compared} items have both decisions, and {TOO_FEW}"
        )
    few = [cell for cell in cells if cell.population and cell.labelled < FEW_IN_CELL]
    if few:
        titles = ", ".join(f"{cell.cell.words}: {cell.labelled}" for cell in few)
        yield f"Fewer than {FEW_IN_CELL} labels in {len(few)} of {len(cells)} cells ({titles})."
    rare = Counter(gap.items < FEW_OF_AGENT for gap in gaps)[True]
    if rare:
        yield (
            f"{rare} of {len(gaps)} agents have fewer than {FEW_OF_AGENT} items: their gaps say "
            "little."
        )


def _undecided(counts: LabelCounts) -> Iterator[str]:
    undecided = counts.unsure + counts.skipped + counts.unlabelled
    if counts.drawn and undecided / counts.drawn > MUCH_UNDECIDED:
        yield (
            f"{undecided} of {counts.drawn} drawn items have no human yes or no; every figure "
            "takes them to be like the others of their cell."
        )


def _decisions(counts: LabelCounts) -> Iterator[str]:
    yield from _undecided(counts)
    if counts.unjudged:
        yield f"{counts.unjudged} labelled items have no readable verdict and are not compared."
    controls = counts.controls_right
    wrong = controls.denominator - controls.numerator
    if wrong:
        yield f"{wrong} of {controls.denominator} labels of control items are not the known ones."


def _blinding(counts: LabelCounts) -> Iterator[str]:
    if counts.revealed:
        yield f"{counts.revealed} of {counts.compared} items were labelled after a reveal."
    if counts.mentions:
        yield f"{counts.mentions} answers name a model, so their reviewers were perhaps not blind."
