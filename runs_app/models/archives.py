"""Agents, and the archives that people upload."""

import uuid

from django.conf import settings
from django.db import models

USER = settings.AUTH_USER_MODEL


class Visibility(models.TextChoices):
    PUBLIC = "public"
    PRIVATE = "private"


class Agent(models.Model):
    """An ``AgentSpec`` of one owner; the site's own agents have no owner."""

    owner = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=200)
    track = models.CharField(max_length=20)
    model = models.CharField(max_length=200, blank=True)
    scaffold = models.CharField(max_length=200, blank=True)
    prompt = models.TextField(blank=True)
    composite_mode = models.CharField(max_length=20)
    url = models.URLField(max_length=500, blank=True)
    identity = models.CharField(max_length=64, help_text="SHA-256 of the AgentSpec without url.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "identity"], name="one_agent_per_identity", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return self.name


class Archive(models.Model):
    """One upload and what became of it. A refused one keeps its problems and nothing else."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        READING = "reading"
        REJECTED = "rejected"
        JUDGING = "judging"
        SCORED = "scored"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    visibility = models.CharField(max_length=10, choices=Visibility)
    dry_run = models.BooleanField(default=False)
    idempotency_key = models.CharField(max_length=200, null=True)  # noqa: DJ001 - unique when set
    file = models.FileField(upload_to="archives/", blank=True)
    file_name = models.CharField(max_length=300)
    file_bytes = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.TextField(blank=True, help_text="Why it ended as it did, in a sentence.")
    progress = models.FloatField(default=0, help_text="Share done, 0 to 1.")
    problems = models.JSONField(default=list)
    problem_count = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    bundle = models.ForeignKey(
        "tasks_app.Bundle", null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "idempotency_key"], name="one_archive_per_idempotency_key"
            )
        ]

    def __str__(self) -> str:
        return f"archive {self.pk}"
