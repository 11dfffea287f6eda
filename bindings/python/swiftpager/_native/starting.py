"""One start at a time: only one thread decides which operation runs and which one it replaces."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from threading import RLock

# Reentrant, because a signal handler may start an operation inside it. Nothing waits while it holds the lock.
_lock = RLock()


def starting() -> AbstractContextManager[object]:
    """The lock to start a load in, and to end the walk before it."""
    return _lock


def _renew() -> None:
    """Replaces the lock: a thread of the parent may have held it, and does not exist in the child."""
    global _lock
    _lock = RLock()


os.register_at_fork(after_in_child=_renew)
