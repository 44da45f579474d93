"""Filling slots with rows: salted order, every row once, candidates that fail a gate skipped."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tasks_app.domain import gates
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.canonical import salted_order
from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.families import Family
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.slots import Slot
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.domain.transforms.cheap import cheap_task
from tasks_app.domain.transforms.escalation import escalation_task
from tasks_app.domain.transforms.model_tier import frozen_information_task, model_upgrade_task
from tasks_app.domain.transforms.recipe import Unfit, Workbench
from tasks_app.domain.transforms.stop_loss import stop_loss_task

TRANSFORMS: Mapping[Family, Callable[[SeedRow, Workbench], TaskSpec | Unfit]] = {
    Family.CHEAP: cheap_task,
    Family.ESCALATION: escalation_task,
    Family.STOP: stop_loss_task,
    Family.MODEL_UPGRADE: model_upgrade_task,
    Family.FROZEN: frozen_information_task,
}


@dataclass(frozen=True)
class SlotFill:
    """How one slot was filled: tasks per pool, and candidates passed over, by reason."""

    slot: Slot
    tasks: tuple[TaskSpec, ...]
    taken: Mapping[str, int]
    passed_over: Mapping[str, int]

    @property
    def fell_back(self) -> bool:
        """Whether a pool other than the first choice had to help."""
        return self.taken.get(self.slot.choices[0].dataset, 0) < self.slot.count


@dataclass
class Selection:
    """Rows of each pool in salted order, and which of them are used."""

    spec: BundleSpec
    bench: Workbench
    ordered: Mapping[str, Sequence[SeedRow]]
    used: set[tuple[str, str]] = field(default_factory=set)

    def fill(self, slot: Slot) -> SlotFill:
        """The tasks of a slot. Raises Refused where all of its pools together have too few."""
        tasks: list[TaskSpec] = []
        passed_over: Counter[str] = Counter()
        for row in self._candidates(slot):
            if len(tasks) == slot.count:
                break
            task = self._task(row, slot)
            if isinstance(task, Unfit):
                passed_over[f"{row.dataset}: {task.reason}"] += 1
            else:
                self.used.add((row.dataset, row.row_id))
                tasks.append(task)
        if len(tasks) < slot.count:
            raise Refused((_unfilled(slot, len(tasks), passed_over),))
        taken = Counter(task.oracle.source.dataset for task in tasks)
        return SlotFill(slot, tuple(tasks), dict(taken), dict(passed_over))

    def _candidates(self, slot: Slot) -> Iterator[SeedRow]:
        for choice in slot.choices:
            for row in self.ordered.get(choice.dataset, ()):
                if row.shape in choice.shapes and (row.dataset, row.row_id) not in self.used:
                    yield row

    def _task(self, row: SeedRow, slot: Slot) -> TaskSpec | Unfit:
        task = TRANSFORMS[slot.family](row, self.bench)
        if isinstance(task, Unfit):
            return task
        if task.oracle.decision is not slot.decision:
            return Unfit(f"calls for {task.oracle.decision}")
        findings = gates.task_findings(task, self.spec)
        return Unfit(findings[0].code) if findings else task


def salted_rows(rows: Sequence[SeedRow], salt: str) -> list[SeedRow]:
    """Each row of a pool once (the first of equal ids), in the order that the salt gives it."""
    once: dict[str, SeedRow] = {}
    for row in rows:
        once.setdefault(row.row_id, row)
    return salted_order(once.values(), salt, key=lambda row: f"{row.dataset}/{row.row_id}")


def _unfilled(slot: Slot, found: int, passed_over: Mapping[str, int]) -> Problem:
    reasons = ", ".join(f"{reason} ({count})" for reason, count in sorted(passed_over.items()))
    message = f"The slot {slot.name!r} needs {slot.count} tasks, its pools give {found}."
    return Problem("slot_unfilled", message, f"Passed over: {reasons or 'nothing'}.")
