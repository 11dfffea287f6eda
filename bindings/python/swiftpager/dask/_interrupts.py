"""A plugin of Dask's workers for Ctrl-C in a terminal."""

from __future__ import annotations

import importlib
import os
import signal
import socket
import threading
from typing import Any

NAME = "swiftpager-interrupts"


class Ignoring:
    """Makes the workers of a driver's own LocalCluster ignore Ctrl-C.

    A terminal sends Ctrl-C to all processes of a program. The driver then tells the workers to end their slices at a
    page, so they must not die before that. They end with the driver in any case.
    """

    name = NAME
    idempotent = True

    def __init__(self) -> None:
        self._driver = (socket.gethostname(), os.getpid())

    def setup(self, worker: Any) -> None:
        """Called in the worker, when it begins or when the plugin comes."""
        is_own = (socket.gethostname(), os.getppid()) == self._driver
        if is_own and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def plugin() -> Any:
    """The plugin."""
    base: Any = importlib.import_module("distributed.diagnostics.plugin").WorkerPlugin
    combined: Any = type("IgnoringPlugin", (Ignoring, base), {})
    return combined()
