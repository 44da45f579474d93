"""Bundles and their tasks: immutable once imported."""

from django.db import models


class Bundle(models.Model):
    """One published bundle; ``manifest`` is its ``bundle.json`` as imported."""

    name = models.SlugField(max_length=100)
    version = models.CharField(max_length=50)
    kind = models.CharField(max_length=20)
    title = models.CharField(max_length=300)
    manifest = models.JSONField()
    tasks_sha256 = models.CharField(max_length=64)
    canonical_sha256 = models.CharField(max_length=64)
    task_count = models.PositiveIntegerField()
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-imported_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="one_bundle_per_version")
        ]

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


class Task(models.Model):
    """One task; ``spec`` is its line of ``tasks.jsonl`` as imported, oracle included."""

    bundle = models.ForeignKey(Bundle, on_delete=models.CASCADE, related_name="tasks")
    task_id = models.CharField(max_length=100)
    position = models.PositiveIntegerField()
    family = models.CharField(max_length=40, blank=True)
    spec = models.JSONField()

    class Meta:
        ordering = ["bundle", "position"]
        constraints = [
            models.UniqueConstraint(fields=["bundle", "task_id"], name="task_id_unique_in_bundle")
        ]
        indexes = [models.Index(fields=["bundle", "family", "position"])]

    def __str__(self) -> str:
        return self.task_id
