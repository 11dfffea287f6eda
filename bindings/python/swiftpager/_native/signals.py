"""Signal handlers that this package replaces for a while."""

from __future__ import annotations

import os
from collections.abc import Callable
from signal import getsignal, signal, valid_signals
from threading import get_native_id
from typing import Any

Handler = Callable[[int, Any], Any]


def is_main_thread() -> bool:
    """Whether this is the main thread, the only one on which Python handles signals."""
    # On Linux, it has the number of the process.
    return get_native_id() == os.getpid()


def replace(handlers: dict[int, Handler], by: Handler) -> None:
    """Replaces the program's signal handlers, and adds them to `handlers`."""
    for number in valid_signals():
        handler = getsignal(number)
        if callable(handler) and handler != by:
            handlers[number] = handler
            signal(number, by)


def restore(handlers: dict[int, Handler], by: Handler) -> None:
    """Restores what `replace` replaced, except the handlers that the program has set since.

    A signal whose own handler is back may raise an exception. Then this restores the others before it passes it on.
    """
    try:
        for number in tuple(handlers):
            if getsignal(number) == by:
                signal(number, handlers[number])
            del handlers[number]
    except BaseException:
        restore(handlers, by)
        raise
