"""What people read on the log-in page who sent a form after their log-in had expired.

The log-in leads them to an empty form; what they wrote is still there two steps back.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

Answering = Callable[[HttpRequest], HttpResponse]
NOTHING_STORED = (
    "You are logged out, so what you sent was not stored. Log in, then go back twice in your "
    "browser: what you wrote should still be there, to be sent again."
)


def tell_of_unsent_forms(get_response: Answering) -> Answering:
    """Middleware: a form that is led to the log-in leaves a message there.

    A view that keeps what was sent keeps it in the session, and needs no such message.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and _leads_to_login(response) and not request.session.modified:
            messages.warning(request, NOTHING_STORED)
        return response

    return answer


def _leads_to_login(response: HttpResponse) -> bool:
    path, _, query = response.get("Location", "").partition("?")
    return path == resolve_url(settings.LOGIN_URL) and query.startswith("next=")
