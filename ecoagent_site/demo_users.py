"""The people of the demo, one for each role; their password is known, so the demo stays local."""

from dataclasses import dataclass

from ecoagent_site.models import User

PASSWORD = "demo"  # noqa: S105 - printed by the demo, which listens on this machine only


@dataclass(frozen=True)
class DemoUser:
    username: str
    role: str
    describes: str


USERS = (
    DemoUser("sam", "submitter", "submitter: uploads archives"),
    DemoUser("rita", "reviewer", "reviewer: relabels answers"),
    DemoUser("maya", "maintainer", "maintainer: runs agents, sees the oracle"),
)


NAMES = [user.username for user in USERS]


def create_missing() -> dict[str, User]:
    """Create the users that do not exist; one that exists is left as it is. All, by name."""
    known = set(User.objects.values_list("username", flat=True))
    for user in USERS:
        if user.username not in known:
            User.objects.create_user(
                user.username,
                password=PASSWORD,
                is_staff=user.role == "maintainer",
                **{f"is_{user.role}": True},
            )
    return {user.username: user for user in User.objects.filter(username__in=NAMES)}
