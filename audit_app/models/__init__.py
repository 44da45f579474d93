"""Audits, items, claims and labels: fields, constraints and one-row facts."""

from audit_app.models.audits import Audit, LabelChain
from audit_app.models.items import Claim, Item, Provenance, Session
from audit_app.models.labels import Adjudication, HumanLabel, Reveal

__all__ = [
    "Adjudication",
    "Audit",
    "Claim",
    "HumanLabel",
    "Item",
    "LabelChain",
    "Provenance",
    "Reveal",
    "Session",
]
