"""Published boards: immutable and content-addressed."""

from django.db import models


class Snapshot(models.Model):
    """All boards of one bundle as computed from one set of inputs; never changed or deleted.

    ``digest`` = SHA-256 of the canonical JSON of manifest and boards. ``input_digest`` covers
    what the boards were computed from: same inputs, same snapshot.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    input_digest = models.CharField(max_length=64)
    scoring_version = models.CharField(max_length=20)
    manifest = models.JSONField(help_text="What the boards were computed from.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["bundle", "input_digest"], name="one_snapshot_per_inputs"
            )
        ]

    def __str__(self) -> str:
        return self.digest


class Board(models.Model):
    """One table of a snapshot, stored apart so that a page loads only what it shows.

    ``kind``: leaderboard, family-matrix, sweeps, failures, s-lambda. ``budget_label`` and
    ``track`` are blank where the board spans them.
    """

    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="boards")
    kind = models.CharField(max_length=30)
    track = models.CharField(max_length=20, blank=True)
    budget_label = models.CharField(max_length=10, blank=True)
    payload = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["snapshot", "kind", "track", "budget_label"], name="one_board_per_view"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.track} {self.budget_label}"


class Publication(models.Model):
    """The moment at which a snapshot became what the public sees of its bundle.

    Apart from the snapshot, because a withdrawn run brings an earlier snapshot back: the same
    content, and so the same digest, is then published a second time.
    """

    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="publications")
    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        get_latest_by = "pk"
        indexes = [models.Index(fields=["bundle", "-id"])]

    def __str__(self) -> str:
        return f"{self.snapshot_id} at {self.published_at}"
