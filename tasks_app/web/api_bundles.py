"""A bundle as a parameter of the API."""

from typing import Any

from rest_framework import serializers

from tasks_app.queries import BundleRow, all_bundles, find_bundle

NAMED = 10


class BundleField(serializers.CharField):
    """``name@version``, or ``name`` for its newest version; read as a ``BundleRow``."""

    def __init__(self, **kwargs: Any) -> None:
        usual = {"max_length": 200, "help_text": "`name@version`, or `name` for its newest."}
        super().__init__(**{**usual, **kwargs})

    def run_validation(self, data: Any = serializers.empty) -> BundleRow | None:
        """Raises ValidationError, telling which bundles there are."""
        ref = super().run_validation(data)
        bundle = find_bundle(ref)
        if bundle is None:
            known = ", ".join(bundle.ref for bundle in all_bundles()[:NAMED]) or "none"
            raise serializers.ValidationError(f"There is no such bundle; there are: {known}.")
        return bundle
