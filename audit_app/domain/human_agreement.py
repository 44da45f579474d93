"""Whether reviewers agree with one another: no judge can agree with them better than that."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from audit_app.domain.agreement import Agreement, binary_agreement
from audit_app.domain.audited import AuditedItem
from audit_app.domain.many_raters import fleiss_kappa, krippendorff_alpha
from audit_app.domain.quantity import Quantity


@dataclass(frozen=True)
class HumanAgreement:
    """The ``items`` that at least two people called correct or incorrect, controls left out.

    ``pair`` compares the first two labels of each. ``alpha`` is Krippendorff's over all their
    labels; ``fleiss`` takes the items with the most common number of labels (the smaller one of
    equally common ones). ``single`` counts the items with one label only.
    """

    items: int
    single: int
    pair: Agreement
    alpha: Quantity
    fleiss: Quantity


def human_agreement(items: Iterable[AuditedItem]) -> HumanAgreement:
    """The agreement on the overlap. Undefined where no item has two labels."""
    said = [
        [bool(label.is_positive) for label in item.binary_labels]
        for item in items
        if item.control is None
    ]
    shared = [labels for labels in said if len(labels) > 1]
    return HumanAgreement(
        items=len(shared),
        single=sum(len(labels) == 1 for labels in said),
        pair=binary_agreement((labels[0], labels[1]) for labels in shared),
        alpha=krippendorff_alpha(_by_place(shared)),
        fleiss=fleiss_kappa(_most_common(shared)),
    )


def _by_place(shared: list[list[bool]]) -> list[list[float | None]]:
    """Raters x items; alpha does not mind who a rater is, so places stand for people."""
    places = max(map(len, shared), default=0)
    return [
        [float(labels[place]) if place < len(labels) else None for labels in shared]
        for place in range(places)
    ]


def _most_common(shared: list[list[bool]]) -> list[tuple[int, int]]:
    """(positive, negative) labels of the items with the most common number of labels."""
    sizes = Counter(map(len, shared))
    size = max(sizes, key=lambda count: (sizes[count], -count), default=0)
    return [(sum(labels), size - sum(labels)) for labels in shared if len(labels) == size]
