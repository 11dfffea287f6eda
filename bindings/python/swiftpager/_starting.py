"""One start at a time: what is under way, and who took its place, is decided by one thread."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from threading import RLock

# Entered again by a signal handler that starts something. Nothing that is done inside it waits.
_lock = RLock()


def starting() -> AbstractContextManager[object]:
    """The lock to start a load in, and to end the walk before it."""
    return _lock


def _renew() -> None:
    """A thread of the parent may have been inside it, and is not in the child."""
    global _lock
    _lock = RLock()


os.register_at_fork(after_in_child=_renew)
