"""Who sees what: public things everybody, private ones their owner and maintainers."""

from typing import Any

from django.db.models import Q

from runs_app.models import Visibility


def visible_to(user: Any, prefix: str = "") -> Q:
    """The condition on rows with ``visibility`` and ``owner`` (behind ``prefix``, ``run__``).

    ``user`` is a User, an AnonymousUser or None.
    """
    if getattr(user, "is_maintainer", False):
        return Q()
    public = Q(**{f"{prefix}visibility": Visibility.PUBLIC})
    if user is None or not user.is_authenticated:
        return public
    return public | Q(**{f"{prefix}owner": user})
