"""What an archive holds, counted in memory that does not grow with its length."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from runs_app.domain.episode import EpisodeRecord
from tasks_app.domain.families import Family

PREVIEWED = 3


@dataclass
class Tally:
    """Lines read, and which attempts at which tasks: (agent, label) -> task -> bits by attempt.

    ``first`` keeps the first few sound episodes, for a look at what was understood.
    """

    lines: int = 0
    first: list[EpisodeRecord] = field(default_factory=list)
    attempts: defaultdict[tuple[str, str], dict[str, int]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def is_new(self, agent: str, budget_label: str, task_id: str, attempt: int) -> bool:
        """Note an attempt; False if it was noted before."""
        tasks = self.attempts[agent, budget_label]
        before = tasks.get(task_id, 0)
        tasks[task_id] = before | 1 << attempt
        return not before >> attempt & 1

    def note_sound(self, record: EpisodeRecord) -> None:
        if len(self.first) < PREVIEWED:
            self.first.append(record)

    def episodes(self, agent: str, budget_label: str) -> int:
        return sum(bits.bit_count() for bits in self.attempts[agent, budget_label].values())

    def covered(self, agent: str, budget_label: str) -> set[str]:
        """The tasks with at least one episode."""
        return set(self.attempts[agent, budget_label])

    def tasks_by_family(self, families: Mapping[str, Family]) -> Counter[str]:
        """How many tasks of each family any agent has an episode of."""
        tasks = {task_id for by_task in self.attempts.values() for task_id in by_task}
        return Counter(families[task_id].value for task_id in tasks)
