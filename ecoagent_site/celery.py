"""The Celery application. Celery's tasks are called jobs here and live in each app's jobs.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecoagent_site.settings")

app = Celery("ecoagent")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")
app.conf.beat_schedule = {
    # Anything whose message was lost with a broker or a worker is put back in the queue.
    "publish-outdated": {"task": "leaderboard_app.jobs.publish_outdated", "schedule": 60.0},
    "resume-unfinished": {"task": "runs_app.jobs.resume_unfinished", "schedule": 30.0},
}
