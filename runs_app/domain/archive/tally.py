"""What an archive holds, counted in memory that does not grow with its length."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from runs_app.domain.episode import EpisodeRecord, RunKey

PREVIEWED = 3


@dataclass
class Tally:
    """Lines read, and which attempts at which tasks: run -> task -> bits by attempt.

    ``first`` keeps the first few sound episodes, for a look at what was understood.
    """

    lines: int = 0
    first: list[EpisodeRecord] = field(default_factory=list)
    attempts: defaultdict[RunKey, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def is_new(self, record: EpisodeRecord) -> bool:
        """Note an attempt; False if it was noted before."""
        tasks = self.attempts[record.run_key]
        before = tasks.get(record.task_id, 0)
        tasks[record.task_id] = before | 1 << record.attempt
        return not before >> record.attempt & 1

    def note_sound(self, record: EpisodeRecord) -> None:
        if len(self.first) < PREVIEWED:
            self.first.append(record)

    def episodes(self, run: RunKey) -> int:
        return sum(bits.bit_count() for bits in self.attempts[run].values())

    def covered(self, run: RunKey) -> set[str]:
        """The tasks with at least one episode; none for a run that the archive does not have."""
        return set(self.attempts.get(run, ()))

    def tasks_by_family(self, families: Mapping[str, str]) -> Counter[str]:
        """How many tasks of each family any agent has an episode of."""
        tasks = {task_id for by_task in self.attempts.values() for task_id in by_task}
        return Counter(str(families[task_id]) for task_id in tasks)
