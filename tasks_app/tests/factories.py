"""The golden mini bundle, for the tests of every app: twelve tasks, every family and decision."""

from functools import cache
from pathlib import Path

from tasks_app import actions
from tasks_app.domain.bundle_format import read_bundle
from tasks_app.domain.bundle_spec import Bundle

MINI_BUNDLE = Path(__file__).parent / "data" / "mini_bundle"


@cache
def mini_bundle() -> Bundle:
    return read_bundle(MINI_BUNDLE)


def import_mini_bundle() -> int:
    """Import the mini bundle into the test database and return its id."""
    return actions.import_bundle(mini_bundle())
