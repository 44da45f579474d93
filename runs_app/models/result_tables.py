"""Tables of results that people bring, and how they were read."""

import uuid

from django.conf import settings
from django.db import models

USER = settings.AUTH_USER_MODEL


class ResultTable(models.Model):
    """An uploaded table that waits until its owner has said what its columns are."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    file = models.FileField(upload_to="tables/")
    file_name = models.CharField(max_length=300)
    file_bytes = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"table {self.pk}"


class TableMapping(models.Model):
    """Which column was what, kept under a name for its owner's next table."""

    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=100)
    mapping = models.JSONField(help_text="A ResultMapping.")
    bundle = models.ForeignKey("tasks_app.Bundle", on_delete=models.PROTECT, related_name="+")
    used_at = models.DateTimeField()

    class Meta:
        ordering = ["-used_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="one_mapping_per_name")
        ]

    def __str__(self) -> str:
        return self.name
