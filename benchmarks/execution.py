"""How fast runs are executed and scored: 304 tasks x 4 controls x 3 labels, by real workers.

    .venv/bin/python -m benchmarks.execution

Prints the seconds of one and of two worker processes in the same session, and their ratio. It
uses a database and a broker of its own, and leaves nothing behind.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit
from uuid import UUID

from ecoagent_site import local_services

REDIS_DATABASE = "/500"  # far from the site's and the tests'
LABELS = ("tight", "medium", "loose")
GOAL_SECONDS = 20
WORKER = (
    "-W ignore -m celery --app ecoagent_site --quiet worker --pool prefork --concurrency {}"
    " --without-gossip --without-mingle --loglevel ERROR"
)


def main() -> None:
    os.environ.setdefault("ECOAGENT_MODE", "test")
    os.environ["DJANGO_SETTINGS_MODULE"] = "ecoagent_site.settings"
    with local_services.running(), own_stores():
        bundle_id = demo_bundle()
        seconds = {processes: measured(bundle_id, processes) for processes in (1, 2)}
    for processes, took in seconds.items():
        print(f"{processes} worker process(es): {took:.1f} s")
    print(f"two against one: {seconds[1] / seconds[2]:.2f} times as fast")
    print(f"goal: two processes within {GOAL_SECONDS} s: {verdict(seconds[2])}")


def verdict(seconds: float) -> str:
    return "met" if seconds <= GOAL_SECONDS else "missed"


@contextmanager
def own_stores() -> Iterator[None]:
    """A fresh database and an empty broker, named to the workers by the environment."""
    os.environ["REDIS_URL"] = (
        urlsplit(os.environ["REDIS_URL"])._replace(path=REDIS_DATABASE).geturl()
    )
    os.environ["TEST_DATABASE_NAME"] = "benchmark_execution"
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    from django.db import connection  # noqa: PLC0415

    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    known = connection.settings_dict
    server = f"{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}"
    os.environ["DATABASE_URL"] = f"postgresql://{server}/{known['NAME']}"
    try:
        yield
    finally:
        connection.creation.destroy_test_db("postgres", verbosity=0)


def demo_bundle() -> int:
    """The id of a 304-task bundle made from the atlas."""
    from tasks_app import actions  # noqa: PLC0415
    from tasks_app.domain.build import BuildPlan, Labeller, build_bundle  # noqa: PLC0415
    from tasks_app.domain.labeller import LABELLER_PROVENANCE, label_tiers  # noqa: PLC0415
    from tasks_app.domain.seedpools import pools  # noqa: PLC0415

    salt, labeller = "benchmark", Labeller(label_tiers, LABELLER_PROVENANCE)
    plan = BuildPlan("atlas", "1", salt, "Benchmark")
    return actions.import_bundle(build_bundle([pools.atlas(salt)], plan, labeller).bundle)


def measured(bundle_id: int, processes: int) -> float:
    """Seconds from the first message to the last scored run, the workers being up already."""
    from runs_app import actions, jobs  # noqa: PLC0415
    from runs_app.domain.roster import CONTROLS  # noqa: PLC0415

    with worker(processes):
        started = time.monotonic()
        pairs = [(control.spec.name, label) for label in LABELS for control in CONTROLS]
        runs = [actions.open_run(bundle_id, *pair) for pair in pairs]
        for run in runs:
            jobs.execute_run.delay(run_id=str(run.pk))
        wait_until_scored([run.pk for run in runs])
        return time.monotonic() - started


def wait_until_scored(run_ids: list[UUID]) -> None:
    from runs_app import queries  # noqa: PLC0415

    while True:
        progress = queries.runs_progress(run_ids)
        if all(run.is_over for run in progress):
            break
        time.sleep(0.1)
    unscored = [run for run in progress if run.status != "scored"]
    if unscored:
        raise SystemExit(f"Not scored: {unscored}")


@contextmanager
def worker(processes: int) -> Iterator[None]:
    """A worker that is up and answers, with that many processes."""
    from celery import current_app  # noqa: PLC0415

    command = [sys.executable, *WORKER.format(processes).split()]
    process = subprocess.Popen(command, start_new_session=True)
    try:
        while not current_app.control.ping(timeout=0.5):
            if process.poll() is not None:
                raise SystemExit("The worker ended by itself.")
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


if __name__ == "__main__":
    main()
