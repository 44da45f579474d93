"""API tokens of a person. Only a token's digest is stored: it is shown once, when it is made."""

from dataclasses import dataclass
from datetime import datetime

from knox.models import AuthToken

from ecoagent_site.models import User


@dataclass(frozen=True)
class TokenRow:
    """A token as its owner may see it again: its first characters and when it was made."""

    key: str
    created_at: datetime


def create_token(user: User) -> str:
    """A new token that lasts until it is revoked."""
    _, token = AuthToken.objects.create(user)
    return str(token)


def revoke_token(user: User, key: str) -> bool:
    """End a token of ``user`` by its first characters; False where there is none."""
    deleted, _ = AuthToken.objects.filter(user=user, token_key=key).delete()
    return deleted > 0


def tokens_of(user: User) -> tuple[TokenRow, ...]:
    """The tokens of ``user``, newest first."""
    rows = AuthToken.objects.filter(user=user).order_by("-created")
    return tuple(TokenRow(row.token_key, row.created) for row in rows)
