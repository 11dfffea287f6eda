"""The end of a process whose fleet is still under way on threads.

A thread must not be inside of Arrow when Python ends it: that would abort the process.
"""

from __future__ import annotations

import atexit
import time
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._threads import Threads

# How long the process waits at most. While the server does not answer, a slice waits outside of Arrow.
_SECONDS = 5.0

_engines: weakref.WeakSet[Threads] = weakref.WeakSet()


def watch(engine: Threads) -> None:
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
