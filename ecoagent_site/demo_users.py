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


def create_missing() -> None:
    """Create the users that do not exist; one that exists is left as it is."""
    known = set(User.objects.values_list("username", flat=True))
    for user in USERS:
        if user.username not in known:
            User.objects.create_user(
                user.username,
                password=PASSWORD,
                is_staff=user.role == "maintainer",
                **{f"is_{user.role}": True},
            )
