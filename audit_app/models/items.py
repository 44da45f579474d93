"""What is handed out: items, what is hidden of them, sessions and claims.

``Item`` holds what a reviewer is shown and what serving needs; ``Provenance`` what a reviewer must
not learn. Serving never reads the second.
"""

import uuid

from django.conf import settings
from django.db import models

from audit_app.domain.labels import Decision
from audit_app.domain.seating import ClaimState
from audit_app.models.audits import Audit

USER = settings.AUTH_USER_MODEL
BINARY_CHOICES = [(str(word), str(word)) for word in (Decision.CORRECT, Decision.INCORRECT)]
CLAIM_STATES = [(str(state), str(state)) for state in ClaimState]


class Item(models.Model):
    """One blinded episode: what is shown, and what serving it needs.

    ``open_seats`` counts the planned readings that nobody has made or holds.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    audit = models.ForeignKey(Audit, on_delete=models.PROTECT, related_name="items")
    position = models.PositiveIntegerField(help_text="In a salted order; never shown.")
    question = models.TextField()
    evidence = models.JSONField(default=list, help_text="Objects with title and text.")
    answer = models.TextField(blank=True)
    content_digest = models.CharField(max_length=64)
    revision = models.PositiveIntegerField(default=0, help_text="How often its content changed.")
    seats = models.PositiveSmallIntegerField(default=1, help_text="Readings planned.")
    open_seats = models.PositiveSmallIntegerField(default=1)
    barred = models.ForeignKey(
        USER,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Whose run it is from: that person never gets it.",
    )

    class Meta:
        ordering = ["audit", "position"]
        constraints = [
            models.UniqueConstraint(fields=["audit", "position"], name="one_item_a_position")
        ]
        indexes = [
            models.Index(
                fields=["audit", "position"],
                condition=models.Q(open_seats__gt=0),
                name="items_to_be_read",
            )
        ]

    def __str__(self) -> str:
        return f"item {self.pk}"


class Provenance(models.Model):
    """What a reviewer must not learn of an item; read by reports, never by serving."""

    item = models.OneToOneField(
        Item, primary_key=True, on_delete=models.PROTECT, related_name="provenance"
    )
    episode_id = models.UUIDField(null=True)
    run_id = models.UUIDField(null=True)
    agent_id = models.BigIntegerField(null=True)
    agent = models.CharField(max_length=200, blank=True)
    task_id = models.CharField(max_length=200, blank=True)
    family = models.CharField(max_length=40, blank=True)
    verdict = models.CharField(max_length=20, blank=True, help_text="Blank where there is none.")
    inclusion = models.FloatField(default=1, help_text="Probability that it was drawn.")
    known = models.CharField(
        max_length=20, blank=True, choices=BINARY_CHOICES, help_text="Label of a control item."
    )

    def __str__(self) -> str:
        return f"provenance of item {self.item_id}"


class Session(models.Model):
    """One reviewer working through an audit. ``cursor`` is where the search for the next item
    goes on, which keeps it quick however many items lie behind."""

    audit = models.ForeignKey(Audit, on_delete=models.PROTECT, related_name="sessions")
    reviewer = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    cursor = models.IntegerField(default=-1)
    done = models.PositiveIntegerField(default=0, help_text="Items with a label of mine.")
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["audit", "reviewer"], name="one_session_a_reviewer")
        ]

    def __str__(self) -> str:
        return f"session {self.pk}"


class Claim(models.Model):
    """One reviewer's hold on one item, from the first look to the label.

    A ``surplus`` claim is a late label whose seat was taken by then: kept, and counted once a
    seat of the item comes back.
    """

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="claims")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="claims")
    state = models.CharField(max_length=10, choices=CLAIM_STATES, default=ClaimState.HELD.value)
    claimed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    beat_at = models.DateTimeField(null=True, help_text="Last sign of life; null in a pause.")
    active_seconds = models.FloatField(default=0.0)
    labels = models.PositiveIntegerField(default=0, help_text="How often it was labelled.")
    draft = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "item"], name="one_claim_a_reader")
        ]
        indexes = [
            models.Index(
                fields=["expires_at"], condition=models.Q(state="held"), name="leases_by_end"
            ),
            models.Index(
                fields=["session", "claimed_at"],
                condition=models.Q(state="held"),
                name="items_in_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.pk}: {self.state}"
