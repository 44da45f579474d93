"""Candidates as the API sends them: what the asking person may know, and nothing else."""

from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from rest_framework.request import Request

from runs_app.candidate_tables import state_words
from runs_app.models import Candidate
from runs_app.queries.candidates import visible_findings
from tasks_app.domain.descriptions.findings import Finding, FindingCode, Text
from tasks_app.web.api_addresses import address


class FindingJson(TypedDict):
    """One objection of the gate: `text` says whether characters `start` to `end` (from 0, end
    exclusive) are of the original or of the candidate."""

    code: FindingCode
    text: Text
    start: int
    end: int
    reason: str


class CandidateJson(TypedDict):
    """A wording of one task. `description` is the name to run under; `state` says what the gate
    makes of it, as far as you may know, and whether it is frozen."""

    id: UUID
    url: str
    description: str
    bundle: str
    task_id: str
    source: str
    text: str
    digest: str
    origin: Candidate.Origin
    label: str
    state: str
    gate_version: str
    findings: list[FindingJson]
    created_at: datetime


class AddedJson(TypedDict):
    """What became of an upload: the new candidates, and how many were there already."""

    added: list[CandidateJson]
    known: int


def candidate_json(request: Request, candidate: Any) -> CandidateJson:
    return {
        "id": candidate.pk,
        "url": address(request, "api-candidate", candidate.pk),
        "description": candidate.name,
        "bundle": str(candidate.bundle),
        "task_id": candidate.task_id,
        "source": candidate.source,
        "text": candidate.text,
        "digest": candidate.digest,
        "origin": Candidate.Origin(candidate.origin),
        "label": candidate.label,
        "state": state_words(candidate, request.user),
        "gate_version": candidate.gate_version,
        "findings": [finding_json(each) for each in visible_findings(candidate, request.user)],
        "created_at": candidate.created_at,
    }


def finding_json(finding: Finding) -> FindingJson:
    place = finding.place
    return {
        "code": finding.code,
        "text": place.text,
        "start": place.start,
        "end": place.end,
        "reason": finding.reason,
    }
