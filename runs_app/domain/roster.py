"""The site's own agents by name: oracle controls, and readers that see evidence only."""

from collections.abc import Callable
from dataclasses import dataclass

from runs_app.domain import policies, readers
from runs_app.domain.episode import AgentSpec, CompositeMode, Track
from runs_app.domain.moves import Environment
from runs_app.domain.oracle import OracleAdvice


@dataclass(frozen=True)
class ScriptedControl:
    """An agent whose policy is told which path suffices."""

    spec: AgentSpec
    policy: Callable[[Environment, OracleAdvice], None]


@dataclass(frozen=True)
class EvidenceReader:
    """An agent whose policy gets the environment and nothing else."""

    spec: AgentSpec
    policy: Callable[[Environment], None]


SiteAgent = ScriptedControl | EvidenceReader


def _control(name: str, policy: Callable[[Environment, OracleAdvice], None]) -> ScriptedControl:
    spec = AgentSpec(
        name,
        Track.SCRIPTED,
        scaffold="scripted control",
        prompt="version 1",
        composite_mode=CompositeMode.ORACLE,
    )
    return ScriptedControl(spec, policy)


def _reader(name: str, policy: Callable[[Environment], None]) -> EvidenceReader:
    spec = AgentSpec(name, Track.TOOL_API, scaffold="offline reader", prompt="version 1")
    return EvidenceReader(spec, policy)


CONTROLS = (
    _control("CheapFirst", policies.cheap_first),
    _control("CopilotFirst", policies.copilot_first),
    _control("RetryLoop", policies.retry_loop),
    _control("BudgetAwarePlanner", policies.budget_aware_planner),
)
READERS = (
    _reader("LexicalFrugal", readers.lexical_frugal),
    _reader("LexicalEager", readers.lexical_eager),
)
SITE_AGENTS: dict[str, SiteAgent] = {agent.spec.name: agent for agent in (*CONTROLS, *READERS)}
