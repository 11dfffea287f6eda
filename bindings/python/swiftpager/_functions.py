"""Functions that a program gives, looked at before they are called: a wrong one is told of where it is given."""

from __future__ import annotations

import inspect


def check_function(name: str, given: object) -> None:
    """Raises TypeError for what cannot be called, and for what has to be awaited: nobody would await it."""
    if not callable(given):
        raise TypeError(f"{name} must be callable, not {given!r}")
    # Of an object its method is called.
    for function in (given, given.__call__):
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            raise TypeError(
                f"{name} must be a plain function, and no coroutine function like {given!r}: nobody awaits what it"
                " returns"
            )
