"""The Python callables that C may call, by key.

C gets the key as `user_data`, never a Python object. After the last call, C calls `destroy` once, and this module
forgets the callable.
"""

from __future__ import annotations

import itertools
from typing import Any

_receivers: dict[int, Any] = {}
_keys = itertools.count(1)


def register(receiver: Any) -> int:
    """Keeps a callable until C calls `destroy` with the returned key."""
    key = next(_keys)
    _receivers[key] = receiver
    return key


def receiver(key: int) -> Any:
    """The callable of a key."""
    return _receivers[key]


def registered_count() -> int:
    """The number of kept callables; if it is 0, C has nothing to call."""
    return len(_receivers)


# Forgets a callable. It has no Python code of its own, so no signal can interrupt it.
forget = _receivers.__delitem__
