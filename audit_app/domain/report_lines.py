"""A report as a flat list of numbers: page, API and CSV show the same lines, undefined included."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from audit_app.domain.agreement import Agreement
from audit_app.domain.audit_text import AUDIT_TEXTS, AuditText
from audit_app.domain.correction import FIGURES
from audit_app.domain.label_counts import LabelCounts
from audit_app.domain.quantity import Proportion, Quantity
from audit_app.domain.realism import RealismFigures
from audit_app.domain.report import AuditReport
from audit_app.domain.undecided import UNDECIDED, Undecided

NO_LABEL = "undefined: nothing was labelled"


@dataclass(frozen=True)
class ReportLine:
    """One number. ``section`` says of what (``overall``, ``family``, ``blinding``,
    ``adjudicated``, ``humans``, ``undecided``, ``population``, ``limit``, ``agent``, ``corrected``,
    ``realism``), ``subject`` of which one; of ``undecided`` the reason given, blank for all.

    ``numerator`` and ``denominator`` are None where the number is no share of counted items;
    ``n`` is how many items it rests on. An undefined ``value`` is None and has a ``reason``.
    """

    section: str
    subject: str
    key: str
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    n: int
    numerator: int | None
    denominator: int | None
    reason: str

    @property
    def text(self) -> AuditText:
        return AUDIT_TEXTS[self.key]

    def as_row(self) -> dict[str, Any]:
        """Its fields with header and explanation, in the order of a CSV line."""
        row = asdict(self)
        return row | {"header": self.text.header, "explanation": self.text.explanation}


def report_lines(report: AuditReport) -> tuple[ReportLine, ...]:
    """Every number of a report, in the order in which a page shows them."""
    return tuple(_lines(report))


def _lines(report: AuditReport) -> Iterator[ReportLine]:
    if report.realism is not None:
        yield from _realism(report.realism)
    yield from _agreement("overall", "", report.overall)
    yield from _population(report)
    for family, found in report.by_family.items():
        yield from _agreement("family", family, found)
    for agent in report.gaps:
        yield _line("agent", agent.agent, "gap", agent.gap)
    for run in report.corrected:
        for figure in FIGURES:
            yield _line("corrected", run.title, f"corrected_{figure}", run.figures[figure])
    for blinding, found in report.by_blinding.items():
        yield from _agreement("blinding", blinding, found)
    if report.after_adjudication is not None:
        yield from _agreement("adjudicated", "", report.after_adjudication)
    yield from _humans(report)
    yield from _undecided(report.counts)


def _agreement(section: str, subject: str, found: Agreement) -> Iterator[ReportLine]:
    for key in ("percent", "kappa", "ac1", "pabak", "mcnemar_p", "positive_precision"):
        yield _line(section, subject, key, getattr(found, key))


def _population(report: AuditReport) -> Iterator[ReportLine]:
    found = report.population
    yield _line("population", "", "judge_rate", found.judge_rate)
    yield _line("population", "", "human_rate", found.human_rate)
    yield _line("population", "", "population_agreement", found.agreement)
    yield _line("population", "", "population_kappa", found.kappa)
    for limit in found.limits:
        upper = Quantity(limit.upper, limit.labelled)
        yield _line("limit", limit.title, "error_limit", upper)


def _realism(found: RealismFigures) -> Iterator[ReportLine]:
    yield _line("realism", "", "coverage", found.coverage)
    yield _line("realism", "", "realistic", found.realistic)
    for family, share in found.by_family.items():
        yield _line("realism", family, "realistic", share)
    yield _line("realism", "", "realistic_rate", found.rate)


def _humans(report: AuditReport) -> Iterator[ReportLine]:
    found = report.humans
    for key in ("percent", "kappa", "ac1", "pabak"):
        yield _line("humans", "", key, getattr(found.pair, key))
    yield _line("humans", "", "alpha", found.alpha)
    yield _line("humans", "", "fleiss", found.fleiss)


def _undecided(counts: LabelCounts) -> Iterator[ReportLine]:
    for decision in UNDECIDED:
        found = [row for row in counts.undecided if row.decision is decision]
        every = Undecided(decision, "", sum(row.labels for row in found))
        for row in (every, *found):
            share = Proportion(row.labels, counts.labels, reason=NO_LABEL)
            yield _line("undecided", row.reason, f"{decision}_labels", share)


def _line(section: str, subject: str, key: str, found: Quantity | Proportion) -> ReportLine:
    if isinstance(found, Proportion):
        counts: tuple[int | None, int | None] = (found.numerator, found.denominator)
        n, se = found.denominator, None
    else:
        counts, n, se = (None, None), found.n, found.se
    ends = (found.low, found.high)
    return ReportLine(section, subject, key, found.value, *ends, se, n, *counts, found.reason)
