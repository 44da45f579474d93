"""Runs, and the chunks in which one is executed."""

import uuid

from django.conf import settings
from django.db import models

from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from runs_app.domain.episode import RunKey
from runs_app.models.archives import Agent, Archive, Visibility

USER = settings.AUTH_USER_MODEL


class Run(models.Model):
    """One agent over one bundle at one budget label; over a meter bundle, which has no budgets and
    no judge, under one description and one repeat."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        JUDGING = "judging"
        SCORED = "scored"
        FAILED = "failed"
        CANCELLED = "cancelled"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="runs")
    archive = models.ForeignKey(Archive, null=True, on_delete=models.PROTECT, related_name="runs")
    owner = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    budget_label = models.CharField(max_length=10, blank=True)
    description = models.CharField(
        max_length=DESCRIPTION_LENGTH, blank=True, help_text="The wording of the tasks (meter)."
    )
    repeat = models.PositiveIntegerField(default=1, help_text="From 1.")
    task_ids = models.JSONField(null=True, help_text="A subset of the bundle's tasks, or null.")
    judge = models.CharField(
        max_length=100, blank=True, help_text="The judge whose labels score this run."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    reason = models.TextField(blank=True, help_text="Why it ended as it did, in a sentence.")
    tasks_total = models.PositiveIntegerField()
    episodes_done = models.PositiveIntegerField(default=0)
    resumptions = models.PositiveIntegerField(
        default=0, help_text="Times in a row that it was put back in the queue without progress."
    )
    scoring_attempts = models.PositiveIntegerField(default=0)
    scoring_version = models.CharField(max_length=20, blank=True)
    scores_digest = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 over the run's scored episodes."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    touched_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["bundle", "budget_label", "status", "created_at"]),
            models.Index(
                fields=["bundle", "description", "repeat", "status"], name="runs_by_description"
            ),
            models.Index(fields=["-created_at", "-id"]),
        ]

    def __str__(self) -> str:
        return f"run {self.pk}"

    @property
    def is_over(self) -> bool:
        return self.status not in {self.Status.QUEUED, self.Status.RUNNING, self.Status.JUDGING}

    @property
    def is_metered(self) -> bool:
        """Whether it is over a meter bundle, which has no budgets."""
        return not self.budget_label

    @property
    def key(self) -> RunKey:
        """Whose run under what circumstances, as archives tell runs apart."""
        return RunKey(self.agent.name, self.budget_label, self.description, self.repeat)

    @property
    def terms(self) -> str:
        """What it ran under, in a few words: ``main``, ``original``, ``generic, repeat 2``."""
        return self.budget_label or self.key.wording


class Chunk(models.Model):
    """A stretch of a run's tasks that one job executes in one transaction.

    Whoever works on it holds its row lock, which the database frees when the worker dies.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField(help_text="From 1.")
    task_ids = models.JSONField()
    attempts = models.PositiveIntegerField(default=0, help_text="How often it was begun.")
    done = models.BooleanField(default=False)
    reason = models.TextField(blank=True, help_text="Why its last attempt failed, if it did.")

    class Meta:
        ordering = ["run", "number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="one_chunk_a_number")]

    def __str__(self) -> str:
        return f"chunk {self.number} of run {self.run_id}"
