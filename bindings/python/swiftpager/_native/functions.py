"""Checks the functions that a program passes, so that a wrong one raises in the call that passes it."""

from __future__ import annotations

import inspect


def check_function(name: str, given: object) -> None:
    """Raises TypeError if a value is not callable, or if its result would have to be awaited."""
    if not callable(given):
        raise TypeError(f"{name} must be callable, not {given!r}")
    # For an object, Python calls its `__call__`.
    for function in (given, given.__call__):
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            raise TypeError(
                f"{name} must be a plain function, not a coroutine function like {given!r}: swiftpager does not await"
                " its result"
            )
