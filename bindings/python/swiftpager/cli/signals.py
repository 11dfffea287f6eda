"""Ctrl-C and SIGTERM: they end the command at once between pages, and after the page within one."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from typing import Any

from .endings import Terminated

_RAISED: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}


@contextlib.contextmanager
def restored() -> Iterator[None]:
    """At the end of the block, gives the signals the handlers that they had at its beginning.

    Python cannot give back a handler that was not installed from Python.
    """
    before = {number: signal.getsignal(number) for number in _RAISED}
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)


class Signals:
    """Raises `KeyboardInterrupt` or `Terminated` when a signal arrives, or, if it is held, when the page is written.

    A second signal does not wait, because the reader of the output may have stopped reading.
    """

    def __init__(self) -> None:
        self._is_held = False
        self._arrived: BaseException | None = None

    def install(self) -> None:
        """Handles the signals that are not ignored: a shell makes a program in the background ignore Ctrl-C."""
        for number in _RAISED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)

    @contextlib.contextmanager
    def held(self, *, is_last: bool = False) -> Iterator[None]:
        """Holds the first signal until the end of the block; in the last block and after it, it has no effect."""
        self.hold()
        try:
            yield
        finally:
            self._is_held = is_last
        if not is_last:
            self.release()

    def hold(self) -> None:
        """Holds the first signal until `release`."""
        self._is_held = True

    def release(self) -> None:
        """Raises the held signal, if one arrived."""
        self._is_held = False
        if self._arrived is not None:
            raise self._arrived

    def _handle(self, number: int, frame: Any) -> None:
        error = _RAISED[number]()
        if self._is_held and self._arrived is None:
            self._arrived = error
        else:
            raise error
