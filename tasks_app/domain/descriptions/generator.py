"""How candidate descriptions come about: one small protocol, behind which a model may sit."""

from dataclasses import dataclass
from typing import Protocol

from tasks_app.domain.descriptions.anchors import Anchors
from tasks_app.domain.descriptions.trajectory import Trajectory


@dataclass(frozen=True)
class GenerationRequest:
    """What a generator may know: public text, and what one configuration did with it.

    ``source`` is the key of the configuration (``model x cli``) whose trajectory it is.
    """

    task_id: str
    source: str
    original: str
    anchors: Anchors
    trajectory: Trajectory


@dataclass(frozen=True)
class Draft:
    """A candidate before the gate; ``label`` says how it was made."""

    text: str
    label: str


class Generator(Protocol):
    """Makes candidate descriptions. ``origin`` is what its candidates are labelled with."""

    @property
    def origin(self) -> str: ...

    def drafts(self, request: GenerationRequest) -> tuple[Draft, ...]:
        """Candidates for one task and source; none where there is nothing to vary."""
        ...
