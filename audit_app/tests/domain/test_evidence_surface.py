"""The evidence surface depends on the family and its documents, never on an agent."""

import pytest

from audit_app.domain.evidence_surface import evidence_surface
from tasks_app.domain.families import Family
from tasks_app.domain.task_spec import Document, Surface

DOCUMENTS = [Document(f"id-{s}", f"title {s}", f"text {s}", s) for s in Surface]


@pytest.mark.parametrize(
    ("family", "surfaces"),
    [
        (Family.CHEAP, ["search"]),
        (Family.STOP, ["search"]),
        (Family.ESCALATION, ["search", "deep"]),
        (Family.FROZEN, ["context"]),
        (Family.MODEL_UPGRADE, ["context"]),
    ],
)
def test_each_family_shows_its_native_surface(family, surfaces):
    shown = [passage.title for passage in evidence_surface(family, DOCUMENTS)]
    assert shown == [f"title {surface}" for surface in surfaces]


def test_document_ids_stay_behind():
    assert "id-" not in repr(evidence_surface(Family.ESCALATION, DOCUMENTS))
