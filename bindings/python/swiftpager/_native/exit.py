"""The end of the interpreter: this closes the clients that are still open while callbacks can still run."""

from __future__ import annotations

import atexit
import contextlib
import weakref

from . import calls as _calls
from .handle import Handle

_open: weakref.WeakSet[Handle] = weakref.WeakSet()


def close_at_exit(client: Handle) -> None:
    """Releases a client's handle at the end of the interpreter, if it still exists then."""
    _open.add(client)


@atexit.register
def _close_clients() -> None:
    _calls.begin_exit()
    # The stack closes all clients, even if a completion raises here.
    with contextlib.ExitStack() as closing:
        for client in tuple(_open):
            closing.callback(client.release)
