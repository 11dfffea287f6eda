"""Waiting in short slices: Python runs its signal handlers, and so Ctrl-C, only between native calls."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

SLICE_SECONDS = 0.1
SLICE_MILLISECONDS = 100
LONGEST_MILLISECONDS = 0x7FFF_FFFF


def slices(timeout: float | None) -> Iterator[int]:
    """Milliseconds to wait, again and again until `timeout` seconds are over; at least once. None: for ever."""
    if timeout is None:
        while True:
            yield SLICE_MILLISECONDS
    deadline = time.monotonic() + not_negative("timeout", timeout)
    while True:
        left = max(deadline - time.monotonic(), 0)
        yield math.ceil(min(left, SLICE_SECONDS) * 1_000)
        if time.monotonic() >= deadline:
            return


def not_negative(name: str, seconds: float) -> float:
    """The seconds, when they are a time: not negative, and a number at all."""
    if not is_number(seconds):
        raise TypeError(f"{name} must be a number of seconds, or None for no limit, not {seconds!r}")
    if not seconds >= 0:
        raise ValueError(f"{name} must be 0 or more seconds, or None for no limit, not {seconds!r}")
    return seconds


def milliseconds(name: str, seconds: float) -> int:
    """A limit in whole milliseconds, rounded up, because the library reads 0 as no limit."""
    if not is_number(seconds):
        raise TypeError(f"{name} must be a number of seconds, not {seconds!r}")
    if not seconds > 0:
        raise ValueError(f"{name} must be more than 0 seconds, not {seconds!r}")
    return math.ceil(min(seconds * 1_000, LONGEST_MILLISECONDS))


def is_number(value: object) -> bool:
    """Whether a value can be compared with numbers: also a fraction, a decimal or one of numpy's."""
    return hasattr(value, "__float__")
