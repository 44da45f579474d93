"""A meter bundle made of a table that names its tasks, such as a table of their results."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.bundle_spec import Bundle, BundleKind, BundleSpec
from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.foreign_tables.rows import ForeignRow, ForeignTable
from tasks_app.domain.foreign_tables.task_ids import LONGEST, task_id_of, written_id
from tasks_app.domain.foreign_tables.usual_names import task_column
from tasks_app.domain.meter_task import Descriptions, MeterTask, TaskSet
from tasks_app.domain.prices import PriceSchedule

LISTED = 200
NO_WORDING = "The wording of this task is not in the table that the bundle was made of."


@dataclass(frozen=True)
class TableBundle:
    """What the bundle is called, and which columns name a task and hold its wording. A blank
    ``task_column`` is found by its usual names; without ``wording_column`` no wording is known."""

    name: str
    version: str
    title: str
    licence: str = "unknown"
    task_column: str = ""
    wording_column: str = ""


@dataclass
class TaskRows:
    """The tasks found so far, by id, and the rows that name none."""

    tasks: dict[str, MeterTask] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def meter_bundle(table: ForeignTable, about: TableBundle, sha256: str) -> Bundle:
    """One task for each id in the table, in the full set; ``sha256`` is the table's own.

    Raises Refused with every row that names no task, and where a column is not there.
    """
    column = about.task_column or task_column(table.columns) or ""
    missing = [name for name in (column, about.wording_column) if name not in (*table.columns, "")]
    if missing or not column:
        raise Refused((_no_column(table, missing[0] if missing else ""),))
    found = TaskRows()
    for row in table.rows(frozenset((column, about.wording_column))):
        _take(found, row, column, about)
    if found.problems:
        raise Refused(tuple(_placed(found.problems[:LISTED], table)))
    return sealed(_spec(about, len(found.tasks), sha256), meter_tasks=list(found.tasks.values()))


def _take(found: TaskRows, row: ForeignRow, column: str, about: TableBundle) -> None:
    written = written_id(row.cells.get(column))
    task_id = task_id_of(written)
    hint = f"A task id has letters, digits and . _ : -, and at most {LONGEST} characters."
    if row.fault or not task_id:
        message = row.fault or f'The column "{column}" names no task.'
        found.problems.append(Problem("no_task_id", message, hint, line=row.number))
        return
    other = found.written.setdefault(task_id, written)
    if other != written:
        message = f'"{other[:60]}" and "{written[:60]}" would both be the task {task_id}.'
        found.problems.append(Problem("duplicate_task", message, hint, line=row.number))
    wording = str(row.cells.get(about.wording_column) or "").strip()
    if task_id not in found.tasks:
        found.tasks[task_id] = _task(task_id, written, wording)


def _task(task_id: str, written: str, wording: str) -> MeterTask:
    return MeterTask(
        task_id=task_id,
        instruction=wording,
        artifacts=(),
        outputs=(),
        success_criteria=None,
        source={"written_as": written},
        sets=(TaskSet.FULL,),
        descriptions=Descriptions(wording or NO_WORDING, None, {}),
    )


def _spec(about: TableBundle, tasks: int, sha256: str) -> BundleSpec:
    title = about.title or about.name
    source = {"name": title, "url": "", "licence": about.licence, "rows": tasks, "sha256": sha256}
    return BundleSpec(
        name=about.name,
        version=about.version,
        title=title,
        description="Made of the task ids in a table; what the tasks ask is told where it was.",
        licence=about.licence,
        kind=BundleKind.METER,
        sources=(source,),
        prices=PriceSchedule({}, {}),
        families={},
        proxy_cap=None,
        counts={TaskSet.FULL.value: tasks},
        selection={},
        tasks_sha256="",
        canonical_sha256="",
    )


def _no_column(table: ForeignTable, name: str) -> Problem:
    message = f'There is no column "{name}".' if name else "No column looks like task ids."
    known = ", ".join(table.columns[:20])
    return Problem("unknown_column", message, f"The columns are {known}.")


def _placed(problems: list[Problem], table: ForeignTable) -> Iterator[Problem]:
    """Rows that are no lines of a text are named in words."""
    for problem in problems:
        message = f"{table.place_word.capitalize()} {problem.line}: {problem.message}"
        yield Problem(problem.code, message, problem.hint)
