"""Which way a judge errs, in a sentence."""

from audit_app.domain.agreement import Agreement


def direction(judge: Agreement) -> str:
    """The disagreements of judge (rater 1) and people, by kind."""
    false_positives, false_negatives = judge.only_first or 0, judge.only_second or 0
    total = false_positives + false_negatives
    if not judge.n:
        return "No item has both a verdict and a human decision."
    if not total:
        return f"There is no disagreement; items compared: {judge.n}."
    if false_positives and false_negatives:
        return (
            f"Disagreements: {total}; judge false positives: {false_positives}, "
            f"judge false negatives: {false_negatives}."
        )
    kind = "positives" if false_positives else "negatives"
    return f"Disagreements: {total}; all are judge false {kind}."
