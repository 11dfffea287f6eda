"""The end of the interpreter: clients that are still open are closed while callbacks can still run."""

from __future__ import annotations

import atexit
import contextlib
import weakref

from . import _calls
from ._handle import Handle

_open: weakref.WeakSet[Handle] = weakref.WeakSet()


def close_at_exit(client: Handle) -> None:
    """Has a client's handle released at the end of the interpreter, if it still exists then."""
    _open.add(client)


@atexit.register
def _close_clients() -> None:
    _calls.begin_exit()
    # All of them, also when a completion that is told its end here raises.
    with contextlib.ExitStack() as closing:
        for client in tuple(_open):
            closing.callback(client.release)
