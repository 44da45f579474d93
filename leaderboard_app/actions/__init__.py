"""The writes of leaderboard_app: publications, and the calibrations that meter boards rest on."""

from leaderboard_app.actions.publishing import publish_snapshot

__all__ = ["publish_snapshot"]
