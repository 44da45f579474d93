from django.apps import AppConfig


class RunsAppConfig(AppConfig):
    name = "runs_app"
    default_auto_field = "django.db.models.BigAutoField"
