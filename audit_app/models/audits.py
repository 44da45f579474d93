"""Audits with their design and frame, and where their label logs end."""

import uuid

from django.conf import settings
from django.db import models

from audit_app.domain.design import AuditKind

USER = settings.AUTH_USER_MODEL


class Audit(models.Model):
    """A sample of episodes for relabelling, with its design and frame; immutable but for its end.

    ``cells`` holds one object a cell of the frame (family, verdict, population, drawn,
    inclusion), ``agent_cells`` one an agent and cell (agent_id, agent, family, verdict,
    population).
    """

    class Status(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=200, help_text="Shown to reviewers: names no agent.")
    kind = models.CharField(max_length=10, choices=[(str(kind), str(kind)) for kind in AuditKind])
    bundle = models.ForeignKey(
        "tasks_app.Bundle", null=True, on_delete=models.PROTECT, related_name="+"
    )
    run_ids = models.JSONField(default=list)
    families = models.JSONField(default=list)
    judge = models.CharField(max_length=100, blank=True)
    judge_rubric = models.CharField(
        max_length=100, blank=True, help_text="Of the verdicts in the frame; blank: not known."
    )
    size = models.PositiveIntegerField()
    seed = models.CharField(max_length=100, blank=True)
    overlap = models.FloatField(default=0)
    rubric = models.TextField()
    rubric_version = models.CharField(max_length=50)
    reveal_allowed = models.BooleanField(default=False)
    frame_size = models.PositiveIntegerField()
    frame_digest = models.CharField(max_length=64, blank=True)
    cells = models.JSONField(default=list)
    agent_cells = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    reason = models.TextField(blank=True, help_text="Why it was closed, in a sentence.")
    opened_by = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    closed_by = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN


class LabelChain(models.Model):
    """Where an audit's label log ends; its row lock is what puts labels in a line."""

    audit = models.OneToOneField(
        Audit, primary_key=True, on_delete=models.PROTECT, related_name="chain"
    )
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True, help_text="Digest of the last label.")
    readings = models.PositiveIntegerField(default=0, help_text="Readings planned, all items.")
    filled = models.PositiveIntegerField(default=0, help_text="Readings made.")
    is_sealed = models.BooleanField(
        default=False,
        help_text="Closed: nothing is appended any more, not even what was on its way.",
    )

    def __str__(self) -> str:
        return f"chain of {self.length} labels"
