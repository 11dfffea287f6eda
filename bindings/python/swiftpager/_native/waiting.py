"""Waiting in short slices, because Python runs signal handlers, also for Ctrl-C, only between native calls."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

SLICE_SECONDS = 0.1
SLICE_MILLISECONDS = 100
LONGEST_MILLISECONDS = 0x7FFF_FFFF


def slices(timeout: float | None) -> Iterator[int]:
    """Milliseconds to wait, again and again until `timeout` seconds have passed, at least once; None for ever."""
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
    """The seconds, if they are a number and not negative; else raises TypeError or ValueError."""
    if not is_number(seconds):
        raise TypeError(f"{name} must be a number of seconds, or None for no limit, not {seconds!r}")
    if not seconds >= 0:
        raise ValueError(f"{name} must be 0 or more seconds, or None for no limit, not {seconds!r}")
    return seconds


def milliseconds(name: str, seconds: float) -> int:
    """A limit in whole milliseconds, rounded up, because 0 means no limit for the library."""
    if not is_number(seconds):
        raise TypeError(f"{name} must be a number of seconds, not {seconds!r}")
    if not seconds > 0:
        raise ValueError(f"{name} must be more than 0 seconds, not {seconds!r}")
    return math.ceil(min(seconds * 1_000, LONGEST_MILLISECONDS))


def is_number(value: object) -> bool:
    """Whether a value is a number; fractions, decimals and numpy's numbers are, True and False are not."""
    return hasattr(value, "__float__") and not isinstance(value, bool)
