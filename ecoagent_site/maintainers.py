"""What maintainers may do in the admin: look at everything, and give people their roles."""

from typing import Any

from django.contrib.auth.backends import BaseBackend

MAY_CHANGE = {"ecoagent_site.add_user", "ecoagent_site.change_user"}


class MaintainerBackend(BaseBackend):
    """Permissions that come with the role; it logs nobody in."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        _, _, codename = perm.partition(".")
        return _is_maintainer(user_obj) and (codename.startswith("view_") or perm in MAY_CHANGE)

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        return _is_maintainer(user_obj)


def _is_maintainer(user: Any) -> bool:
    return user.is_active and getattr(user, "is_maintainer", False)
