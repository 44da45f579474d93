"""A cache that may be away: what it cannot tell is unknown, and what it cannot keep is not kept.

Nothing of the site rests on it: progress of uploads, counts of API calls and a mark that a
publication waits. None of these is worth a page that fails.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Late

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Redis or Valkey, or nothing for as long as it cannot be reached."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._or(
            default, lambda: super(ForgivingRedisCache, self).get(key, default, version)
        )

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        self._or(None, lambda: super(ForgivingRedisCache, self).set(key, value, *args, **kwargs))

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> bool:
        """True where it is away: as far as anybody knows, the key was free."""
        added = self._or(
            True, lambda: super(ForgivingRedisCache, self).add(key, value, *args, **kwargs)
        )
        return bool(added)

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._or(False, lambda: super(ForgivingRedisCache, self).delete(key, version)))

    def _or(self, otherwise: Any, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except (Unreachable, Late) as error:
            logger.warning("The cache is not reachable (%s).", type(error).__name__)
            return otherwise
