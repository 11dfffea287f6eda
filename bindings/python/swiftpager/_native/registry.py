"""The Python callables that C may call, by key.

C gets the key as `user_data`, never a Python object. After the last call, C calls `destroy` once, and this module
forgets the callable.
"""

from __future__ import annotations

import itertools
from typing import Any

# If it is empty, C has nothing to call.
receivers: dict[int, Any] = {}
_keys = itertools.count(1)


def register(receiver: Any) -> int:
    """Keeps a callable until C calls `destroy` with the returned key."""
    key = next(_keys)
    receivers[key] = receiver
    return key


def receiver(key: int) -> Any:
    """The callable of a key."""
    return receivers[key]


def registered_count() -> int:
    """The number of kept callables."""
    return len(receivers)


# Forgets a callable. It has no Python code of its own, so no signal can interrupt it.
forget = receivers.__delitem__
