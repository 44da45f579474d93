"""The writes of leaderboard_app: publications, and the calibrations that meter boards rest on."""

from leaderboard_app.actions.calibrating import calibrate_bundle
from leaderboard_app.actions.publishing import publish_snapshot

__all__ = ["calibrate_bundle", "publish_snapshot"]
