"""All writes of audit_app, one module a subject."""

from audit_app.actions.amending import amend_item
from audit_app.actions.claims import claim_item, release_claim, renew_claim, save_draft
from audit_app.actions.closing import adjudicate, close_audit
from audit_app.actions.imports import import_label_set
from audit_app.actions.labels import record_label
from audit_app.actions.opening import open_audit
from audit_app.actions.reveals import reveal_item
from audit_app.actions.rounds import label_and_claim
from audit_app.actions.seats import return_abandoned

__all__ = [
    "adjudicate",
    "amend_item",
    "claim_item",
    "close_audit",
    "import_label_set",
    "label_and_claim",
    "open_audit",
    "record_label",
    "release_claim",
    "renew_claim",
    "return_abandoned",
    "reveal_item",
    "save_draft",
]
