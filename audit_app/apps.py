from django.apps import AppConfig


class AuditAppConfig(AppConfig):
    name = "audit_app"
    default_auto_field = "django.db.models.BigAutoField"
