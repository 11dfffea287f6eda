"""The arguments of a slice."""

from __future__ import annotations

from typing import Any

from .._configuration import NOT_GIVEN, NotGiven
from .store import Store, check_store
from .walk import Walk, check_walk


def check_slice(
    walk: Walk, store: Store, number: int | None, slice_pages: int, slice_seconds: float, longest_wait: float
) -> None:
    """Raises for a wrong argument, before the library refuses it and the walk counts as failed."""
    check_walk(walk)
    check_store(store)
    if set(walk.constants or ()) != set(store.constants):
        raise ValueError(
            f"the walk {walk.key!r} must have `constants` for the columns ({', '.join(store.constants)}) that the"
            f" store's `constants` name, not for ({', '.join(walk.constants or ())})"
        )
    whole_numbers = [("slice_pages", slice_pages, 1)]
    if number is not None:
        whole_numbers.append(("number", number, 1))
    for name, value, least in whole_numbers:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    for name, seconds in (("slice_seconds", slice_seconds), ("longest_wait", longest_wait)):
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
            raise ValueError(f"{name} must be a number of at least 0, not {seconds!r}")


def timeout_of(seconds: float | None) -> float | NotGiven | None:
    """A walk's timeout as `Client` has it."""
    return NOT_GIVEN if seconds is None else seconds or None


def with_budget(retry: Any, longest_wait: float) -> Any:
    """A walk's retry settings; no request waits longer than a slice may."""
    if retry is False:
        return False
    settings = dict(retry) if isinstance(retry, dict) else {}
    budget = settings.get("budget", longest_wait)
    # `Client` refuses what is not a number.
    return {**settings, "budget": min(budget, longest_wait) if isinstance(budget, int | float) else budget}
