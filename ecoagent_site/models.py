"""The people of the site."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person with any of three roles; without one they read like everybody else.

    Roles are independent: a maintainer who wants to upload is given the submitter role too.
    """

    is_submitter = models.BooleanField(default=False, help_text="May upload episode archives.")
    is_reviewer = models.BooleanField(default=False, help_text="May relabel audit items.")
    is_maintainer = models.BooleanField(
        default=False, help_text="May build bundles, run agents, re-score and see the oracle."
    )

    @property
    def roles(self) -> list[str]:
        names = ("submitter", "reviewer", "maintainer")
        return [name for name in names if getattr(self, f"is_{name}")]
