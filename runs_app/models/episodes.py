"""Episodes and judge labels."""

import uuid

from django.db import models

from runs_app.models.runs import Run


class Episode(models.Model):
    """One attempt: what the agent left (first block) and what scoring derived (second block).

    The second block is recomputed from the first, the bundle and the judge labels at any time.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="episodes")
    task_id = models.CharField(max_length=100)
    family = models.CharField(max_length=40, blank=True)
    attempt = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=30)
    answer = models.TextField(null=True)  # noqa: DJ001 - no answer is not an empty answer
    abstained = models.BooleanField(default=False)
    steps = models.JSONField(default=list)
    step_count = models.PositiveIntegerField(default=0, null=True)
    seconds = models.FloatField(null=True, help_text="Wall time of a meter episode.")
    reported_units = models.FloatField(null=True)
    workspace = models.JSONField(null=True)
    usage = models.JSONField(null=True)
    cost_usd = models.FloatField(null=True)
    reward = models.FloatField(null=True)
    extra = models.JSONField(default=dict)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    units = models.FloatField(null=True)
    budget = models.FloatField(null=True)
    within_budget = models.BooleanField(null=True)
    over_step = models.PositiveIntegerField(null=True)
    grounded = models.BooleanField(null=True)
    composite = models.PositiveIntegerField(default=0)
    tier = models.CharField(max_length=20, blank=True)
    correct = models.BooleanField(null=True)
    strict = models.BooleanField(null=True)
    failure_stage = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["run", "task_id", "attempt"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "task_id", "attempt"], name="one_episode_per_attempt"
            )
        ]

    def __str__(self) -> str:
        return f"episode {self.pk}"


class JudgeLabel(models.Model):
    """One verdict on one episode; append-only. ``origin`` tells ours from a submitter's."""

    class Origin(models.TextChoices):
        SITE = "site"
        ARCHIVE = "archive"

    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="judge_labels")
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.SITE)
    judge = models.CharField(max_length=100)
    rubric = models.CharField(max_length=100)
    verdict = models.CharField(max_length=20)
    rationale = models.TextField(blank=True)
    raw = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["episode", "origin", "judge", "rubric"], name="one_label_per_judge_rubric"
            )
        ]

    def __str__(self) -> str:
        return f"{self.judge}: {self.verdict}"
