"""Query parameters and bodies of the API: declared once, read strictly, documented from that.

A view names a ``Parameters`` class; ``api_schema`` documents its fields and ``read`` refuses
whatever it does not declare. Pages are lenient instead: see ``params``.
"""

from collections.abc import Mapping
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

    def get_default(self) -> bool:
        """The default is declared, and so documented, as it would be sent."""
        return self.to_internal_value(super().get_default())


class Strict(serializers.Serializer[Any]):
    """A set of named values that refuses any that it does not declare, with all other problems."""

    def to_internal_value(self, data: Any) -> Any:
        """Raises ValidationError naming each field that is wrong, unknown or given twice."""
        problems: dict[str, Any] = {}
        if isinstance(data, Mapping):
            problems = {**self._unknown(data), **_repeated(data)}
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**error.detail, **problems}) from None
        if problems:
            raise serializers.ValidationError(problems)
        return values

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """The values by name. Raises ValidationError."""
        given = cls(data=data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
        message = f"There is no such field here; allowed: {', '.join(self.fields) or 'none'}."
        return {
            str(name)[:SHOWN_CHARACTERS]: [ErrorDetail(message, "unknown")]
            for name in sorted(set(data) - set(self.fields))
        }


class Parameters(Strict):
    """The query parameters that one endpoint takes; the base takes none."""

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """The values by name; an empty one is wrong, not absent. Raises ValidationError."""
        if repeated := _repeated(data):
            raise serializers.ValidationError(repeated)
        return super().read(data.dict())


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


def _repeated(data: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
    """Fields of a query string or form that come twice."""
    lists = data.lists() if isinstance(data, QueryDict) else ()
    return {
        name[:SHOWN_CHARACTERS]: [ErrorDetail("Give this once.", "repeated")]
        for name, values in lists
        if len(values) > 1
    }
