from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "ecoagent_site"
    default_auto_field = "django.db.models.BigAutoField"
