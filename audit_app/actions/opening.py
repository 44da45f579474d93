"""Opening an audit: the frame is read, cells are drawn from evenly, items are stored blinded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction

from audit_app.actions.realism import realism_drafts
from audit_app.actions.storing import ItemDraft, store_items
from audit_app.domain import sampling
from audit_app.domain.collector import collector_paused
from audit_app.domain.controls import MOST_CONTROLS
from audit_app.domain.design import AuditDesign, AuditKind
from audit_app.domain.evidence_surface import evidence_surface
from audit_app.domain.sampling import Sample
from audit_app.models import Audit
from audit_app.queries.design import Frame, read_frame
from runs_app.queries import (
    AuditedRun,
    AuditTexts,
    audited_runs,
    responses_for_audit,
    runs_of_episodes,
)
from tasks_app.domain.canonical import salted_order
from tasks_app.domain.errors import NotAllowed, Problem, Refused

MOST_ITEMS = 100_000
NO_RUN = UUID(int=0)
NO_TASK = Problem("empty_frame", "The bundle has no task of these families.")
NO_TASK_CONTROLS = "Control items are answers with a known label; a review of tasks has none."
NOTHING_BEHIND = "A review of tasks hides no agent and no verdict, so there is nothing to reveal."
NO_JUDGED_ANSWER = Problem(
    "empty_frame",
    "These runs hold no judged answer.",
    "Choose scored runs of agents that are no oracle controls, and their judge.",
)


@transaction.atomic
def open_audit(design: AuditDesign, user: Any) -> Audit:
    """Draw the sample of ``design`` and store it, ready to be labelled.

    The same design over the same runs draws the same episodes. Raises NotAllowed, or Refused with
    every problem of the design.
    """
    if not user.is_maintainer:
        raise NotAllowed("Only maintainers open audits.")
    _check(design)
    frame = read_frame(design)
    if not frame.units:
        raise Refused([NO_TASK if design.kind is AuditKind.REALISM else NO_JUDGED_ANSWER])
    draws = sampling.allocate(sampling.populations(frame.units), design.size)
    with collector_paused():
        sample = sampling.draw(frame.units, draws, design.seed)
    audit = _stored(design, frame, sample, user)
    is_realism = design.kind is AuditKind.REALISM
    store_items(audit, (realism_drafts if is_realism else _drafts)(design, sample))
    return audit


def _check(design: AuditDesign) -> None:
    is_realism = design.kind is AuditKind.REALISM
    problems = [
        Problem(code, message)
        for code, message, is_wrong in (
            ("no_title", "Give the audit a title.", not design.title.strip()),
            ("no_rubric", "Write down the rubric.", not design.rubric.strip()),
            ("no_rubric_version", "Give the rubric a version.", not design.rubric_version.strip()),
            ("no_seed", "Give a seed; the same one draws the same sample.", not design.seed),
            ("bad_size", f"Draw 1 to {MOST_ITEMS} items.", not 0 < design.size <= MOST_ITEMS),
            ("bad_overlap", "The overlap is a share from 0 to 1.", not 0 <= design.overlap <= 1),
            ("many_controls", f"At most {MOST_CONTROLS} control items.", _has_many(design)),
            ("controls_of_tasks", NO_TASK_CONTROLS, is_realism and bool(design.controls)),
            ("reveal_of_tasks", NOTHING_BEHIND, is_realism and design.reveal_allowed),
        )
        if is_wrong
    ]
    if problems:
        raise Refused(problems)


def _has_many(design: AuditDesign) -> bool:
    return len(design.controls) > MOST_CONTROLS


def _stored(design: AuditDesign, frame: Frame, sample: Sample, user: Any) -> Audit:
    return Audit.objects.create(
        title=design.title.strip(),
        kind=design.kind,
        bundle_id=design.bundle_id,
        run_ids=[str(run_id) for run_id in frame.runs],
        families=list(design.families),
        judge=design.judge,
        judge_rubric=frame.rubric,
        size=len(sample.drawn),
        seed=design.seed,
        overlap=design.overlap,
        rubric=design.rubric,
        rubric_version=design.rubric_version,
        reveal_allowed=design.reveal_allowed,
        frame_size=len(frame.units),
        frame_digest=sample.frame_digest,
        cells=_cells(sample),
        agent_cells=frame.agent_cells(),
        opened_by=user,
    )


def _cells(sample: Sample) -> list[dict[str, Any]]:
    return [
        {
            "family": cell.family,
            "verdict": cell.verdict,
            "population": population,
            "drawn": sample.draws[cell],
            "inclusion": sample.draws[cell] / population,
        }
        for cell, population in sample.populations.items()
    ]


def _drafts(design: AuditDesign, sample: Sample) -> list[ItemDraft]:
    """The drawn episodes and the control items; a control that was drawn stays a drawn one."""
    drawn = {item.unit.episode_id: item for item in sample.drawn}
    known = {str(control.episode_id): control.known for control in design.controls}
    controls = {key: label for key, label in known.items() if key not in drawn}
    twice = sampling.choose_overlap(sample, design.overlap)
    sources = _sources([*drawn, *controls])
    drafts = [
        replace(
            sources[key].draft(item.unit.cell.family, item.unit.cell.verdict),
            seats=2 if key in twice else 1,
            inclusion=item.inclusion_probability,
        )
        for key, item in drawn.items()
    ]
    drafts += [replace(sources[key].draft(), known=label) for key, label in controls.items()]
    return salted_order(drafts, design.seed, lambda draft: draft.episode_id)


@dataclass(frozen=True)
class _Source:
    """A drawn answer: its texts, and the run that it is from."""

    episode_id: str
    texts: AuditTexts
    run: AuditedRun

    def draft(self, family: str = "", verdict: str | None = None) -> ItemDraft:
        return ItemDraft(
            question=self.texts.question,
            evidence=evidence_surface(self.texts.family, self.texts.documents),
            answer=self.texts.answer,
            barred_id=self.run.owner_id,
            episode_id=self.episode_id,
            run_id=self.run.run_id,
            agent_id=self.run.agent_id,
            agent=self.run.agent,
            task_id=self.texts.task_id,
            family=family,
            verdict=verdict or "",
        )


def _sources(episode_ids: Sequence[str]) -> dict[str, _Source]:
    """Raises Refused for an episode that people cannot judge."""
    texts, run_of = responses_for_audit(episode_ids), runs_of_episodes(episode_ids)
    runs = {run.run_id: run for run in audited_runs(set(run_of.values()))}
    unfit = [key for key in episode_ids if runs.get(run_of.get(key, NO_RUN)) is None]
    if unfit:
        raise Refused([_unfit(key) for key in unfit])
    return {key: _Source(key, texts[key], runs[run_of[key]]) for key in episode_ids}


def _unfit(episode_id: str) -> Problem:
    message = f"Episode {episode_id} is of no scored run whose answers people can judge."
    return Problem("unfit_episode", message)
