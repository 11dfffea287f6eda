"""Ctrl-C and SIGTERM: between pages at once, within one after it."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from typing import Any

from .endings import Terminated

_RAISED: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt, signal.SIGTERM: Terminated}


class Signals:
    """Raises `KeyboardInterrupt` or `Terminated` when a signal arrives; a held one when its page is written.

    A second signal does not wait: whatever reads the output may have stopped reading.
    """

    def __init__(self) -> None:
        self._is_held = False
        self._arrived: BaseException | None = None

    def install(self) -> None:
        """Takes the signals that are not ignored: a shell has a program in the background ignore Ctrl-C."""
        for number in _RAISED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)

    @contextlib.contextmanager
    def held(self, *, is_last: bool = False) -> Iterator[None]:
        """Has a first signal wait for the end of the block; where that is the end of all, it comes too late."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._arrived is not None and not is_last:
            raise self._arrived

    def _handle(self, number: int, frame: Any) -> None:
        error = _RAISED[number]()
        if self._is_held and self._arrived is None:
            self._arrived = error
        else:
            raise error
