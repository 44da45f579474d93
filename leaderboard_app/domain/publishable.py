"""What every kind of bundle publishes: boards, and the proof of what they were computed from."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class PublicInputs(Protocol):
    """Everything that the boards of a bundle depend on; equal digests mean equal boards."""

    @property
    def digest(self) -> str: ...
    @property
    def runs(self) -> Sequence[Any]: ...


class Publishable(NamedTuple):
    """``proof`` is the manifest of ``payloads``; its ``boards`` list them in their order."""

    proof: Mapping[str, Any]
    payloads: Sequence[Mapping[str, Any]]
