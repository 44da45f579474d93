"""Names of the wordings a meter task can be given to an agent in."""

from collections.abc import Iterable, Mapping

from tasks_app.domain.meter_task import Descriptions, MeterTask

ORIGINAL, GENERIC = "original", "generic"
CANDIDATE = "candidate:"
"""Before the id of a candidate description that is tried out."""

DESCRIPTION_LENGTH = 420
"""Characters of a name: a source configuration is a model, `` x `` and a CLI."""


def described_tasks(tasks: Iterable[MeterTask]) -> Mapping[str, frozenset[str]]:
    """Each description that a bundle declares, with the ids of the tasks that have its text.

    A bundle without any generic text takes the submitter's own rewriting of all its tasks.
    """
    found: dict[str, set[str]] = {ORIGINAL: set(), GENERIC: set()}
    for task in tasks:
        found[ORIGINAL].add(task.task_id)
        for source in task.descriptions.by_source:
            found.setdefault(source, set()).add(task.task_id)
        if task.descriptions.generic is not None:
            found[GENERIC].add(task.task_id)
    found[GENERIC] = found[GENERIC] or found[ORIGINAL]
    return {name: frozenset(ids) for name, ids in found.items()}


def joined(
    declared: Mapping[str, frozenset[str]], added: Mapping[str, frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    """Descriptions of both with the tasks of both; neither is changed."""
    return {**declared, **{name: declared.get(name, ids) | ids for name, ids in added.items()}}


def declared_text(descriptions: Descriptions, name: str) -> str | None:
    """The wording of a task that its bundle declares under a name; None where it does not."""
    if name == ORIGINAL:
        return descriptions.original
    return descriptions.generic if name == GENERIC else descriptions.by_source.get(name)
