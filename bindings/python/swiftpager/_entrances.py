"""Signals at the entrance of callbacks that other libraries call, and that return a value.

Python handles a signal at its next instruction. If that is the first one of a callback, the handler's exception comes
before the callback's `try`. ctypes then drops it, and returns whatever is in memory: a consumer of Arrow takes that for
the end of the rows. Therefore the signal handlers are wrapped while a consumer has such callbacks. An exception at an
entrance is kept for the callback, which raises it inside its `try`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from signal import getsignal, signal, valid_signals
from threading import get_native_id
from types import CodeType
from typing import Any

# The functions whose entrances are guarded.
codes: set[CodeType] = set()
# The signal handlers that are wrapped.
_handlers: dict[int, Callable[[int, Any], Any]] = {}
_kept: list[BaseException] = []


def guard() -> None:
    """Wraps the signal handlers. Python handles signals on the main thread only, so other threads have no need."""
    if not _is_main_thread():
        return
    for number in valid_signals():
        handler = getsignal(number)
        if callable(handler) and handler is not _handle:
            _handlers[number] = handler
            signal(number, _handle)


def unguard() -> None:
    """Restores the signal handlers, except those that the program has replaced; raises what is kept."""
    if not _handlers or not _is_main_thread():
        return
    try:
        for number in tuple(_handlers):
            if getsignal(number) is _handle:
                signal(number, _handlers[number])
            del _handlers[number]
    except BaseException:
        # A signal whose own handler is back came in between.
        unguard()
        raise
    raise_kept()


def raise_kept() -> None:
    """Raises an exception that came at an entrance."""
    if _kept:
        raise _kept.pop()


def _handle(number: int, frame: Any) -> None:
    try:
        _handlers[number](number, frame)
    except BaseException as error:
        # Only the entrance is on the line of the `def`.
        if frame is None or frame.f_code not in codes or frame.f_lineno != frame.f_code.co_firstlineno:
            raise
        _kept.append(error)


def _is_main_thread() -> bool:
    """Whether this is the main thread, which on Linux has the number of the process."""
    return get_native_id() == os.getpid()
