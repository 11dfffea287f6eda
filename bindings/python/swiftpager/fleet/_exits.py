"""The end of a process whose fleet is still under way on threads.

A thread must not be inside of Arrow when Python ends it: that would abort the process.
"""

from __future__ import annotations

import atexit
import time
import weakref
from typing import Protocol

# How long the process waits at most. While the server does not answer, a slice waits outside of Arrow.
_SECONDS = 5.0


class Threaded(Protocol):
    """What has threads that write slices."""

    def tell_end(self) -> None:
        """Has all slices end at their next page."""

    def close(self) -> None:
        """Ends the threads that wait."""

    def join(self, deadline: float) -> None:
        """Waits for the end of the threads until a time of the monotonic clock."""


_engines: weakref.WeakSet[Threaded] = weakref.WeakSet()


def watch(engine: Threaded) -> None:
    """Has the threads of an engine end their slices at their next page when the process ends."""
    _engines.add(engine)


@atexit.register
def _end() -> None:
    engines = list(_engines)
    for engine in engines:
        engine.tell_end()
        engine.close()
    deadline = time.monotonic() + _SECONDS
    for engine in engines:
        engine.join(deadline)
