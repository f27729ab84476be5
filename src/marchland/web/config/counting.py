"""What processes count together, in Redis. It is never worth more than the page that asks for it.

While Redis is away (a restart, a broken line) nothing is counted and nothing is claimed: everybody may do what they came for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger("marchland.redis")


def _or_else(name: str, without: Any) -> Callable[..., Any]:
    """The same method, which says `without` where Redis does not answer."""
    asked = getattr(RedisCache, name)

    def ask(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return asked(self, *args, **kwargs)
        except RedisError as error:
            logger.warning("Redis does not answer: %s", error)
            return without

    return ask


class SharedCounts(RedisCache):
    """As Django has it, but nobody is turned away for want of it."""

    add = _or_else("add", True)
    get = _or_else("get", None)
    set = _or_else("set", None)
    touch = _or_else("touch", False)
    delete = _or_else("delete", False)
    incr = _or_else("incr", 1)
    delete_many = _or_else("delete_many", None)
