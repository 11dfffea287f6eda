"""A fleet on a Dask cluster, as its user sees it."""

from __future__ import annotations

import importlib
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..fleet import Store
from ..fleet.store import check_store
from . import _worker
from ._driver import LOOK_SECONDS, Driver
from ._schedule import Schedule
from .limit import Limit, checked
from .progress import Progress

if TYPE_CHECKING:
    from ..fleet import Walk


class Job:
    """A fleet under way; made by `swiftpager.dask.run`.

    In a `with` block, the end of the block waits for the job, and an exception in the block cancels it.
    """

    def __init__(self, driver: Driver, store: Store) -> None:
        self._driver = driver
        self._store = store

    def wait(self, timeout: float | None = None) -> Progress:
        """Waits until all walks are done, or until `timeout` seconds passed, and returns the progress.

        Ctrl-C ends all slices at a page, waits until they are committed, and raises KeyboardInterrupt then; a second
        Ctrl-C does not wait. Raises `StoreError` if the store cannot be used, `SchedulerGone` if the scheduler is gone,
        TimeoutError, and what the source of the walks raises.
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
        """The files that are committed in the store now, those of earlier runs included. It lists the store."""
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
        ended = self._driver.has_ended
        while not ended.wait(LOOK_SECONDS if deadline is None else max(0.0, deadline - time.monotonic())):
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"the fleet is still under way: {self.progress()}")


def run(
    walks: Iterable[Walk],
    store: Store,
    *,
    client: Any,
    limits: Mapping[str, Limit] | None = None,
    in_flight: int = 100,
    retries: int = 3,
    slice_pages: int = 200,
    slice_seconds: float = 300.0,
    children: Callable[[Any], Iterable[Walk]] | None = None,
    longest_wait: float | None = None,
    resources: Mapping[str, float] | None = None,
) -> Job:
    """Begins to walk many lists into a store, and returns the job at once.

        limits = {"example.com": swiftpager.dask.Limit(at_once=8, per_second=20)}
        with swiftpager.dask.run(walks, store, client=client, limits=limits) as job:
            print(job.wait())

    A driver that died is started again by the same call: it reads the store, and goes on.

    walks          the walks; a generator is asked for one only when there is room
    client         the `distributed.Client` of a cluster whose workers have swiftpager[dask] and reach the store
    limits         for each host, or host and port, how much of it the job may use
    in_flight      the number of slices that Dask has at a time, waiting ones included. Workers run as many at once as
                   they have threads
    retries        how often a slice is tried again whose worker is lost, or whose failure may pass
    slice_pages    the pages after which a slice ends
    slice_seconds  the seconds after which a slice ends at its next page
    children       called on the worker with the rows of a slice before its commit; returns walks that run, too
    longest_wait   the seconds that a slice waits for a server at most; for a longer wait it is put back
    resources      what a slice needs of a worker's resources, as Dask counts them

    Raises ValueError and TypeError for wrong arguments, and ImportError without dask and distributed.
    """
    limits = checked(limits)
    check_store(store)
    if longest_wait is not None and not 0 <= longest_wait < float("inf"):
        raise ValueError(f"longest_wait must be a number of at least 0, not {longest_wait!r}")
    for name, value, least in (("in_flight", in_flight, 1), ("retries", retries, 0), ("slice_pages", slice_pages, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    if not 0 < slice_seconds < float("inf"):
        raise ValueError(f"slice_seconds must be a number above 0, not {slice_seconds!r}")
    options: dict[str, Any] = {"slice_pages": slice_pages, "slice_seconds": slice_seconds}
    if longest_wait is not None:
        options["longest_wait"] = longest_wait
    schedule = Schedule(in_flight, limits, retries, slice_seconds)
    pickled = None if children is None else importlib.import_module("cloudpickle").dumps(children)
    assignment = _worker.Assignment(uuid.uuid4().hex, store, pickled, options)
    return Job(Driver(walks, client, schedule, assignment, resources), store)
