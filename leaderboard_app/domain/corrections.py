"""Rows of a board as people would have judged them, by the closed audits of their runs (ours)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from audit_app.domain.audit_rates import AuditRates
from audit_app.domain.correction import FIGURES, Correction, Outcome, Resampled, correction
from audit_app.domain.label_resampling import rate_replicates
from audit_app.domain.quantity import undefined
from leaderboard_app.domain.resampling import Resampling
from leaderboard_app.domain.rows import AgentRow
from leaderboard_app.domain.scored import ScoredEpisode
from tasks_app.domain.families import Group

NO_AUDIT = "No closed audit."
NOT_COVERED = "No closed audit covers all runs of this row under their judge."


@dataclass(frozen=True)
class RowCorrection:
    """The corrected figures of a row and the audit that they rest on; None where there is none."""

    found: Correction
    audit_id: str | None = None


def uncorrected(reason: str) -> RowCorrection:
    return RowCorrection(Correction(dict.fromkeys(FIGURES, undefined(reason))))


NOT_CORRECTED = uncorrected(NO_AUDIT)


@dataclass(frozen=True)
class Corrections:
    """The closed audits of a bundle, the last one first, and the judge of each run.

    All rows share the resampled tasks of the board, and those of one audit its resampled labels.
    """

    audits: Sequence[AuditRates]
    judges: Mapping[str, str]
    resampling: Resampling
    _draws: dict[str, Resampled] = field(default_factory=dict)

    def of(self, row: AgentRow) -> RowCorrection:
        """Correct a complete row by the last audit that covers its runs."""
        if not self.audits:
            return NOT_CORRECTED
        missing = sum(episode.missing is not None for episode in row.episodes)
        if missing:
            return uncorrected(f"{missing} of {len(row.episodes)} tasks have no scored episode.")
        audit = next((audit for audit in self.audits if self._covers(audit, row)), None)
        if audit is None:
            return uncorrected(NOT_COVERED)
        outcomes: dict[str, list[Outcome]] = {
            family: [_outcome(episode) for episode in episodes]
            for family, episodes in row.by_family.items()
        }
        groups: dict[str, Group] = {episode.family: episode.group for episode in row.episodes}
        found = correction(audit.counts, outcomes, groups, self._resampled(audit))
        return RowCorrection(found, audit.audit_id)

    def _covers(self, audit: AuditRates, row: AgentRow) -> bool:
        runs = {episode.run_id for episode in row.episodes}
        return runs <= audit.run_ids and all(self.judges[run] == audit.judge for run in runs)

    def _resampled(self, audit: AuditRates) -> Resampled:
        if audit.audit_id not in self._draws:
            generator = np.random.default_rng(self.resampling.seed)
            rates = rate_replicates(audit.counts, generator, self.resampling.replicates)
            self._draws[audit.audit_id] = Resampled(rates, self._tasks)
        return self._draws[audit.audit_id]

    @cached_property
    def _tasks(self) -> dict[str, np.typing.NDArray[np.float64]]:
        return {family: draws.astype(np.float64) for family, draws in self.resampling.draws.items()}


def _outcome(episode: ScoredEpisode) -> Outcome:
    verdict = episode.correct if episode.rests_on_verdict else None
    return Outcome(verdict, episode.is_lenient, episode.grounded and episode.within_budget)
