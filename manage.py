#!/usr/bin/env python
"""Django's entry point; embedded services run around a command where no others are configured."""

import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from types import FrameType

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from ecoagent_site import local_services


def exit_in_order(number: int, _frame: FrameType | None) -> None:
    """Turn a signal into an exit that lets every `with` block clean up."""
    sys.exit(128 + number)


def assume_a_trial() -> None:
    """Whoever configured nothing tries the site out; a deployment has at least its secret key."""
    names = ("ECOAGENT_MODE", "SECRET_KEY", "SECRET_KEY_FILE", "DATABASE_URL", "DATABASE_URL_FILE")
    if not os.environ.keys() & set(names):
        os.environ["ECOAGENT_MODE"] = "demo"


def services() -> AbstractContextManager[None]:
    """In production a missing URL is a mistake to report: an empty database would hide it."""
    if os.environ.get("ECOAGENT_MODE", "production") == "production":
        return nullcontext()
    return local_services.running()


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecoagent_site.settings")
    assume_a_trial()
    signal.signal(signal.SIGTERM, exit_in_order)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's `&` leaves it ignored
    try:
        with services():
            execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, local_services.LocalServicesError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
