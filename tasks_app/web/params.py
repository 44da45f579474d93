"""A small declarative reader of query parameters for pages, which note what they ignore.

The API refuses it instead, and documents types: see ``api_params``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

SHOWN_CHARACTERS = 60


@dataclass(frozen=True)
class Param:
    """One parameter. Empty ``choices`` accept any text up to ``max_length`` characters."""

    name: str
    choices: tuple[str, ...] = ()
    default: str | None = None
    max_length: int = 200

    def problem(self, value: str) -> str:
        """Why ``value`` is refused, in a sentence; empty where it is fine."""
        if self.choices and value not in self.choices:
            options = ", ".join(self.choices)
            return f"{self.name}={value[:SHOWN_CHARACTERS]} is not one of {options}."
        if len(value) > self.max_length or "\x00" in value:
            return f"{self.name} takes at most {self.max_length} plain characters."
        return ""


@dataclass(frozen=True)
class ParamProblem:
    name: str
    message: str


@dataclass(frozen=True)
class Reading:
    """The values by name (the default where absent, blank or refused) and what was refused."""

    values: Mapping[str, str | None]
    problems: Sequence[ParamProblem] = field(default_factory=tuple)

    def __getitem__(self, name: str) -> str | None:
        return self.values[name]

    @property
    def note(self) -> str:
        """The problems as one text for a page; empty where there is none."""
        return " ".join(problem.message for problem in self.problems)


def read_params(query: QueryDict, params: Iterable[Param]) -> Reading:
    """Read ``params`` from the URL; a blank parameter counts as absent."""
    values: dict[str, str | None] = {}
    problems = []
    for param in params:
        value = query.get(param.name) or None
        message = param.problem(value) if value is not None else ""
        if message:
            problems.append(ParamProblem(param.name, message))
        values[param.name] = param.default if value is None or message else value
    return Reading(values, tuple(problems))
