"""What people decided: appended, never changed."""

from django.conf import settings
from django.db import models

from audit_app.domain.labels import Decision
from audit_app.models.audits import Audit
from audit_app.models.items import Item

USER = settings.AUTH_USER_MODEL
BINARY_CHOICES = [(str(word), str(word)) for word in (Decision.CORRECT, Decision.INCORRECT)]
DECISIONS = [(str(word), str(word)) for word in Decision]


class HumanLabel(models.Model):
    """One decision; append-only, and chained: ``digest`` covers the label and the one before.

    ``annotator`` names who labelled: a user, or somebody known by name only (imported labels).
    """

    audit = models.ForeignKey(Audit, on_delete=models.PROTECT, related_name="labels")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="labels")
    number = models.PositiveIntegerField(help_text="From 1 within the audit.")
    reviewer = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    annotator = models.CharField(max_length=150)
    decision = models.CharField(
        max_length=10, choices=[(str(word), str(word)) for word in Decision]
    )
    reason = models.TextField(blank=True)
    comment = models.TextField(blank=True)
    flag = models.BooleanField(default=False)
    was_blind = models.BooleanField(default=True)
    is_late = models.BooleanField(default=False)
    rubric_version = models.CharField(max_length=50)
    content_digest = models.CharField(max_length=64, help_text="Of what was seen.")
    version = models.PositiveIntegerField(help_text="The item's for this reviewer, after it.")
    active_seconds = models.FloatField(default=0.0)
    request_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["audit", "number"]
        constraints = [
            models.UniqueConstraint(fields=["audit", "number"], name="one_label_a_number"),
            models.UniqueConstraint(
                fields=["item", "annotator", "version"], name="one_label_a_version"
            ),
        ]

    def __str__(self) -> str:
        return f"label {self.number}: {self.decision}"


class Reveal(models.Model):
    """A reviewer looked behind the blinding of an item; append-only."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="reveals")
    reviewer = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "reviewer"], name="one_reveal_a_reader")
        ]

    def __str__(self) -> str:
        return f"reveal {self.pk}"


class Adjudication(models.Model):
    """A third decision on a disagreement, beside the labels and never over them; append-only."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="adjudications")
    adjudicator = models.ForeignKey(USER, null=True, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=150, help_text="Who adjudicated; imported ones by name.")
    decision = models.CharField(max_length=10, choices=BINARY_CHOICES)
    reason = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"adjudication {self.pk}: {self.decision}"
