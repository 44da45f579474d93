"""Published boards, and the calibrations that meter boards rest on: immutable, with digests."""

from django.conf import settings
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

    ``kind``: leaderboard, family-matrix, sweeps, failures, s-lambda; of a meter bundle
    agentmeter, meter-core, meter-descriptions, meter-episodes. ``track``, ``budget_label``,
    ``task_set`` and ``condition`` are blank where the board spans them or knows none.
    """

    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="boards")
    kind = models.CharField(max_length=30)
    track = models.CharField(max_length=20, blank=True)
    budget_label = models.CharField(max_length=10, blank=True)
    task_set = models.CharField(max_length=10, blank=True, default="")
    condition = models.CharField(max_length=200, blank=True, default="")
    payload = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["snapshot", "kind", "track", "budget_label", "task_set", "condition"],
                name="one_board_per_view",
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


class Calibration(models.Model):
    """A frozen calibration of a meter bundle: what its grids are scored by; never changed.

    ``payload`` holds effort, strata, budgets and thresholds; ``reference`` the runs that they
    rest on with the digests of their scores. ``digest`` covers all of it but who and when.
    """

    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(help_text="From 1, within the bundle.")
    payload = models.JSONField()
    digest = models.CharField(max_length=64)
    pricing = models.CharField(max_length=10, help_text="reported or book")
    book_version = models.PositiveIntegerField(null=True)
    book_digest = models.CharField(max_length=64, blank=True)
    reference = models.JSONField(help_text="The runs that it rests on.")
    parameters = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["bundle", "-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["bundle", "version"], name="one_calibration_per_version"
            )
        ]

    def __str__(self) -> str:
        return f"calibration {self.version} of {self.bundle_id}"
