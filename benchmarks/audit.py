"""How fast audits are served: next item plus save, twenty reviewers at once, opening, export.

    .venv/bin/python -m benchmarks.audit

Server time through every middleware, on a database of its own that is removed afterwards. The
database is an embedded Postgres on the same two cores.

What one reviewer's screen sends, and what it is compared with, is in ``_labelling_screen``. For
scale, measured by others on this kind of machine: doccano takes 33-45 ms and Label Studio
144-152 ms for one round trip at 10,000 items.
"""

import io
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from threading import Barrier
from typing import Any

from benchmarks._labelling_screen import lines_of, screen_times
from benchmarks.execution import own_stores
from ecoagent_site import local_services

SMALL, LARGE = 1_000, 100_000
REVIEWERS = 20
EPISODES, TASKS, LABELS = 1_000_000, 304, 100_000
GOALS = {"round": 10.0, "flat": 1.5, "claims": 200.0, "open": 10.0, "export": 5.0}
COPIES = """
INSERT INTO runs_app_episode (id, run_id, task_id, family, attempt, status, answer, abstained,
  steps, step_count, extra, composite, tier, failure_stage)
SELECT gen_random_uuid(), %(run)s, task.task_id, task.family, number, 'completed',
  'answer ' || number %% 7, false, '[]', 0, '{}', 0, '', ''
FROM tasks_app_task AS task, generate_series(1000, 999 + %(copies)s) AS number
WHERE task.bundle_id = %(bundle)s AND task.family <> 'stop_loss'
"""
VERDICTS = """
INSERT INTO runs_app_judgelabel (episode_id, origin, judge, rubric, verdict, rationale, raw,
  created_at)
SELECT id, 'site', 'bench', '1', CASE WHEN random() < 0.3 THEN 'correct' ELSE 'incorrect' END,
  '', '', now()
FROM runs_app_episode WHERE run_id = %(run)s
"""


def main() -> None:
    os.environ.setdefault("ECOAGENT_MODE", "test")
    os.environ["DJANGO_SETTINGS_MODULE"] = "ecoagent_site.settings"
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    with local_services.running(), own_stores():
        for line in measured():
            print(line, flush=True)


def measured() -> Iterator[str]:
    from django.db import connection  # noqa: PLC0415 - needs the settings

    small: dict[str, float] = {}
    for size in (SMALL, LARGE):
        times = {name: median(took) for name, took in screen_times(*labelled_by(size)).items()}
        yield from lines_of(size, times)
        small = times if size == SMALL else small
    yield goal("within 10 ms", times["round"], GOALS["round"])
    yield goal("flat: ratio within 1.5", times["round"] / small["round"], GOALS["flat"])
    claims = claims_at_once()
    yield f"{REVIEWERS} reviewers claiming at once: slowest {max(claims):.0f} ms"
    yield goal("within 200 ms", max(claims), GOALS["claims"])
    run = run_of_many_episodes()
    took = seconds(lambda: opened(run))
    yield f"opening over {EPISODES} episodes: {took:.1f} s"
    yield goal("within 10 s", took, GOALS["open"])
    took = seconds(exported(labelled_audit()))
    yield f"export of {LABELS} labels: {took:.1f} s"
    yield goal("within 5 s", took, GOALS["export"])
    connection.close()


def goal(name: str, value: float, limit: float) -> str:
    return f"  goal {name}: {'met' if value <= limit else 'missed'}"


def seconds(call: Callable[[], Any]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def labelled_by(size: int) -> tuple[Any, Any]:
    """A fresh audit of ``size`` items, and its reviewer."""
    from audit_app.tests.audits import bare_audit, reviewer  # noqa: PLC0415

    made = bare_audit(size), reviewer(f"rita{size}")
    analyse()
    return made


def claims_at_once() -> list[float]:
    """Milliseconds that each of twenty simultaneous claims takes, by people at work: each over a
    connection that has served them before, as a server's has. Every item goes to one of them."""
    from django.db import connection  # noqa: PLC0415

    from audit_app import actions  # noqa: PLC0415
    from audit_app.tests.audits import bare_audit, label_next, reviewer  # noqa: PLC0415

    audit, start = bare_audit(LARGE // 10), Barrier(REVIEWERS)
    people = [reviewer(f"reader{number}") for number in range(REVIEWERS)]
    given: list[Any] = []

    def claim(user: Any) -> float:
        label_next(audit, user)
        start.wait()
        took = seconds(lambda: given.append(actions.claim_item(audit.pk, user).item.id))
        connection.close()
        return 1000 * took

    with ThreadPoolExecutor(REVIEWERS) as pool:
        times = list(pool.map(claim, people))
    assert len(set(given)) == REVIEWERS, "An item went to two people."
    return times


def run_of_many_episodes() -> Any:
    """A scored run that holds a million judged episodes, as attempts of an atlas bundle."""
    from django.db import connection  # noqa: PLC0415

    from benchmarks.execution import demo_bundle  # noqa: PLC0415
    from runs_app import actions  # noqa: PLC0415
    from runs_app.models import Run  # noqa: PLC0415

    run = actions.open_run(demo_bundle(), "LexicalEager", "main")
    Run.objects.filter(pk=run.pk).update(status="scored")
    values = {"run": run.pk, "bundle": run.bundle_id, "copies": -(-EPISODES // (TASKS - 10))}
    with connection.cursor() as cursor:
        cursor.execute(COPIES, values)
        cursor.execute(VERDICTS, values)
    analyse()
    return run


def opened(run: Any) -> Any:
    from audit_app import actions  # noqa: PLC0415
    from audit_app.tests.audits import design  # noqa: PLC0415
    from runs_app.tests.people import person  # noqa: PLC0415

    mia = person("opener", is_maintainer=True)
    audit = actions.open_audit(design(run, size=96, judge="bench"), mia)
    assert audit.frame_size >= EPISODES, audit.frame_size
    return audit


def labelled_audit() -> Any:
    """A closed audit with a label on each of its items."""
    from django.utils import timezone  # noqa: PLC0415

    from audit_app.actions.chaining import append_all  # noqa: PLC0415
    from audit_app.models import Audit, HumanLabel  # noqa: PLC0415
    from audit_app.tests.audits import bare_audit  # noqa: PLC0415

    audit, now = bare_audit(LABELS), timezone.now()
    labels = [
        HumanLabel(
            audit=audit,
            item=item,
            annotator="rita",
            decision="correct" if number % 2 else "incorrect",
            rubric_version="r1",
            content_digest=item.content_digest,
            version=1,
            created_at=now,
        )
        for number, item in enumerate(audit.items.all())
    ]
    append_all(audit, labels)
    Audit.objects.filter(pk=audit.pk).update(status="closed")
    return audit


def exported(audit: Any) -> Callable[[], None]:
    from audit_app import queries  # noqa: PLC0415

    return lambda: queries.write_export(audit.pk, io.BytesIO())


def analyse() -> None:
    """What autovacuum does on a site that has been up for a minute."""
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()
