"""Rows of a board as people would have judged them, by the closed audits of their runs (ours)."""

from collections.abc import Sequence, Set
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
NOT_COVERED = "No closed audit covers all runs of this row."
LAPSED = "The closed audit of this row does not hold for it any more: {}."


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
    """The closed audits of a bundle, the last one first.

    All rows share the resampled tasks of the board, and those of one audit its resampled labels.
    """

    audits: Sequence[AuditRates]
    resampling: Resampling
    _draws: dict[str, Resampled] = field(default_factory=dict)

    def of(self, row: AgentRow) -> RowCorrection:
        """Correct a complete row by the last audit that covers its runs."""
        if not self.audits:
            return NOT_CORRECTED
        missing = sum(episode.missing is not None for episode in row.episodes)
        if missing:
            return uncorrected(f"{missing} of {len(row.episodes)} tasks have no scored episode.")
        runs = {episode.run_id for episode in row.episodes}
        audit = next((audit for audit in self.audits if runs <= audit.run_ids), None)
        if audit is None:
            return uncorrected(self._why_not(runs))
        outcomes: dict[str, list[Outcome]] = {
            family: [_outcome(episode) for episode in episodes]
            for family, episodes in row.by_family.items()
        }
        groups: dict[str, Group] = {episode.family: episode.group for episode in row.episodes}
        found = correction(audit.counts, outcomes, groups, self._resampled(audit))
        return RowCorrection(found, audit.audit_id)

    def _why_not(self, runs: Set[str]) -> str:
        """What stands against the last audit that covered these runs, if there was one."""
        for audit in self.audits:
            if runs <= audit.run_ids | audit.lapsed.keys():
                lapsed = {why for run, why in audit.lapsed.items() if run in runs}
                return LAPSED.format("; ".join(sorted(lapsed)))
        return NOT_COVERED

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
