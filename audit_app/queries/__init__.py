"""All reads of audit_app: frozen values, and for reviewers nothing but the allow-list."""

from audit_app.queries.audits import (
    AuditRow,
    DesignView,
    audit,
    audit_design,
    audit_progress,
    my_progress,
    visible_audits,
)
from audit_app.queries.chains import log_problems
from audit_app.queries.design import CellPreview, preview_cells
from audit_app.queries.exports import write_export
from audit_app.queries.items import my_item, my_item_ids, my_items
from audit_app.queries.reports import audited_items, report

__all__ = [
    "AuditRow",
    "CellPreview",
    "DesignView",
    "audit",
    "audit_design",
    "audit_progress",
    "audited_items",
    "log_problems",
    "my_item",
    "my_item_ids",
    "my_items",
    "my_progress",
    "preview_cells",
    "report",
    "visible_audits",
    "write_export",
]
