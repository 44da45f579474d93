"""What one attempt of an agent at a task left behind, as values.

These types are the wire format of an episode archive (spec ``ecoagent-episodes/1``) and the
result of executing an agent here: both ways in end in the same ``EpisodeRecord``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from tasks_app.domain.canonical import digest


class Track(StrEnum):
    """How an agent met the tasks; rows of different tracks are never ranked together."""

    SCRIPTED = "scripted"
    TOOL_API = "tool_api"
    WORKSPACE = "workspace"
    IMPORTED = "imported"


class CompositeMode(StrEnum):
    """Whether composite actions answer from the oracle (controls) or from evidence only."""

    ORACLE = "oracle"
    EVIDENCE_ONLY = "evidence_only"


class CostBasis(StrEnum):
    """What a cost is counted in; amounts of different bases are never added or ranked together."""

    LEDGER_UNITS = "ledger_units"
    EXECUTION_PROXY = "execution_proxy"
    USD = "usd"


class EpisodeStatus(StrEnum):
    COMPLETED = "completed"
    AGENT_TIMEOUT = "agent_timeout"
    AGENT_ERROR = "agent_error"
    INFRASTRUCTURE_ERROR = "infrastructure_error"


class Verdict(StrEnum):
    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNREADABLE = "unreadable"


ORACLE_ANSWER = "[oracle answer]"
"""What an oracle control answers when its path was viable: it stands for the task's reference
answer without ever containing it, so that nothing of the oracle is stored with an episode."""


@dataclass(frozen=True)
class AgentSpec:
    """Model + scaffold + prompt + settings: the ranked unit."""

    name: str
    track: Track
    model: str = ""
    scaffold: str = ""
    prompt: str = ""
    composite_mode: CompositeMode = CompositeMode.EVIDENCE_ONLY
    url: str = ""

    @property
    def identity(self) -> str:
        """SHA-256 over what makes two agents the same ranked unit: all but the url."""
        return digest(
            [self.name, self.track, self.model, self.scaffold, self.prompt, self.composite_mode]
        )

    @property
    def is_control(self) -> bool:
        """Oracle controls are shown apart and never ranked."""
        return self.composite_mode is CompositeMode.ORACLE

    @property
    def cost_basis(self) -> CostBasis:
        return (
            CostBasis.EXECUTION_PROXY if self.track is Track.WORKSPACE else CostBasis.LEDGER_UNITS
        )


@dataclass(frozen=True)
class Step:
    """One priced action with its observation; ``evidence`` are ids of documents it carried."""

    action: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    observation: str = ""
    evidence: tuple[str, ...] = ()
    tier: str | None = None
    started_at: datetime | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Usage:
    """Tokens; cached and cache-creation tokens are part of input tokens; None is unknown, 0 is
    zero. ``total_tokens`` (meter only) is for records that tell no parts."""

    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_creation_tokens: int | None = None
    output_tokens: int | None = None
    requests: int | None = None
    total_tokens: int | None = None

    @property
    def all_tokens(self) -> int | None:
        """Tokens in all: as told, or input and output where both are known."""
        if self.total_tokens is not None or None in (self.input_tokens, self.output_tokens):
            return self.total_tokens
        return (self.input_tokens or 0) + (self.output_tokens or 0)


@dataclass(frozen=True)
class Workspace:
    """What the execution proxy is made of (track ``workspace``)."""

    wall_seconds: float
    modified_files: int
    new_files: int


@dataclass(frozen=True)
class ReportedLabel:
    """A judge label that came with an archive: shown, never used for this site's scores."""

    judge: str
    rubric: str
    verdict: Verdict
    rationale: str = ""


class RunKey(NamedTuple):
    """Whose run, under what circumstances: the episodes of an archive with one key are a run.

    An economic run has a budget label, and description "" and repeat 1; a meter run has a
    description and a repeat (from 1), and budget label "".
    """

    agent: str
    budget_label: str
    description: str = ""
    repeat: int = 1

    @property
    def terms(self) -> str:
        """``at main``; ``under original, repeat 2``."""
        return f"at {self.budget_label}" if self.budget_label else f"under {self.wording}"

    @property
    def wording(self) -> str:
        """``original, repeat 2``: a first repeat goes without saying."""
        return self.description + (f", repeat {self.repeat}" if self.repeat > 1 else "")


@dataclass(frozen=True)
class EpisodeRecord:
    """One attempt. (run key, task_id, attempt) is unique within an archive.

    ``steps`` may be left out where only their number (``step_count``) is known; ``seconds`` is
    wall time, ``reward`` in 0 to 1. None is unknown.
    """

    agent: str
    task_id: str
    budget_label: str
    attempt: int
    status: EpisodeStatus
    answer: str | None = None
    abstained: bool = False
    steps: tuple[Step, ...] = ()
    reported_units: float | None = None
    workspace: Workspace | None = None
    usage: Usage | None = None
    cost_usd: float | None = None
    reward: float | None = None
    judge_labels: tuple[ReportedLabel, ...] = ()
    started_at: datetime | None = None
    finished_at: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    description: str = ""
    repeat: int = 1
    step_count: int | None = None
    seconds: float | None = None

    @property
    def run_key(self) -> RunKey:
        return RunKey(self.agent, self.budget_label, self.description, self.repeat)

    @property
    def is_metered(self) -> bool:
        """Whether it is of a meter bundle, which has no budgets."""
        return not self.budget_label

    @property
    def steps_total(self) -> int | None:
        """Steps taken; None where neither they nor their number are known."""
        return self.step_count if self.is_metered and not self.steps else len(self.steps)


def storable(text: str) -> str:
    """``text`` without what no database keeps: NUL is dropped, half characters become ``?``."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()
