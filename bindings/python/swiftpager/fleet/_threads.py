"""The engine of `swiftpager.fleet.run`: threads of this process."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import _exits, _work
from ._clients import Clients
from ._engine import Engine, Over
from ._schedule import Submit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .limit import Limit
    from .walk import Walk

# How long the driver waits for the sample at most before it looks whether the fleet was cancelled.
_LOOK_SECONDS = 0.1


class Threads(Engine):
    """Runs at most `count` slices at a time.

    The threads hold up the end of the process for a few seconds only: the next run loads again what is not committed.
    """

    def __init__(self, assignment: _work.Assignment, count: int, limits: Mapping[str, Limit]) -> None:
        self._assignment = assignment
        self._count = count
        self._limits = limits
        self._begun: queue.SimpleQueue[tuple[Submit, Over] | None] = queue.SimpleQueue()
        self._is_ending = threading.Event()
        self._clients = Clients()
        self._threads: list[threading.Thread] = []
        # How many slices the threads have or wait for; only the driver's thread counts.
        self._under_way = 0
        _exits.watch(self)

    def prepare(self, sample: list[Walk], is_cancelled: Callable[[], bool]) -> None:
        """Settles the columns on a thread of its own, which the end of the fleet does not wait for."""
        errors: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

        def settle() -> None:
            try:
                _work.settle(sample, self._assignment, self._limits)
            except BaseException as error:
                errors.put(error)
            else:
                errors.put(None)

        _started(settle, "swiftpager-fleet-columns")
        while not is_cancelled():
            try:
                error = errors.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                continue
            if error is not None:
                raise error
            return

    def submit(self, begun: Submit, over: Over) -> None:
        """Gives the slice to a thread."""
        self._under_way += 1
        if len(self._threads) < min(self._under_way, self._count):
            self._threads.append(_started(self._serve, f"swiftpager-fleet-{len(self._threads) + 1}"))
        self._begun.put((begun, over))

    def release(self, task: str) -> None:
        """Counts the thread as free."""
        self._under_way -= 1

    def check(self) -> None:
        """Threads of this process cannot be lost."""

    def tell_end(self) -> None:
        """Sets what each slice looks at after a page."""
        self._is_ending.set()

    def close(self) -> None:
        """Ends the threads that wait."""
        for _ in self._threads:
            self._begun.put(None)
        self._clients.close()

    def join(self, deadline: float) -> None:
        """Waits for the end of the threads until a time of the monotonic clock."""
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _serve(self) -> None:
        while (given := self._begun.get()) is not None:
            begun, over = given
            over(begun.task, _work.work(self._assignment, begun, self._is_ending.is_set, self._clients))


def _started(run: Callable[[], None], name: str) -> threading.Thread:
    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread
