"""Bundles with their tasks, and versions of the price book: immutable once stored."""

from django.conf import settings
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


class PriceBook(models.Model):
    """One version of the price book; ``digest`` covers its prices, rates, date and source.

    ``rates`` = {currency: {"usd", "as_of"}}. ``based_on`` is the version that was edited.
    """

    version = models.PositiveIntegerField(unique=True)
    as_of = models.DateField()
    source = models.CharField(max_length=300)
    rates = models.JSONField()
    digest = models.CharField(max_length=64)
    model_count = models.PositiveIntegerField()
    based_on = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]

    def __str__(self) -> str:
        return f"price book {self.version}"


class ModelPrice(models.Model):
    """What a million tokens of one model cost in one version of the book."""

    book = models.ForeignKey(PriceBook, on_delete=models.PROTECT, related_name="prices")
    model = models.CharField(max_length=150)
    provider = models.CharField(max_length=50, blank=True)
    currency = models.CharField(max_length=3)
    input = models.FloatField()
    cached_input = models.FloatField(null=True, blank=True)
    cache_creation = models.FloatField(null=True, blank=True)
    output = models.FloatField()
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["book", "model"]
        constraints = [
            models.UniqueConstraint(fields=["book", "model"], name="one_price_per_model_and_book")
        ]
        indexes = [models.Index(fields=["book", "provider", "model"])]

    def __str__(self) -> str:
        return self.model
