"""Every API error as problem+json (RFC 9457): the one place where errors meet HTTP."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tasks_app.domain import errors

STATUS_OF = {
    errors.Refused: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.Conflict: HTTPStatus.CONFLICT,
    errors.NotAllowed: HTTPStatus.FORBIDDEN,
    errors.NotComparable: HTTPStatus.BAD_REQUEST,
}


def problem_json(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER; None leaves an unforeseen error to Django's 500 page."""
    if isinstance(error, errors.EcoAgentError):
        return _problem(STATUS_OF[type(error)], str(error), _problems(error), {})
    response = exception_handler(error, context)
    if response is None:
        return None
    headers = {
        name: response[name] for name in ("Retry-After", "WWW-Authenticate") if name in response
    }
    status = HTTPStatus(response.status_code)
    return _problem(status, _detail(error), _field_problems(error), headers)


def _problem(
    status: HTTPStatus, detail: str, problems: list[dict[str, Any]], headers: dict[str, str]
) -> Response:
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
    }
    if problems:
        body["problems"] = problems
    return Response(
        body, status=status.value, headers=headers, content_type="application/problem+json"
    )


def _problems(error: errors.EcoAgentError) -> list[dict[str, Any]]:
    return [asdict(problem) for problem in getattr(error, "problems", ())]


def _detail(error: Exception) -> str:
    if isinstance(error, exceptions.ValidationError):
        return " ".join(problem["message"] for problem in _field_problems(error))
    if isinstance(error, Http404 | PermissionDenied):
        return "Not found." if isinstance(error, Http404) else "You may not do this."
    return str(getattr(error, "detail", error))


def _field_problems(error: Exception) -> list[dict[str, Any]]:
    if not isinstance(error, exceptions.ValidationError):
        return []
    detail = error.detail
    by_field = detail if isinstance(detail, dict) else {"": detail}
    return [
        {"code": message.code, "field": field, "message": str(message)}
        for field, messages in by_field.items()
        for message in (messages if isinstance(messages, list) else [messages])
    ]
