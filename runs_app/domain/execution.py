"""One episode of one of the site's own agents, from task to record. Evaluator code: it splits
the task into what the environment may hold and what only controls are advised of."""

from datetime import UTC, datetime

from runs_app.domain.composite import EvidenceComposite
from runs_app.domain.environment import PricedEnvironment
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, storable
from runs_app.domain.oracle import OracleComposite, oracle_advice
from runs_app.domain.roster import ScriptedControl, SiteAgent
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.task_spec import TaskSpec, agent_view

REASON_CHARACTERS = 500


def run_episode(
    task: TaskSpec, bundle: BundleSpec, agent: SiteAgent, budget_label: str
) -> EpisodeRecord:
    """Let ``agent`` attempt ``task`` once; a policy that raises leaves an ``agent_error``.

    ``extra`` holds the reason of an error and how many calls could not run, if any did not.
    """
    started_at = datetime.now(UTC)
    environment = environment_for(task, bundle, agent, budget_label)
    error = _played(agent, environment, task)
    return EpisodeRecord(
        agent=agent.spec.name,
        task_id=task.task_id,
        budget_label=budget_label,
        attempt=1,
        status=EpisodeStatus.AGENT_ERROR if error else EpisodeStatus.COMPLETED,
        answer=environment.answer,
        abstained=environment.abstained,
        steps=tuple(environment.steps),
        reported_units=environment.ledger.total,
        started_at=started_at,
        finished_at=datetime.now(UTC),
        extra=_remarks(error, environment.misuses),
    )


def environment_for(
    task: TaskSpec, bundle: BundleSpec, agent: SiteAgent, budget_label: str
) -> PricedEnvironment:
    """A fresh environment; its composite knows the oracle for controls only."""
    is_control = isinstance(agent, ScriptedControl)
    return PricedEnvironment(
        agent_view(task),
        task.documents,
        bundle.prices,
        bundle.families[task.family].budget(budget_label),
        OracleComposite(task) if is_control else EvidenceComposite(),
    )


def _played(agent: SiteAgent, environment: PricedEnvironment, task: TaskSpec) -> Exception | None:
    """Let the policy run; whatever it raises ends its own episode only, and is returned."""
    try:
        if isinstance(agent, ScriptedControl):
            agent.policy(environment, oracle_advice(task))
        else:
            agent.policy(environment)
    except Exception as error:
        return error
    return None


def _remarks(error: Exception | None, misuses: int) -> dict[str, object]:
    reason = storable(f"{type(error).__name__}: {error}")[:REASON_CHARACTERS]
    return {**({"reason": reason} if error else {}), **({"misuses": misuses} if misuses else {})}
