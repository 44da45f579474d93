"""Judge the stored answers of a run anew and score it by the new labels; executes no agent."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from runs_app import actions, queries
from runs_app.domain.judging import EXACT
from runs_app.models import Run
from tasks_app.domain.errors import EcoAgentError


class Command(BaseCommand):
    help = "Judges a run's stored answers and scores it by that."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", type=UUID, help="the run's id")
        parser.add_argument("--judge", default=EXACT.name, help="default: %(default)s")

    def handle(self, *args: Any, run: UUID, judge: str, **options: Any) -> None:
        try:
            actions.rejudge_run(run, judge)
            progress = queries.run_progress(run)
        except Run.DoesNotExist as error:
            raise CommandError(f"There is no run {run}.") from error
        except EcoAgentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{progress.title}: {progress.status}. {progress.reason}")
