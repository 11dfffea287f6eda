"""The functions that C calls, and the Python callables behind them.

C gets the key of a callable as `user_data`, never a Python object. The callable is forgotten when C calls `destroy`,
which it does once after the last call.
"""

from __future__ import annotations

import itertools

from ._calls import entry
from ._signatures import CompletionCallback, DestroyCallback, UpdateCallback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # Takes the native update, borrowed for the length of the call.
    UpdateReceiver = Callable[[int], None]
    # Takes the status and the library's error object.
    CompletionReceiver = Callable[[int, bytes | None], None]

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
    """How many callables are kept: without any, a call has nothing to dispatch."""
    return len(_receivers)


@entry
def _on_update(key: int, update: int) -> None:
    _receivers[key](update)


@entry
def _on_completion(key: int, status: int, error_json: bytes | None) -> None:
    _receivers[key](status, error_json)


# Referred to for the whole life of the process: C may call them as long as any client exists.
ON_UPDATE: Any = UpdateCallback(_on_update)
ON_COMPLETION: Any = CompletionCallback(_on_completion)
# No Python code of its own, so no signal can interrupt it.
ON_DESTROY: Any = DestroyCallback(_receivers.__delitem__)

# NULL, for calls without a callable.
NO_UPDATE: Any = UpdateCallback()
NO_COMPLETION: Any = CompletionCallback()
NO_DESTROY: Any = DestroyCallback()
