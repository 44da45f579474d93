"""Which wording stands for a source: highest source reward, then lowest cost, else the original.

Source: AgentMeter (arXiv 2606.21140v2), selection of descriptions: among candidates that pass the
gate the best on the source's own side; if none beats the original, the original stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True)
class Tried(Generic[Key]):
    """What a wording led to on its source's side: mean reward (0 to 1) and mean USD over the
    episodes that count; None is unknown, and 0 is zero."""

    key: Key
    reward: float | None
    cost: float | None
    episodes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice(Generic[Key]):
    """``chosen`` is None where the original stays; ``reason`` is a sentence for everybody."""

    chosen: Tried[Key] | None
    reason: str


def choose(original: Tried[Key], candidates: Sequence[Tried[Key]]) -> Choice[Key]:
    """The best candidate if it is better than the original; of equals the one given first.

    Better is a higher reward, or the same reward at a lower cost; an unknown cost is never lower.
    Raises ValueError where the original's reward is unknown: there is nothing to compare with.
    """
    if original.reward is None:
        raise ValueError("The original has no episode of the source that counts.")
    known = [tried for tried in candidates if tried.reward is not None]
    if not known:
        return Choice(None, "The original stays: no accepted candidate has been tried.")
    best = min(known, key=_rank)
    if best.reward is not None and best.reward > original.reward:
        reason = f"The source's reward rises from {original.reward:.3g} to {best.reward:.3g}."
        return Choice(best, reason)
    if best.reward == original.reward and _is_cheaper(best, original):
        reason = f"The same reward ({best.reward:.3g}) at a lower cost for the source."
        return Choice(best, reason)
    return Choice(None, "The original stays: no accepted candidate did better for the source.")


def _rank(tried: Tried[Key]) -> tuple[float, bool, float]:
    return (-(tried.reward or 0.0), tried.cost is None, tried.cost or 0.0)


def _is_cheaper(tried: Tried[Key], original: Tried[Key]) -> bool:
    return tried.cost is not None and original.cost is not None and tried.cost < original.cost
