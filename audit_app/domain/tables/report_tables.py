"""The numbers of a report as tables: each with its sentence, or with why there is none."""

from collections.abc import Iterable, Mapping, Sequence

from audit_app.domain.agreement import Agreement
from audit_app.domain.cells import family_title
from audit_app.domain.correction import FIGURES
from audit_app.domain.gaps import AgentGap
from audit_app.domain.intervals import is_cut
from audit_app.domain.report import AuditReport
from audit_app.domain.report_lines import ReportLine
from tasks_app.domain.cells import count_cell, share_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import MINUS, RANGE, rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

SHARES = frozenset(
    {
        "percent",
        "positive_precision",
        "judge_rate",
        "human_rate",
        "population_agreement",
        "error_limit",
        "unsure_labels",
        "skip_labels",
        "coverage",
        "realistic",
        "realistic_rate",
        *(f"corrected_{figure}" for figure in FIGURES),
    }
)
"""The keys whose numbers are shares of items, written in percent."""

LINE_HEADER = (
    HeaderCell("measure", "Measure", sortable=False),
    HeaderCell("value", "Value", numeric=True, sortable=False),
    HeaderCell("interval", "95 % interval", numeric=True, sortable=False),
    HeaderCell("se", "Standard error", numeric=True, sortable=False),
    HeaderCell("n", "Items", "Items that the number rests on.", numeric=True, sortable=False),
)
REVIEWED = "Reviewed: found realistic or not"


def lines_table(key: str, caption: str, lines: Iterable[ReportLine], note: str = "") -> Table:
    """One row a number: what it is called and means, its value, interval and error."""
    rows = tuple(Row(_line_cells(line)) for line in lines)
    return Table(key, caption, LINE_HEADER, rows, note=note, empty="There is nothing to tell here.")


def by_subject_table(key: str, caption: str, lines: Sequence[ReportLine], what: str) -> Table:
    """One row a subject (a family, or blind and revealed), one column a measure."""
    measures = {line.key: line.text for line in lines}
    subjects: dict[str, dict[str, ReportLine]] = {}
    for line in lines:
        subjects.setdefault(line.subject, {})[line.key] = line
    header = (
        HeaderCell("subject", what),
        HeaderCell("items", "Items", numeric=True),
        *(HeaderCell(key, text.header, text.explanation, True) for key, text in measures.items()),
    )
    rows = tuple(
        Row(
            (
                text_cell(family_title(subject)),
                count_cell(found["percent"].n),
                *(value_cell(found[key], with_interval=True) for key in measures),
            )
        )
        for subject, found in subjects.items()
    )
    return Table(key, caption, header, rows, empty="Nothing was compared.")


def confusion_table(found: Agreement, key: str = "confusion") -> Table:
    """Counts of judge (rows) by people (columns)."""
    names = ("correct", "incorrect")
    rows = [
        Row((text_cell(f"Judge: {name}"), *map(count_cell, counts), count_cell(sum(counts))))
        for name, counts in zip(names, found.table, strict=True)
    ]
    sums = [sum(column) for column in zip(*found.table, strict=True)]
    rows.append(
        Row((text_cell("All"), *map(count_cell, sums), count_cell(found.n)), css="is-total")
    )
    header = (
        HeaderCell("judge", "Judge", sortable=False),
        *(HeaderCell(name, f"People: {name}", "", True, sortable=False) for name in names),
        HeaderCell("all", "All", "", True, sortable=False),
    )
    return Table(key, "Judge by people", header, tuple(rows))


def gaps_table(gaps: Iterable[AgentGap], lines: Mapping[str, ReportLine]) -> Table:
    """One row an agent; ``lines`` are those of its gap, by agent."""
    header = (
        HeaderCell("agent", "Agent"),
        HeaderCell("items", "Items", "With a verdict and a human decision.", True),
        HeaderCell("judge", "Judge: correct", "Of these items.", True),
        HeaderCell("people", "People: correct", "Of these items.", True),
        HeaderCell("gap", "Judge minus people", "In percentage points, weighted by cell.", True),
        HeaderCell("interval", "95 % interval", "Of the gap.", True, sortable=False),
    )
    rows = tuple(
        Row(
            (
                text_cell(found.agent),
                count_cell(found.items),
                share_cell(found.judge_positive, found.items),
                share_cell(found.human_positive, found.items),
                value_cell(lines[found.agent]),
                interval_cell(lines[found.agent]),
            )
        )
        for found in gaps
    )
    return Table("agents", "By agent", header, rows, empty="No agent has a compared item.")


