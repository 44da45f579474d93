"""A page where Django answers 405 with nothing at all.

Whoever sends a form after the log-in expired is led from the log-in to the form's own address,
which takes no GET: an empty page would tell them neither that nor that nothing was stored.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Answering = Callable[[HttpRequest], HttpResponse]


def explain_method(get_response: Answering) -> Answering:
    """Middleware: an empty 405 becomes a page; one with a body, such as the API's, stays."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return answer
