"""Agents, archives, runs, episodes and judge labels: fields, constraints and one-row facts."""

import uuid

from django.conf import settings
from django.db import models

from runs_app.domain.descriptions import DESCRIPTION_LENGTH

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
    def terms(self) -> str:
        """What it ran under, in a few words: ``main``, ``original``, ``generic, repeat 2``."""
        if not self.is_metered:
            return self.budget_label
        return self.description + (f", repeat {self.repeat}" if self.repeat > 1 else "")


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
