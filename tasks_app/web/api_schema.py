"""The OpenAPI description of a view, from what the view declares.

Query parameters and possible problems come from the attributes of ``ApiView``, answers from
typed dictionaries, so that documentation and behaviour cannot drift apart.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus
from types import UnionType
from typing import Any, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_array_type, build_object_type, get_doc, resolve_type_hint
from drf_spectacular.utils import OpenApiResponse

from tasks_app.web.api_views import ApiView

NULL = type(None)
FIRST_SENTENCE = re.compile(r"[.:;](?:\s|$)")
ALWAYS = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_ACCEPTABLE)
BUSY_OR_BROKEN = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR)
WITH_BODY = (
    HTTPStatus.FORBIDDEN,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)


class ProblemDetail(TypedDict, total=False):
    """One of several problems: with a parameter or field, or at a place in a file."""

    code: str
    message: str
    hint: str
    field: str
    severity: str
    file: str
    line: int | None
    task_id: str | None


class _ProblemCore(TypedDict):
    type: str
    title: str
    status: int
    detail: str


class Problem(_ProblemCore, total=False):
    """Every error of the API (RFC 9457)."""

    problems: list[ProblemDetail]


class Schema(AutoSchema):
    """What ``extend_schema`` says, and what follows from the view's attributes."""

    view: ApiView

    def get_summary(self) -> str:
        """The first sentence, or what of it stands before a colon."""
        return FIRST_SENTENCE.split(" ".join(self.get_description().split()))[0]

    def get_override_parameters(self) -> list[Any]:
        parameters = self.view.parameters()
        return [parameters] if self.method == "GET" and parameters.fields else []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        answers = super()._get_response_bodies(direction)
        if self.method == "GET" and self.view.is_tagged:
            answers["304"] = {"description": "What you have (`If-None-Match`) still holds."}
        for code in self._problem_statuses():
            answers[str(code.value)] = self._get_response_for_code(
                OpenApiResponse(Problem, HTTPStatus(code).phrase),
                str(code.value),
                media_types=["application/problem+json"],
            )
        return dict(sorted(answers.items()))

    def _problem_statuses(self) -> set[HTTPStatus]:
        found = {*ALWAYS, *BUSY_OR_BROKEN, *map(HTTPStatus, self.view.problem_statuses)}
        if "{" in self.path:
            found.add(HTTPStatus.NOT_FOUND)
        if self.method != "GET":
            found.update(WITH_BODY)
        return found


class TypedDictSchema(OpenApiSerializerExtension):
    """A typed dictionary as a named component; those inside it are components too."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target)

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        return component_name(self.target)

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        def schema(hint: Any) -> dict[str, Any]:
            if is_typeddict(hint):
                return dict(auto_schema.resolve_serializer(hint, direction).ref)
            if get_origin(hint) is list:
                return dict(build_array_type(schema(get_args(hint)[0])))
            if get_origin(hint) is dict and get_args(hint)[1] is not Any:
                return {"type": "object", "additionalProperties": schema(get_args(hint)[1])}
            if get_origin(hint) in (Union, UnionType) and NULL in get_args(hint):
                (kept,) = (part for part in get_args(hint) if part is not NULL)
                return nullable(schema(kept))
            return dict(resolve_type_hint(hint))

        hints = get_type_hints(self.target)
        return build_object_type(
            properties={name: schema(hint) for name, hint in hints.items()},
            required=sorted(self.target.__required_keys__),
            description=get_doc(self.target).replace("``", "`"),
        )


@dataclass(frozen=True)
class OneOf:
    """An answer of one of several types, as a component of its own."""

    name: str
    typed_dicts: tuple[Any, ...]


class OneOfSchema(OpenApiSerializerExtension):
    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(target, OneOf)

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        return str(self.target.name)

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        resolved = (auto_schema.resolve_serializer(t, direction) for t in self.target.typed_dicts)
        return {"oneOf": [dict(component.ref) for component in resolved]}


def component_name(typed_dict: Any) -> str:
    """Clients need not see which of our layers a type comes from."""
    return str(typed_dict.__name__).removesuffix("Json").removesuffix("Payload")


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, or null; a reference takes no neighbours in OpenAPI 3.0."""
    return {"nullable": True, **({"allOf": [schema]} if "$ref" in schema else schema)}


def page_of(row: Any) -> Any:
    """The type of a page of rows of a typed dictionary."""
    return TypedDict(  # type: ignore[operator]
        f"{component_name(row)}Page",
        {"results": list[row], "next": str | None, "previous": str | None},
    )
