"""The functions that C calls; `_registry` holds the Python callables behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .calls import entry
from .registry import forget, receiver
from .signatures import CompletionCallback, DestroyCallback, UpdateCallback

# Takes the native update, which is valid only during the call.
UpdateReceiver = Callable[[int], None]
# Takes the status and the library's error object.
CompletionReceiver = Callable[[int, bytes | None], None]


@entry
def _on_update(key: int, update: int) -> None:
    receiver(key)(update)


@entry
def _on_completion(key: int, status: int, error_json: bytes | None) -> None:
    receiver(key)(status, error_json)


# These stay for the whole life of the process, because C may call them as long as any client exists.
ON_UPDATE: Any = UpdateCallback(_on_update)
ON_COMPLETION: Any = CompletionCallback(_on_completion)
ON_DESTROY: Any = DestroyCallback(forget)

# NULL, for calls without a callable.
NO_UPDATE: Any = UpdateCallback()
NO_COMPLETION: Any = CompletionCallback()
NO_DESTROY: Any = DestroyCallback()
