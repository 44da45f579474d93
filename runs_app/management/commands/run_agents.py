"""Execute the site's own agents over a bundle."""

import time
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from runs_app import actions, jobs, queries
from runs_app.domain.roster import SITE_AGENTS
from runs_app.models import Run
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.errors import EcoAgentError
from tasks_app.domain.families import SWEEP_LABELS
from tasks_app.queries import find_bundle

POLL_SECONDS = 0.5


class Command(BaseCommand):
    help = "Opens runs of the site's agents over a bundle; a worker executes them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bundle", help="name@version or name; default: the newest")
        agents, labels = ",".join(SITE_AGENTS), ",".join(SWEEP_LABELS)
        parser.add_argument("--agents", default=agents, help="default: %(default)s")
        parser.add_argument("--budgets", default=labels, help="default: %(default)s")
        parser.add_argument("--missing", action="store_true", help="only what was not run before")
        parser.add_argument("--wait", action="store_true", help="until all are scored")

    def handle(self, *args: Any, **options: Any) -> None:
        bundle = find_bundle(options["bundle"], BundleKind.ECONOMIC)
        if bundle is None:
            asked = options["bundle"] or "yet"
            raise CommandError(f"There is no bundle {asked} with tasks that agents run here.")
        pairs = [(a, b) for b in _listed(options["budgets"]) for a in _listed(options["agents"])]
        runs = queries.site_runs(bundle.id) if options["missing"] else {}
        found = {pair: runs.get((_identity(pair[0]), pair[1])) for pair in pairs}
        opened = self.opened(bundle.id, [pair for pair in pairs if found[pair] is None])
        self.stdout.write(f"{len(opened)} runs over {bundle.ref} are queued.")
        if options["wait"]:
            self.wait([*filter(None, found.values()), *opened])

    def opened(self, bundle_id: int, pairs: list[tuple[str, str]]) -> list[UUID]:
        """Open a run for each (agent, budget label), all or none, and enqueue them."""
        try:
            with transaction.atomic():
                runs = [actions.open_run(bundle_id, agent, label) for agent, label in pairs]
        except EcoAgentError as error:
            raise CommandError(str(error)) from error
        for run in runs:
            jobs.execute_run.delay(run_id=str(run.pk))
        return [run.pk for run in runs]

    def wait(self, run_ids: list[UUID]) -> None:
        """Show progress until every run is over; fail unless all are scored."""
        shown = ""
        while True:
            progress = queries.runs_progress(run_ids)
            line = _summary(progress)
            if line != shown:
                self.stdout.write(line)
            if all(run.is_over for run in progress):
                break
            shown = line
            time.sleep(POLL_SECONDS)
        unscored = [run for run in progress if run.status != Run.Status.SCORED]
        if unscored:
            raise CommandError("\n".join(f"{r.title}: {r.status}. {r.reason}" for r in unscored))


def _summary(progress: tuple[queries.Progress, ...]) -> str:
    done = sum(run.episodes_done for run in progress)
    total = sum(run.tasks_total for run in progress)
    over = sum(run.is_over for run in progress)
    return f"{done}/{total} episodes executed, {over}/{len(progress)} runs over"


def _identity(agent: str) -> str:
    return SITE_AGENTS[agent].spec.identity if agent in SITE_AGENTS else ""


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
