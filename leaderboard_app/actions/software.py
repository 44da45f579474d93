"""Which software computed a board."""

import tomllib
from functools import cache

from django.conf import settings


@cache
def software_version() -> str:
    """The version of this software, from its pyproject.toml."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(project["project"]["version"])
