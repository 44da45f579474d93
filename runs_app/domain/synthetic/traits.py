"""What the synthetic models, CLIs and kinds of tasks are like.

Chosen so that three criteria have three leaders: the strongest model (oak) passes most but pays
for it, the cheapest (lime) has the lowest USD per pass, and ash, nearly as strong and far cheaper
than oak, has the best AMS. Tests hold this.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelTraits:
    """``skill`` is on the scale of ``KindTraits.demand``; ``verbosity`` scales tokens, ``waste``
    those of failed episodes once more."""

    skill: float
    verbosity: float
    waste: float


@dataclass(frozen=True)
class CliTraits:
    """What a CLI adds to the skill of its model, and does to its tokens."""

    skill: float
    verbosity: float
    cached_share: float


@dataclass(frozen=True)
class KindTraits:
    """How hard a kind of task is, and the input tokens and steps that it usually takes."""

    demand: float
    input_tokens: int
    steps: int


MODEL_TRAITS = {
    "synthetic-oak": ModelTraits(skill=3.6, verbosity=1.7, waste=2.5),
    "synthetic-elm": ModelTraits(skill=2.7, verbosity=1.2, waste=1.8),
    "synthetic-ash": ModelTraits(skill=2.9, verbosity=0.8, waste=1.1),
    "synthetic-hazel": ModelTraits(skill=2.0, verbosity=1.0, waste=1.6),
    "synthetic-fir": ModelTraits(skill=1.7, verbosity=1.1, waste=1.3),
    "synthetic-yew": ModelTraits(skill=1.2, verbosity=1.4, waste=1.4),
    "synthetic-lime": ModelTraits(skill=0.2, verbosity=1.0, waste=1.2),
}
CLI_TRAITS = {
    "anvil": CliTraits(skill=0.3, verbosity=1.25, cached_share=0.7),
    "bellows": CliTraits(skill=0.0, verbosity=0.9, cached_share=0.5),
    "chisel": CliTraits(skill=0.15, verbosity=0.7, cached_share=0.6),
    "lathe": CliTraits(skill=-0.4, verbosity=1.5, cached_share=0.3),
}
KIND_TRAITS = {
    "tabulate": KindTraits(demand=0.3, input_tokens=90_000, steps=12),
    "repair": KindTraits(demand=1.4, input_tokens=200_000, steps=22),
    "migrate": KindTraits(demand=2.6, input_tokens=500_000, steps=38),
}
