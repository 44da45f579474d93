"""Every API error as problem+json (RFC 9457): the one place where errors meet HTTP."""

import logging
from collections.abc import Iterator
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tasks_app.domain import errors
from tasks_app.web.api_renderers import FastJSONRenderer

logger = logging.getLogger(__name__)

STATUS_OF = {
    errors.Refused: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.Conflict: HTTPStatus.CONFLICT,
    errors.NotAllowed: HTTPStatus.FORBIDDEN,
    errors.NotComparable: HTTPStatus.BAD_REQUEST,
}
KEPT_HEADERS = ("Retry-After", "WWW-Authenticate", "Allow")
TOO_LARGE = "The body is larger than is taken here."
UNFORESEEN = "Something went wrong on our side. It is logged; nothing that you sent is to blame."


class ProblemRenderer(FastJSONRenderer):
    media_type = "application/problem+json"
    format = "problem"


def problem_json(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's EXCEPTION_HANDLER: whatever happened becomes a problem, in whatever format was asked.

    An unforeseen error is logged with its trace, of which the answer tells nothing.
    """
    request = context.get("request")
    if request is not None:
        request.accepted_renderer = ProblemRenderer()
        request.accepted_media_type = ProblemRenderer.media_type
    if isinstance(error, errors.EcoAgentError):
        problem = _problem(_status_of(error), str(error), _file_problems(error))
        problem.data.update(getattr(error, "members", {}))  # its own members (RFC 9457, 3.2)
        return problem
    if isinstance(error, SuspiciousOperation):
        return _suspicious(error)
    answer = exception_handler(error, context)
    if answer is None:
        logger.error("Unforeseen error", exc_info=error, extra={"request": request})
        return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, UNFORESEEN)
    headers = {name: answer[name] for name in KEPT_HEADERS if name in answer}
    problems = list(_field_problems(error))
    return _problem(HTTPStatus(answer.status_code), _detail(error, problems), problems, headers)


def _problem(
    status: HTTPStatus,
    detail: str,
    problems: list[dict[str, Any]] | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
    }
    if problems:
        body["problems"] = problems
    return Response(body, status=status.value, headers=headers)


def _status_of(error: errors.EcoAgentError) -> HTTPStatus:
    """A new kind of error without a line above is our mistake, and answers as such."""
    unmapped = HTTPStatus.INTERNAL_SERVER_ERROR
    return next((code for kind, code in STATUS_OF.items() if isinstance(error, kind)), unmapped)


def _suspicious(error: SuspiciousOperation) -> Response:
    """A body or a form that Django refuses to read on."""
    if isinstance(error, RequestDataTooBig):
        return _problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LARGE)
    return _problem(HTTPStatus.BAD_REQUEST, "The request cannot be read.")


def _file_problems(error: errors.EcoAgentError) -> list[dict[str, Any]]:
    return [asdict(problem) for problem in getattr(error, "problems", ())]


def _detail(error: Exception, problems: list[dict[str, Any]]) -> str:
    if problems:
        return " ".join(f"{problem['field']}: {problem['message']}" for problem in problems[:3])
    if isinstance(error, Http404):
        return "There is nothing at this address."
    if isinstance(error, PermissionDenied):
        return "You may not do this."
    return str(getattr(error, "detail", error))


def _field_problems(error: Exception) -> Iterator[dict[str, Any]]:
    if isinstance(error, exceptions.ValidationError):
        yield from _flat(error.detail, "")


def _flat(detail: Any, field: str) -> Iterator[dict[str, Any]]:
    """Nested messages of DRF as a list, each with the path of its field (``task_ids.0``)."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _flat(inner, f"{field}.{name}" if field else str(name))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _flat(inner, field)
    else:
        yield {"code": detail.code, "field": field, "message": str(detail)}
