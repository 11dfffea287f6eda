"""Checks the arguments of the fake server, because a wrong one would surface in a thread of the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._native.waiting import is_number


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number in a range; raises TypeError or ValueError with the argument's name for anything else."""
    limits = f"of at least {least}" if most is None else f"from {least} to {most}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number {limits}, not {value!r}")
    if value < least or (most is not None and value > most):
        raise ValueError(f"{name} must be a whole number {limits}, not {value!r}")
    return int(value)


def seconds(name: str, value: Any) -> float:
    """A time of 0 or more seconds."""
    if not is_number(value):
        raise TypeError(f"{name} must be a number of seconds, not {value!r}")
    if not value >= 0:
        raise ValueError(f"{name} must be 0 or more seconds, not {value!r}")
    return float(value)


def mapping(name: str, value: Any, of: str) -> dict[str, Any]:
    """A copy of a mapping; an empty one for None."""
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a mapping of {of}, not {value!r}")
    return dict(value or {})
