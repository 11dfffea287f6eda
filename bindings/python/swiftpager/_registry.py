"""The Python callables that C may call, by the keys that it gets for them.

C gets a key as `user_data`, never a Python object. The callable is forgotten when C calls `destroy`, which it does once
after the last call.
"""

from __future__ import annotations

import itertools
from typing import Any

_receivers: dict[int, Any] = {}
_keys = itertools.count(1)


def register(receiver: Any) -> int:
    """Keeps a callable until C calls `destroy` with the key that this returns."""
    key = next(_keys)
    _receivers[key] = receiver
    return key


def receiver(key: int) -> Any:
    """What was registered with a key."""
    return _receivers[key]


def registered_count() -> int:
    """How many callables are kept: without any, there is nothing that C could call."""
    return len(_receivers)


# What forgets a callable. It has no Python code of its own, so no signal can interrupt it.
forget = _receivers.__delitem__
