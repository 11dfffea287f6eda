"""Threads on which lists are prepared, so that one without an answer holds up no other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from ..fleet import _exits


class Work:
    """A call on a thread of its own, which does not hold up the end of the process."""

    def __init__(self, call: Callable[[], Any], name: str) -> None:
        self._call = call
        self._result: Any = None
        self._error: BaseException | None = None
        self._has_ended = threading.Event()
        self.thread = threading.Thread(target=self._run, name=f"swiftpager-sync-{name}", daemon=True)

    @property
    def is_done(self) -> bool:
        """Whether the call has ended."""
        return self._has_ended.is_set()

    def result(self) -> Any:
        """What the call returned, or raises what it raised; only after its end."""
        if self._error is not None:
            raise self._error
        return self._result

    def ends_within(self, seconds: float) -> bool:
        """Waits until the call has ended, or for so long."""
        return self._has_ended.wait(seconds)

    def _run(self) -> None:
        try:
            self._result = self._call()
        except BaseException as error:
            self._error = error
        finally:
            self._has_ended.set()


class Workers:
    """The threads of a run. A process that ends waits a few seconds for them, because they may be writing a slice."""

    def __init__(self) -> None:
        self._works: list[Work] = []
        _exits.watch(self)

    def begin(self, call: Callable[[], Any], name: str) -> Work:
        """Begins a call."""
        self._works = [work for work in self._works if not work.is_done]
        work = Work(call, name)
        self._works.append(work)
        work.thread.start()
        return work

    def tell_end(self) -> None:
        """Does nothing: a thread loads one page."""

    def close(self) -> None:
        """Does nothing: no thread waits for work."""

    def join(self, deadline: float) -> None:
        """Waits for the end of the calls until a time of the monotonic clock."""
        for work in list(self._works):
            work.thread.join(max(0.0, deadline - time.monotonic()))
