"""Query parameters of the API: declared once, read strictly, and documented from that.

A view names a ``Parameters`` class; ``api_schema`` documents its fields and ``read`` refuses
whatever it does not declare. Pages are lenient instead: see ``params``.
"""

from typing import Any

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

SHOWN_CHARACTERS = 60
MOST_PER_PAGE = 100


class Choice(serializers.ChoiceField):
    """One of a few words; a refusal lists them."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices=list(choices), **kwargs)

    def fail(self, key: str, **kwargs: Any) -> None:
        """Raises ValidationError naming what is allowed."""
        if key == "invalid_choice":
            allowed = ", ".join(map(str, self.choices))
            given = str(kwargs["input"])[:SHOWN_CHARACTERS]
            message = f"{given!r} is not allowed; allowed: {allowed}."
            raise serializers.ValidationError(message, code="invalid_choice")
        super().fail(key, **kwargs)


class Flag(Choice):
    """``true`` or ``false``, and no other spelling."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(("true", "false"), **kwargs)

    def to_internal_value(self, data: Any) -> bool:
        return bool(super().to_internal_value(data) == "true")


class Parameters(serializers.Serializer[Any]):
    """The parameters that one endpoint takes; the base takes none."""

    @classmethod
    def read(cls, query: QueryDict) -> dict[str, Any]:
        """The values by name. Raises ValidationError with every problem, each naming its
        parameter and what is allowed."""
        parameters = cls(data=query.dict())
        problems = {**parameters._unknown(query), **_repeated(query)}
        if not parameters.is_valid() or problems:
            raise serializers.ValidationError({**parameters.errors, **problems})
        return dict(parameters.validated_data)

    def _unknown(self, query: QueryDict) -> dict[str, list[ErrorDetail]]:
        allowed = ", ".join(self.fields) or "none"
        return {
            name[:SHOWN_CHARACTERS]: [
                ErrorDetail(f"There is no such parameter; allowed: {allowed}.", "unknown_parameter")
            ]
            for name in sorted(set(query) - set(self.fields))
        }


class PageParameters(Parameters):
    """What every list takes; a subclass adds ``order`` and its filters."""

    cursor = serializers.CharField(
        required=False, max_length=1000, help_text="Taken from `next` or `previous` of a page."
    )
    page_size = serializers.IntegerField(
        default=50, min_value=1, max_value=MOST_PER_PAGE, help_text="Rows per page."
    )


def order_choice(*keys: str) -> Choice:
    """The ``order`` of a list: ``key`` ascending, ``-key`` descending; the first is the default."""
    every = [f"{sign}{key.removeprefix('-')}" for key in keys for sign in ("", "-")]
    return Choice(every, default=keys[0], help_text="A leading `-` is descending.")


def _repeated(query: QueryDict) -> dict[str, list[ErrorDetail]]:
    return {
        name[:SHOWN_CHARACTERS]: [ErrorDetail("Give this parameter once.", "repeated_parameter")]
        for name, values in query.lists()
        if len(values) > 1
    }
