"""Pages of audit_app."""

from django.urls import path

from audit_app import design_views, label_views, report_views, views

urlpatterns = [
    path("audits/", views.audit_list, name="audit-list"),
    path("audits/new/", design_views.new, name="audit-new"),
    path("audits/new/cells/", design_views.cells, name="audit-cells"),
    path("audits/<uuid:audit_id>/", views.audit, name="audit"),
    path("audits/<uuid:audit_id>/close/", views.close, name="audit-close"),
    path("audits/<uuid:audit_id>/label/", label_views.label, name="audit-label"),
    path("audits/<uuid:audit_id>/label/state.json", label_views.label_state, name="audit-state"),
    path("audits/<uuid:audit_id>/label/<uuid:item_id>/", label_views.label_item, name="audit-item"),
    path(
        "audits/<uuid:audit_id>/label/<uuid:item_id>/reveal/",
        label_views.reveal,
        name="audit-reveal",
    ),
    path("audits/<uuid:audit_id>/report/", report_views.report, name="audit-report"),
    path("audits/<uuid:audit_id>/report.csv", report_views.report_csv, name="audit-report-csv"),
    path("audits/<uuid:audit_id>/export.zip", report_views.export, name="audit-export"),
    path(
        "audits/<uuid:audit_id>/disagreements/<uuid:item_id>/",
        report_views.disagreement,
        name="audit-disagreement",
    ),
    path(
        "audits/<uuid:audit_id>/disagreements/<uuid:item_id>/adjudicate/",
        report_views.adjudicate,
        name="audit-adjudicate",
    ),
]
