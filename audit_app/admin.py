"""Read-only admin of audit_app. Labels of open audits are not listed: an administrator who also
reviews would see other people's."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from audit_app.models import Adjudication, Audit, HumanLabel
from tasks_app.web.read_only_admin import ReadOnlyAdmin


@admin.register(Audit)
class AuditAdmin(ReadOnlyAdmin):
    list_display = ("title", "kind", "status", "size", "opened_by", "created_at")
    list_filter = ("kind", "status")
    list_select_related = ("opened_by",)


@admin.register(HumanLabel)
class HumanLabelAdmin(ReadOnlyAdmin):
    list_display = ("number", "audit", "annotator", "decision", "was_blind", "created_at")
    list_filter = ("decision", "was_blind")
    list_select_related = ("audit",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[HumanLabel]:
        return super().get_queryset(request).filter(audit__status=Audit.Status.CLOSED)


@admin.register(Adjudication)
class AdjudicationAdmin(ReadOnlyAdmin):
    list_display = ("item_id", "name", "decision", "created_at")
    list_filter = ("decision",)
