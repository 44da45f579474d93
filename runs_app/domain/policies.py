"""The four scripted controls (EcoAgent-Bench, section on controls): fixed habits of spending.

They know which path suffices through one explicit argument, the ``OracleAdvice``, and never the
answer. Each is the same at every budget and on any bundle.
"""

from runs_app.domain.episode import ORACLE_ANSWER
from runs_app.domain.moves import (
    Environment,
    abstain,
    affords,
    affords_tier,
    answer,
    offers_tiers,
    read,
    research,
    run_model,
    search,
)
from runs_app.domain.oracle import OracleAdvice
from tasks_app.domain.prices import Action, Tier

GUESS = "[guess]"
"""The wrong answer of a control that answers although its path found nothing."""

CHEAP_PATH = (Action.SEARCH, Action.READ)
RESEARCH_PATH = (*CHEAP_PATH, Action.DEEP_RESEARCH)


def cheap_first(environment: Environment, advice: OracleAdvice) -> None:
    """Always the cheapest path; it stops where that does not suffice."""
    if offers_tiers(environment):
        answer(environment, run_model(environment, Tier.FAST).proposal or GUESS)
        return
    read(environment, search(environment))
    _answer_or_abstain(environment, ORACLE_ANSWER if advice.cheap_suffices else None)


def copilot_first(environment: Environment, advice: OracleAdvice) -> None:
    """Always escalates, whether that is needed or not."""
    if offers_tiers(environment):
        answer(environment, run_model(environment, Tier.FRONTIER).proposal or GUESS)
        return
    read(environment, search(environment))
    _answer_or_abstain(environment, research(environment).proposal)


def retry_loop(environment: Environment, advice: OracleAdvice) -> None:
    """Trusts no result: each stage twice before the next, and never an abstention."""
    if offers_tiers(environment):
        run_model(environment, Tier.FAST)
        answer(environment, run_model(environment, Tier.FRONTIER).proposal or GUESS)
        return
    for place in (0, 1):
        read(environment, search(environment), place)
    proposal = research(environment).proposal or research(environment).proposal
    answer(environment, proposal or GUESS)


def budget_aware_planner(environment: Environment, advice: OracleAdvice) -> None:
    """The cheapest path that suffices and is affordable; otherwise it stops early."""
    if offers_tiers(environment):
        _answer_or_abstain(environment, _planned_tier_call(environment, advice))
        return
    needs_research = advice.answerable and not advice.cheap_suffices
    does_research = needs_research and affords(environment, *RESEARCH_PATH)
    proposal = ORACLE_ANSWER if advice.cheap_suffices else None
    if affords(environment, *CHEAP_PATH):
        read(environment, search(environment))
        proposal = research(environment).proposal if does_research else proposal
        _answer_or_abstain(environment, proposal)
    else:
        abstain(environment)


def _planned_tier_call(environment: Environment, advice: OracleAdvice) -> str | None:
    """The proposal of the sufficient tier, or of the best that the budget affords."""
    tiers = [advice.tier] if advice.tier else []
    for tier in (*tiers, Tier.FRONTIER, Tier.FAST):
        if affords_tier(environment, tier):
            return run_model(environment, tier).proposal
    return None


def _answer_or_abstain(environment: Environment, proposal: str | None) -> None:
    if proposal is None:
        abstain(environment)
    else:
        answer(environment, proposal)
