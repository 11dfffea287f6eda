"""A fleet under way, as its user sees it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ._driver import LOOK_SECONDS, Driver
from .progress import Progress

if TYPE_CHECKING:
    from .store import Store


class Job:
    """A fleet under way; made by `swiftpager.fleet.run` and `swiftpager.dask.run`.

    In a `with` block, the end of the block waits for the job, and an exception in the block cancels it.
    """

    def __init__(self, driver: Driver, store: Store) -> None:
        self._driver = driver
        self._store = store

    def wait(self, timeout: float | None = None) -> Progress:
        """Waits until all walks are done, or until `timeout` seconds passed, and returns the progress.

        Ctrl-C ends all slices at a page, waits until they are committed, and raises KeyboardInterrupt then; a second
        Ctrl-C does not wait. Raises `StoreError` if the store cannot be used, `swiftpager.dask.SchedulerGone` if
        the scheduler is gone, TimeoutError, and what the source of the walks raises.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            self._wait(deadline)
        except KeyboardInterrupt:
            self.cancel()
            raise
        if self._driver.error is not None:
            raise self._driver.error
        return self.progress()

    def cancel(self, *, wait: bool = True) -> None:
        """Begins no further slice, and ends those under way at their next page; they commit what they have."""
        self._driver.cancel()
        if wait:
            self._wait(None)

    @property
    def is_done(self) -> bool:
        """Whether the job has ended: all walks are done, or it was cancelled, or it failed."""
        return self._driver.has_ended.is_set()

    def progress(self) -> Progress:
        """What the job has done so far."""
        return self._driver.progress()

    def failed(self) -> dict[str, Mapping[str, Any]]:
        """The walks that failed or are partial, each with its error: a mapping with at least `code` and `message`."""
        return self._driver.failed()

    def files(self) -> list[str]:
        """The files that are committed in the store now, those of earlier runs included, as `Store.files` has them."""
        return self._store.files()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            self.wait()
        else:
            self.cancel()

    def _wait(self, deadline: float | None) -> None:
        while not self._ends_within(LOOK_SECONDS if deadline is None else max(0.0, deadline - time.monotonic())):
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"the fleet is still under way: {self.progress()}")

    def _ends_within(self, seconds: float) -> bool:
        """Waits until the job has ended, or for so long. Ctrl-C cancels nothing: the caller has to."""
        return self._driver.has_ended.wait(seconds)
