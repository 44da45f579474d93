"""What the tests of every app's API look at in an answer."""

from typing import Any

from knox.models import AuthToken

PROBLEM = "application/problem+json"


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem that an answer is: its status in header and body, a title and a sentence."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == PROBLEM
    body = response.json()
    assert body["status"] == status
    assert set(body) - {"problems"} == {"type", "title", "status", "detail"}
    assert body["detail"]
    return body


def problem_fields(response: Any) -> set[str]:
    """The parameters or fields that a 400 names."""
    return {found["field"] for found in problem(response, 400)["problems"]}


def token_of(user: Any) -> dict[str, str]:
    """The header of a person who calls with a token."""
    _, token = AuthToken.objects.create(user)
    return {"Authorization": f"Token {token}"}
