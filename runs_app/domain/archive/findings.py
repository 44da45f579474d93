"""The problems of one archive: all counted, the first of them listed."""

from collections import Counter
from dataclasses import dataclass, field

from runs_app.domain.archive.kinds import ERROR, KINDS
from runs_app.domain.archive.names import shown_name
from tasks_app.domain.errors import Problem

LISTED = 1_000


@dataclass
class Findings:
    """Collects problems; lists at most ``listed`` errors and as many warnings, counts all."""

    listed: int = LISTED
    problems: list[Problem] = field(default_factory=list)
    by_severity: Counter[str] = field(default_factory=Counter)
    by_code: Counter[str] = field(default_factory=Counter)
    files: set[str] = field(default_factory=set)

    def add(
        self,
        code: str,
        message: str,
        file: str = "",
        line: int | None = None,
        task_id: str | None = None,
    ) -> None:
        """Note a problem of a kind of ``KINDS``, which gives severity and hint."""
        kind = KINDS[code]
        self.by_code[code] += 1
        self.by_severity[kind.severity] += 1
        file = shown_name(file)
        if kind.severity == ERROR:
            self.files.add(file)
        if self.by_severity[kind.severity] <= self.listed:
            self.problems.append(
                Problem(code, message, kind.hint, file, line, task_id, kind.severity)
            )

    def take(self, problem: Problem) -> None:
        """Note a problem that ended the reading."""
        self.add(problem.code, problem.message, problem.file, problem.line, problem.task_id)

    @property
    def errors(self) -> int:
        return self.by_severity[ERROR]

    @property
    def total(self) -> int:
        return self.by_severity.total()


@dataclass(frozen=True)
class Place:
    """Where in an archive something is read, for the problems found there."""

    findings: Findings
    file: str
    line: int | None = None
    task_id: str | None = None
    path: str = ""

    def add(self, code: str, message: str) -> None:
        self.findings.add(code, message, self.file, self.line, self.task_id)

    def name_of(self, key: str) -> str:
        """The path of ``key`` below this place, such as ``steps[3].seconds``."""
        return f"{self.path}.{key}" if self.path else key

    def inside(self, path: str) -> "Place":
        return Place(self.findings, self.file, self.line, self.task_id, path)
