"""The site's navigation: only what exists, with the current place marked."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse

register = template.Library()

PLACES = (
    ("Boards", "leaderboard"),
    ("AgentMeter", "agentmeter"),
    ("Bundles", "bundle-list"),
    ("Prices", "price-book-list"),
    ("Runs", "run-list"),
    ("Audits", "audit-list"),
    ("Docs", "docs"),
    ("API", "api-docs"),
    ("Upload", "upload"),
)


@dataclass(frozen=True)
class Place:
    text: str
    href: str
    is_current: bool


@register.simple_tag(takes_context=True)
def places(context: dict[str, Any]) -> list[Place]:
    """The places of the header whose pages exist in this installation."""
    path = context["request"].path if "request" in context else ""
    hrefs = [(text, href) for text, name in PLACES if (href := _href(name))]
    here = max((href for _, href in hrefs if path.startswith(href)), key=len, default="")
    return [Place(text, href, href == here) for text, href in hrefs]


def _href(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
