"""Signals at the entrance of callbacks that other libraries call, and that return a value.

Python handles a signal at its next instruction. If that is the first one of a callback, the handler's exception comes
before the callback's `try`. ctypes then drops it, and returns whatever is in memory: a consumer of Arrow takes that for
the end of the rows. Therefore the signal handlers are wrapped while a consumer has such callbacks. An exception at an
entrance is kept for the callback, which raises it inside its `try`.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from .signals import Handler, is_main_thread, replace, restore

# The functions whose entrances are guarded.
codes: set[CodeType] = set()
# The signal handlers that are wrapped.
_handlers: dict[int, Handler] = {}
_kept: list[BaseException] = []


def guard() -> None:
    """Wraps the signal handlers; does nothing on other threads than the main one, which handle no signals."""
    if is_main_thread():
        replace(_handlers, _handle)


def unguard() -> None:
    """Restores the signal handlers, except those that the program has replaced; raises what is kept."""
    if is_main_thread():
        restore(_handlers, _handle)
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
