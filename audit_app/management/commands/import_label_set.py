"""Import labels that people made elsewhere (OpenQA-eval's files) as a closed audit."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from audit_app import actions
from audit_app.domain.label_sets import LabelSet, read_label_set
from tasks_app.domain.errors import EcoAgentError


class Command(BaseCommand):
    help = "Imports human labels and a judge's verdicts on the same answers, and reports on them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("human", type=Path, help="tab-separated: two annotators and a third")
        parser.add_argument("judge_file", type=Path, help="tab-separated: the judge's verdicts")
        parser.add_argument("--judge", required=True, help="the judge's name")
        parser.add_argument("--title", required=True)
        parser.add_argument("--user", required=True, help="name of a maintainer")

    def handle(self, *args: Any, **options: Any) -> None:
        user = get_user_model().objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']}.")
        try:
            found = self.read(options["human"], options["judge_file"])
            audit = actions.import_label_set(options["title"], options["judge"], found, user)
        except (EcoAgentError, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        for name, count in found.counts.items():
            self.stdout.write(f"{name}: {count}")
        self.stdout.write(f"audit {audit.pk}")

    def read(self, human: Path, judge: Path) -> LabelSet:
        with (
            human.open(encoding="utf-8", newline="") as people,
            judge.open(encoding="utf-8", newline="") as verdicts,
        ):
            return read_label_set(people, verdicts)
