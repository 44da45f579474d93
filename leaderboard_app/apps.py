from django.apps import AppConfig


class LeaderboardAppConfig(AppConfig):
    name = "leaderboard_app"
    default_auto_field = "django.db.models.BigAutoField"
