"""The three kinds of synthetic tasks, from short to long work, each as sentences to put together.

``asked`` has three wordings of what is to be done; ``rest`` are the other sentences, the last of
them what must not be touched.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tasks_app.domain.synthetic.subjects import Subject


@dataclass(frozen=True)
class TaskDraft:
    """One task before it has an id: its sentences, files and criteria, and the hidden checks."""

    asked: tuple[str, str, str]
    rest: tuple[str, ...]
    artifacts: tuple[Mapping[str, str], ...]
    outputs: tuple[Mapping[str, str], ...]
    criteria: tuple[str, ...]
    evaluation: tuple[str, ...]


def tabulate(subject: Subject) -> TaskDraft:
    """Short work: one table in, one object out."""
    name, group, amount, least, _ = subject
    data, out = f"data/{name}.csv", f"out/{name}.json"
    return TaskDraft(
        asked=(
            f"Count the rows of `{data}` for each value of the column `{group}`.",
            f"For each value of the column `{group}`, count the rows of `{data}`.",
            f"In `{data}`, count the rows for each value of the column `{group}`.",
        ),
        rest=(
            f"Leave out rows whose column `{amount}` is below {least}.",
            f"Write the counts to `{out}` as one JSON object with the values as keys.",
            f"Do not change `{data}`.",
        ),
        artifacts=({"path": data, "role": "input"},),
        outputs=({"path": out, "format": "json"},),
        criteria=(f"`{out}` holds one JSON object.", "Every count is right."),
        evaluation=(f"checker-tabulate-{name}: compares sha256 of canonical counts",),
    )


def repair(subject: Subject) -> TaskDraft:
    """Middling work: a failing test, a function to keep, a short account."""
    name, group, _, _, most = subject
    source, test, out = f"src/{name}.py", f"tests/test_{name}.py", f"out/{name}-fix.md"
    return TaskDraft(
        asked=(
            f"Repair `{source}` so that `{test}` passes.",
            f"So that `{test}` passes, repair `{source}`.",
            f"`{test}` fails: repair `{source}` so that it passes.",
        ),
        rest=(
            f"The function `total_by_{group}` must keep its name and its 2 arguments.",
            f"Write what was wrong to `{out}` in at most {100 + most} words.",
            f"Do not change `{test}`.",
        ),
        artifacts=({"path": source, "role": "program"}, {"path": test, "role": "test"}),
        outputs=({"path": source, "format": "python"}, {"path": out, "format": "markdown"}),
        criteria=(f"`{test}` passes.", f"`{out}` says what was wrong."),
        evaluation=(f"checker-repair-{name}: runs withheld cases with leap days",),
    )


def migrate(subject: Subject) -> TaskDraft:
    """Long work: records moved, some rejected, and a report that adds up."""
    name, group, amount, least, most = subject
    old, store = f"legacy/{name}.sql", f"store/{name}.sqlite"
    known, rejected, report = f"data/{group}-list.csv", f"out/{name}-rejected.csv", "out/moved.json"
    return TaskDraft(
        asked=(
            f"Move the records of `{old}` into the table `{name}` of `{store}`.",
            f"Into the table `{name}` of `{store}`, move the records of `{old}`.",
            f"The records of `{old}` move into `{store}`: move them into the table `{name}`.",
        ),
        rest=(
            f"Records whose `{group}` is missing in `{known}` go to `{rejected}`.",
            f"At most {most} records may be rejected.",
            f"Round the column `{amount}` to a multiple of {least}.",
            f"Write the number of moved records to `{report}` under the key `moved`.",
            f"Do not delete `{old}`.",
        ),
        artifacts=({"path": old, "role": "records"}, {"path": known, "role": "reference"}),
        outputs=(
            {"path": store, "format": "sqlite"},
            {"path": rejected, "format": "csv"},
            {"path": report, "format": "json"},
        ),
        criteria=(
            f"The table `{name}` has every record that was not rejected.",
            f"`{report}` has the number of moved records.",
        ),
        evaluation=(f"checker-migrate-{name}: replays rejected rows from a sealed copy",),
    )


KINDS: Mapping[str, Callable[[Subject], TaskDraft]] = {
    "tabulate": tabulate,
    "repair": repair,
    "migrate": migrate,
}
"""From short to long work: what the effort of a task mostly comes from."""
