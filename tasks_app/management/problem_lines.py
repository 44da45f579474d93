"""Problems as lines of a terminal, alike in every command."""

from collections.abc import Iterable, Iterator

from tasks_app.domain.errors import Problem


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """One line a problem: place, code, message, what to do."""
    for problem in problems:
        line = None if problem.line is None else f"line {problem.line}"
        place = ", ".join(part for part in (problem.file, line, problem.task_id) if part)
        hint = f" {problem.hint}" if problem.hint else ""
        yield f"{place or 'bundle'}: {problem.code}: {problem.message}{hint}"
