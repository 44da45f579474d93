"""Candidate descriptions of meter tasks, and those that were frozen for use by others."""

import uuid

from django.conf import settings
from django.db import models

from runs_app.domain.descriptions import CANDIDATE, DESCRIPTION_LENGTH

USER = settings.AUTH_USER_MODEL


class Candidate(models.Model):
    """A wording of one task, made from what one source configuration did; never changed.

    ``passes_public`` is what its owner is told; ``accepted`` also knows the hidden evaluation and
    is for maintainers, as are the findings with the code ``hidden_evaluation``.
    """

    class Origin(models.TextChoices):
        UPLOAD = "upload"
        EXTRACTIVE = "extractive"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    task_id = models.CharField(max_length=100)
    source = models.CharField(max_length=DESCRIPTION_LENGTH, help_text="A model x CLI pair.")
    text = models.TextField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the text.")
    origin = models.CharField(max_length=20, choices=Origin)
    label = models.CharField(max_length=200, blank=True, help_text="How it was made.")
    gate_version = models.CharField(max_length=20)
    findings = models.JSONField(default=list)
    passes_public = models.BooleanField()
    accepted = models.BooleanField()
    created_by = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["bundle", "task_id", "source", "digest"], name="one_candidate_per_text"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The description that an episode gives which was executed under this wording."""
        return f"{CANDIDATE}{self.pk}"


class FrozenDescription(models.Model):
    """The wording of a task that stands for a source from now on: a candidate, or the original
    where none was better. Its text is public, and it never changes."""

    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    task_id = models.CharField(max_length=100)
    source = models.CharField(max_length=DESCRIPTION_LENGTH)
    text = models.TextField()
    candidate = models.ForeignKey(
        Candidate, null=True, on_delete=models.PROTECT, related_name="frozen"
    )
    reason = models.TextField(help_text="Why this one, in a sentence.")
    evidence = models.JSONField(help_text="What was compared: rewards, costs, episodes.")
    frozen_by = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    frozen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["bundle", "task_id", "source"]
        constraints = [
            models.UniqueConstraint(
                fields=["bundle", "task_id", "source"], name="one_frozen_text_per_source"
            )
        ]

    def __str__(self) -> str:
        return f"{self.task_id} for {self.source}"
