from importlib import import_module

from django.apps import AppConfig


class LeaderboardAppConfig(AppConfig):
    name = "leaderboard_app"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, which can be imported only once all models are there."""
        import_module("leaderboard_app.receivers")
