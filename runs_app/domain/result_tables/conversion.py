"""A whole table as the episodes of a meter bundle: checked first, then given one by one.

The table is read twice, so that a file of any size that is taken needs no more memory than what
tells its rows apart, and nothing is written of one that has a problem.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.limits import AGENTS_OF_AN_ARCHIVE
from runs_app.domain.archive.names import NAME_LENGTH, quoted
from runs_app.domain.episode import AgentSpec, EpisodeRecord, RunKey, Track
from runs_app.domain.measures import counted_reward, passed
from runs_app.domain.result_tables.result_mapping import ResultMapping, mapping_problems
from runs_app.domain.result_tables.result_rows import CellProblem, RowReader, RowReading, Unknown
from tasks_app.domain.errors import Refused
from tasks_app.domain.foreign_tables.rows import ForeignTable

LISTED = 200
"""Problems that are listed; all are counted."""


@dataclass
class ConfigurationTally:
    """Rows of one configuration: how many there are, graded and passed, and what is unknown."""

    agent: AgentSpec
    episodes: int = 0
    graded: int = 0
    passes: int = 0
    unknown: Counter[Unknown] = field(default_factory=Counter)

    def add(self, reading: RowReading, record: EpisodeRecord) -> None:
        self.episodes += 1
        self.graded += counted_reward(record.status, record.reward) is not None
        self.passes += bool(passed(record.status, record.reward))
        self.unknown.update(reading.unknown)

    def without(self, *unknown: Unknown) -> int:
        """Episodes that have none of these unknowns, which exclude each other."""
        return self.episodes - sum(self.unknown[each] for each in unknown)


@dataclass
class Checked:
    """What a table holds. It can be taken where there is no problem."""

    rows: int = 0
    repeats: int = 1
    problem_count: int = 0
    problems: list[CellProblem] = field(default_factory=list)
    configurations: dict[str, ConfigurationTally] = field(default_factory=dict)
    tasks: set[str] = field(default_factory=set)

    @property
    def agents(self) -> tuple[AgentSpec, ...]:
        return tuple(tally.agent for tally in self.configurations.values())

    def add(self, problem: CellProblem) -> None:
        self.problem_count += 1
        if len(self.problems) < LISTED:
            self.problems.append(problem)


class Conversion:
    """A table under a mapping, against a bundle. Raises Refused where the mapping does not fit."""

    def __init__(self, table: ForeignTable, mapping: ResultMapping, facts: BundleFacts) -> None:
        problems = tuple(mapping_problems(mapping, table.columns))
        if problems:
            raise Refused(problems)
        self.table = table
        self.mapping = mapping
        self.facts = facts

    def readings(self) -> Iterator[RowReading]:
        """Every row, read and checked against the bundle, but not against other rows."""
        for row in self.table.rows(frozenset(self.mapping.columns.values())):
            yield RowReader(row, self.mapping, self.facts).read()

    def records(self) -> Iterator[EpisodeRecord]:
        """The episodes of a table that was checked and has no problem."""
        return (reading.record for reading in self.readings() if reading.record)

    def checked(self) -> Checked:
        """The table read through: every problem counted, every unknown too."""
        checked = Checked()
        seen: dict[tuple[RunKey, str], int] = {}
        for reading in self.readings():
            checked.rows += 1
            for problem in reading.problems:
                checked.add(problem)
            if reading.record is not None:
                _take(checked, reading, reading.record, seen)
        return checked


def _take(
    checked: Checked,
    reading: RowReading,
    record: EpisodeRecord,
    seen: dict[tuple[RunKey, str], int],
) -> None:
    """Count an episode, unless another row is the same one, or its agent is unsound."""
    first = seen.setdefault((record.run_key, record.task_id), reading.row)
    if first != reading.row:
        message = f"Task {quoted(record.task_id, 60)} is there already, for the same configuration."
        hint = f"The first is {first}; choose the column that counts repeats."
        checked.add(CellProblem(reading.row, "", "duplicate_row", message, hint))
        return
    tally = _tally(checked, reading, record.agent)
    if tally is not None:
        tally.add(reading, record)
        checked.tasks.add(record.task_id)
        checked.repeats = max(checked.repeats, record.repeat)


def _tally(checked: Checked, reading: RowReading, name: str) -> ConfigurationTally | None:
    """That of the row's configuration; None, and a problem, where it can be no agent."""
    agent = AgentSpec(name, Track.IMPORTED, model=reading.model, scaffold=reading.cli)
    tally = checked.configurations.get(name)
    message = ""
    if len(name) > NAME_LENGTH:
        message = f"Model and CLI together have more than {NAME_LENGTH - 3} characters."
    elif tally is None and len(checked.configurations) >= AGENTS_OF_AN_ARCHIVE:
        message = f"There are more than {AGENTS_OF_AN_ARCHIVE} configurations."
    elif tally is not None and tally.agent != agent:
        message = f"Two configurations are both called {quoted(name, 60)}."
    if message:
        hint = "Shorten or change the names, or split the table."
        checked.add(CellProblem(reading.row, "", "bad_configuration", message, hint))
        return None
    return checked.configurations.setdefault(name, ConfigurationTally(agent))