def counts_table(report: AuditReport) -> Table:
    """What became of every drawn item: nothing is dropped in silence."""
    counts = report.counts
    undecided = (
        ("Unsure", counts.unsure),
        ("Skipped", counts.skipped),
        ("Without a label", counts.unlabelled),
    )
    lines: tuple[tuple[str, int], ...] = (
        ("Drawn", counts.drawn),
        ("Compared: with a verdict and a human yes or no", counts.compared),
        ("Without a readable verdict", counts.unjudged),
        *undecided,
        ("Labelled after a reveal, of those compared", counts.revealed),
        ("Answer names a model, of those compared", counts.mentions),
    )
    if report.realism:
        lines = (("Drawn", counts.drawn), (REVIEWED, counts.unjudged), *undecided)
    rows = [Row((text_cell(words), count_cell(count))) for words, count in lines]
    if not report.realism:
        right = counts.controls_right
        control = share_cell(right.numerator, right.denominator, right.reason)
        rows.append(Row((text_cell("Labels of control items that are the known ones"), control)))
    header = (HeaderCell("what", "What", sortable=False), HeaderCell("items", "Items", "", True))
    return Table("counts", "Every item", header, tuple(rows))


def undecided_table(lines: Iterable[ReportLine]) -> Table:
    """Labels without a yes or no: all of a decision, then those of each reason."""
    header = (
        HeaderCell("decision", "Label", sortable=False),
        HeaderCell("reason", "Reason given", sortable=False),
        HeaderCell("labels", "Labels", "Of all labels of drawn items.", True, sortable=False),
    )
    rows = tuple(
        Row(
            (
                text_cell(line.text.header),
                text_cell(line.subject or "All"),
                share_cell(line.numerator or 0, line.denominator or 0, line.reason),
            ),
            css="" if line.subject else "is-total",
        )
        for line in lines
    )
    return Table("undecided", "Why there is no yes or no", header, rows)


def value_cell(line: ReportLine, with_interval: bool = False) -> Cell:
    """The number; where it is undefined, the reason in its place."""
    if line.value is None:
        return Cell(line.reason, None, CellKind.NUMBER, css="why")
    has_ends = with_interval and line.low is not None and line.high is not None
    note = _ends(line) + (", cut" if is_cut(line.reason) else "") if has_ends else ""
    if line.numerator is not None and not with_interval:
        note = f"{line.numerator} / {line.denominator}"
    return Cell(written(line.key, line.value), line.value, CellKind.NUMBER, note=note)


def interval_cell(line: ReportLine) -> Cell:
    if line.low is None or line.high is None:
        return unknown_cell(line.reason or "This number has no interval.")
    return Cell(_ends(line), line.low, CellKind.NUMBER, note=line.reason, css="noted")


def written(key: str, value: float) -> str:
    """0.9167 as 91.7 % where it is a share; coefficients with three digits, p with four."""
    if key in SHARES:
        return rate_text(value)
    if key == "gap":
        return _signed(100 * value, 1)
    return _signed(value, 4 if key == "mcnemar_p" else 3)


def _signed(value: float, digits: int) -> str:
    text = f"{abs(value):.{digits}f}"
    return f"{MINUS}{text}" if value < 0 and float(text) else text


def _ends(line: ReportLine) -> str:
    low, high = (
        written(line.key, end).removesuffix("%").strip() for end in (line.low or 0, line.high or 0)
    )
    return f"{low} to {high}" if MINUS in low else f"{low}{RANGE}{high}"


def _line_cells(line: ReportLine) -> tuple[Cell, ...]:
    family, slash, verdict = line.subject.partition(" / ")
    of = f": {family_title(family)}{slash}{verdict}" if family else ""
    se = f"{line.se:.4f}" if line.se is not None else ""
    elsewhere = "." if line.low is None else "; see its interval."
    no_se = line.reason or f"It has no standard error of its own{elsewhere}"
    return (
        text_cell(line.text.header + of, note=line.text.explanation, css="wide"),
        value_cell(line),
        interval_cell(line),
        Cell(se, line.se, CellKind.NUMBER) if se else unknown_cell(no_se),
        count_cell(line.n),
    )
