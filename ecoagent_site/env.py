"""Typed readers of environment variables that refuse nonsense, naming the variable.

Secrets may also come from a file: ``NAME_FILE`` holds the path of a file whose content is the
value, as container platforms mount them.
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def env_str(name: str, default: str | None = None) -> str:
    """The variable's text; without a default a missing one is refused by name."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}.")
    return value


def env_bool(name: str, default: bool) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE | FALSE:
        return value.lower() in TRUE
    raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")


def env_int(name: str, default: int, minimum: int = 0) -> int:
    value = os.environ.get(name)
    if value is None:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if number < minimum:
        raise ImproperlyConfigured(f"{name} must be at least {minimum}, not {number}.")
    return number


def env_choice(name: str, choices: tuple[str, ...], default: str) -> str:
    value = os.environ.get(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def env_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Comma-separated values, blanks dropped."""
    value = os.environ.get(name)
    if value is None:
        return list(default)
    return [part.strip() for part in value.split(",") if part.strip()]


def env_secret(name: str, default: str | None = None) -> str:
    """``NAME``, or the content of the file named by ``NAME_FILE``; refuses both at once."""
    path = os.environ.get(f"{name}_FILE")
    if path is None:
        return env_str(name, default)
    if name in os.environ:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    try:
        return Path(path).read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE: cannot read {path}: {error}.") from error


def database_settings(url: str) -> dict[str, object]:
    """Django's DATABASES entry for a ``postgresql://`` URL (any form that libpq takes)."""
    from psycopg import ProgrammingError, conninfo  # noqa: PLC0415 - only settings pay for it

    try:
        parts = conninfo.conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"DATABASE_URL is not a Postgres URL: {error}") from error
    if not url.startswith(("postgresql://", "postgres://")):
        raise ImproperlyConfigured("DATABASE_URL must start with postgresql://")
    known = {key: parts.pop(key, "") for key in ("dbname", "user", "password", "host", "port")}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": known["dbname"],
        "USER": known["user"],
        "PASSWORD": known["password"],
        "HOST": known["host"],
        "PORT": str(known["port"]),
        "OPTIONS": parts,
    }
