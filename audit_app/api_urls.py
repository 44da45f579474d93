"""API routes of audit_app, below /api/v1/."""

from django.urls import path

from audit_app.api import audits, items

ITEM = "audits/<uuid:audit_id>/items/<uuid:item_id>/"

urlpatterns = [
    path("audits/", audits.AuditList.as_view(), name="api-audits"),
    path("audits/<uuid:audit_id>/", audits.AuditDetail.as_view(), name="api-audit"),
    path("audits/<uuid:audit_id>/claim/", items.ItemClaim.as_view(), name="api-audit-claim"),
    path("audits/<uuid:audit_id>/close/", audits.AuditClose.as_view(), name="api-audit-close"),
    path(
        "audits/<uuid:audit_id>/report/", audits.AuditReportView.as_view(), name="api-audit-report"
    ),
    path(ITEM, items.ItemDetail.as_view(), name="api-audit-item"),
    path(f"{ITEM}label/", items.ItemLabel.as_view(), name="api-audit-label"),
    path(f"{ITEM}draft/", items.ItemDraft.as_view(), name="api-audit-draft"),
    path(f"{ITEM}renew/", items.ItemRenewal.as_view(), name="api-audit-renew"),
    path(f"{ITEM}release/", items.ItemRelease.as_view(), name="api-audit-release"),
    path(f"{ITEM}reveal/", items.ItemReveal.as_view(), name="api-audit-reveal"),
]
