"""Whether two raters of the same items agree: every coefficient of one table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from audit_app.domain.intervals import proportion
from audit_app.domain.kappa import cohen_kappa
from audit_app.domain.mcnemar import mcnemar_exact
from audit_app.domain.prevalence import gwet_ac1, pabak
from audit_app.domain.quantity import NO_SHARED_ITEM, Proportion, Quantity, undefined

Table = tuple[tuple[int, ...], ...]
"""Counts, rows = rater 1, columns = rater 2, in the same order of classes."""


@dataclass(frozen=True)
class Agreement:
    """Two raters of ``n`` shared items. For ordered classes see ``linear`` and ``quadratic``.

    ``only_first`` and ``only_second`` count the disagreements by who alone said positive, the
    first of two classes; they are None, and ``mcnemar_p`` undefined, with more than two classes.
    ``positive_precision`` is the share of rater 1's positives that rater 2 calls positive too.
    """

    table: Table
    n: int
    percent: Proportion
    kappa: Quantity
    linear: Quantity
    quadratic: Quantity
    ac1: Quantity
    pabak: Quantity
    mcnemar_p: Quantity
    only_first: int | None
    only_second: int | None
    positive_precision: Proportion

    @property
    def disagreements(self) -> int:
        return self.n - self.percent.numerator


def agreement(table: Sequence[Sequence[int]]) -> Agreement:
    """Everything about a k x k table of counts, k >= 2; ValueError where it is not one."""
    counts = _checked(table)
    agreed = sum(row[index] for index, row in enumerate(counts))
    total = sum(map(sum, counts))
    binary = len(counts) == 2
    return Agreement(
        table=counts,
        n=total,
        percent=proportion(agreed, total, NO_SHARED_ITEM),
        kappa=cohen_kappa(counts),
        linear=cohen_kappa(counts, "linear"),
        quadratic=cohen_kappa(counts, "quadratic"),
        ac1=gwet_ac1(counts),
        pabak=pabak(counts),
        mcnemar_p=_direction(counts),
        only_first=counts[0][1] if binary else None,
        only_second=counts[1][0] if binary else None,
        positive_precision=proportion(
            counts[0][0], sum(counts[0]), "undefined: rater 1 called nothing positive"
        ),
    )


def binary_agreement(pairs: Iterable[tuple[bool, bool]]) -> Agreement:
    """The agreement of (rater 1, rater 2) pairs, True = positive."""
    return agreement(binary_table(pairs))


def binary_table(pairs: Iterable[tuple[bool, bool]]) -> Table:
    """((both, only rater 1), (only rater 2, neither))."""
    counts = [[0, 0], [0, 0]]
    for first, second in pairs:
        counts[not first][not second] += 1
    return tuple(map(tuple, counts))


def _direction(counts: Table) -> Quantity:
    if len(counts) != 2:
        return undefined("undefined: a direction needs two classes")
    return mcnemar_exact(counts[0][1], counts[1][0])


def _checked(table: Sequence[Sequence[int]]) -> Table:
    counts = tuple(tuple(int(count) for count in row) for row in table)
    if len(counts) < 2 or any(len(row) != len(counts) for row in counts):
        raise ValueError("An agreement table is square, with at least two classes.")
    if any(count < 0 for row in counts for count in row):
        raise ValueError("An agreement table holds counts, none of them negative.")
    return counts
