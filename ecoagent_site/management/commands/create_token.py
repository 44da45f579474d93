"""`create_token USER`: a token for the API, shown this once and stored as a hash."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from knox.models import AuthToken


class Command(BaseCommand):
    help = "Make an API token for a person and print it; it can never be shown again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="The person's user name.")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["user"]
        person = get_user_model().objects.filter(username=name).first()
        if person is None:
            raise CommandError(f"There is no user {name}.")
        if not person.is_active:
            raise CommandError(f"The account {name} is disabled; its tokens would not work.")
        _, token = AuthToken.objects.create(person)
        self.stdout.write(token)
