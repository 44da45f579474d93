"""Whether two raters' errors go one way: the exact McNemar test."""

from audit_app.domain.incomplete_beta import regularised_beta
from audit_app.domain.quantity import Quantity, undefined


def mcnemar_exact(only_first: int, only_second: int) -> Quantity:
    """Two-sided p-value of equal chances for both kinds of disagreement (McNemar 1947).

    min(1, 2 P(X <= smaller)), X binomial over the disagreements with probability 1/2.
    ``only_first``: items that rater 1 alone called positive; ``only_second`` rater 2 alone.
    """
    disagreements = only_first + only_second
    if not disagreements:
        return undefined("undefined: there is no disagreement to go one way or the other")
    smaller = min(only_first, only_second)
    tail = regularised_beta(0.5, disagreements - smaller, smaller + 1)
    return Quantity(min(1.0, 2 * tail), disagreements)
