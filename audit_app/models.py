"""Audits, items, claims and labels: fields, constraints and one-row facts.

``Item`` holds what a reviewer is shown and what serving needs; ``Provenance`` what a reviewer must
not learn. Serving never reads the second.
"""

import uuid

from django.conf import settings
from django.db import models

from audit_app.domain.design import AuditKind
from audit_app.domain.labels import Decision
from audit_app.domain.seating import ClaimState

USER = settings.AUTH_USER_MODEL
DECISIONS = [(str(word), str(word)) for word in Decision]
CLAIM_STATES = [(str(state), str(state)) for state in ClaimState]
BINARY_CHOICES = [(str(word), str(word)) for word in (Decision.CORRECT, Decision.INCORRECT)]


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

    def __str__(self) -> str:
        return f"chain of {self.length} labels"


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
