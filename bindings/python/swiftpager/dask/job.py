"""A fleet on a Dask cluster: the driver, and what its user sees of it."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import itertools
import logging
import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .._observing import LOGGER
from ..fleet import Store
from . import _interrupts, _losses, _worker
from ._losses import ANNOTATION
from ._schedule import Action, Ask, GiveUp, Schedule, Submit
from .limit import Limit, checked

if TYPE_CHECKING:
    from ..fleet import Walk

# How long the driver waits at most before it looks at the cluster again.
_LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Progress:
    """What a job has done so far, as far as its driver knows."""

    # Walks that the driver took from the source, or that came as children, and how many of them ended in which way.
    walks: int
    complete: int
    partial: int
    failed: int
    # Slices under way; walks that wait for a place or a time, and how many of them wait for a time.
    running: int
    waiting: int
    later: int
    # What the slices of this driver committed.
    slices: int
    pages: int
    rows: int
    # Slices whose worker was lost, and attempts after the first.
    lost: int
    attempts_again: int
    seconds: float

    def __str__(self) -> str:
        done = f"{self.complete + self.partial + self.failed:,} of {self.walks:,} walks"
        problems = "".join(
            f", {count:,} {name}" for name, count in (("partial", self.partial), ("failed", self.failed)) if count
        )
        waits = f", {self.later:,} put back" if self.later else ""
        return (
            f"{done}{problems}; {self.running:,} slices under way{waits}; {self.pages:,} pages, {self.rows:,} rows in"
            f" {self.seconds:.1f} s"
        )


class SchedulerGone(ConnectionError):
    """The connection to Dask's scheduler is lost; run the same call again, and it goes on."""


class Job:
    """A fleet under way; made by `swiftpager.dask.run`.

    In a `with` block, the end of the block waits for the job, and an exception in the block cancels it.
    """

    def __init__(
        self, walks: Iterable[Walk], store: Store, client: Any, schedule: Schedule, work: _worker.Job,
        resources: Mapping[str, float] | None,
    ) -> None:
        self._walks = iter(walks)
        self._store = store
        self._client = client
        self._schedule = schedule
        self._work = work
        self._resources = dict(resources) if resources else None
        self._annotate = importlib.import_module("dask").annotate
        self._futures: dict[str, Any] = {}
        # What happened, in the order in which the driver learned of it: tasks with their reports, or None to look.
        self._events: queue.SimpleQueue[tuple[str, Any] | None] = queue.SimpleQueue()
        self._failed: dict[str, Mapping[str, Any]] = {}
        # Guards the schedule and the failures: the driver's thread changes them, others read.
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._seconds: float | None = None
        self._is_cancelled = False
        self._telling: threading.Thread | None = None
        self._error: BaseException | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="swiftpager-fleet", daemon=True)
        self._thread.start()

    # What the user sees

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
        if self._error is not None:
            raise self._error
        return self.progress()

    def cancel(self, *, wait: bool = True) -> None:
        """Begins no further slice, and ends those under way at their next page; they commit what they have."""
        self._is_cancelled = True
        self._events.put(None)
        if wait:
            self._wait(None)

    @property
    def is_done(self) -> bool:
        """Whether the job has ended: all walks are done, or it was cancelled, or it failed."""
        return self._ended.is_set()

    def progress(self) -> Progress:
        """What the job has done so far."""
        with self._lock:
            schedule = self._schedule
            seconds = time.monotonic() - self._began if self._seconds is None else self._seconds
            return Progress(
                **asdict(schedule.counts), running=schedule.running, waiting=schedule.waiting, later=schedule.later,
                seconds=seconds,
            )

    def failed(self) -> dict[str, Mapping[str, Any]]:
        """The walks that failed or are partial, each with its error: a mapping with at least `code` and `message`."""
        with self._lock:
            return dict(self._failed)

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
        while not self._ended.wait(_LOOK_SECONDS if deadline is None else max(0.0, deadline - time.monotonic())):
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"the fleet is still under way: {self.progress()}")

    # The driver's thread

    def _run(self) -> None:
        try:
            self._prepare()
            while not self._step():
                pass
        except BaseException as error:
            self._error = error
            self._tell_end()
        finally:
            self._seconds = time.monotonic() - self._began
            for future in self._futures.values():
                future.release()
            self._futures.clear()
            self._ended.set()

    def _prepare(self) -> None:
        """Tries the store, and settles the columns on a worker, because only workers have the secrets of headers."""
        self._store.check()
        first = list(itertools.islice(self._walks, self._store.sample))
        self._walks = itertools.chain(first, self._walks)
        self._client.register_plugin(_losses.plugin(), name=_losses.NAME)
        self._client.register_plugin(_interrupts.plugin(), name=_interrupts.NAME)
        task = self._client.submit(
            _worker.settle, first, self._work, self._schedule.limits, key=f"swiftpager-columns-{self._work.name}",
            pure=False, resources=self._resources,
        )
        try:
            while not self._is_cancelled:
                with contextlib.suppress(self._timeout_error):
                    task.result(_LOOK_SECONDS)
                    break
                self._check_client()
        finally:
            task.release()
        self._schedule.positions = self._store.positions()

    @property
    def _timeout_error(self) -> type[BaseException]:
        kind: type[BaseException] = importlib.import_module("dask.distributed").TimeoutError
        return kind

    def _step(self) -> bool:
        """Acts on what is due, and waits for the next event; returns whether the job has ended."""
        if self._is_cancelled:
            with self._lock:
                self._schedule.stopping()
            self._tell_end()
        while True:
            with self._lock:
                actions = self._schedule.due(time.monotonic())
            if not actions:
                break
            for action in actions:
                self._act(action)
        with self._lock:
            if self._schedule.is_done:
                return True
            wakes_at = self._schedule.wakes_at()
        wait = _LOOK_SECONDS if wakes_at is None else min(_LOOK_SECONDS, wakes_at - time.monotonic())
        for event in self._next_events(max(0.0, wait)):
            if event is not None:
                self._take(*event)
        self._check_client()
        return False

    def _next_events(self, seconds: float) -> Iterator[tuple[str, Any] | None]:
        with contextlib.suppress(queue.Empty):
            yield self._events.get(timeout=seconds)
            while True:
                yield self._events.get_nowait()

    def _check_client(self) -> None:
        if self._client.status in ("closing", "closed"):
            raise SchedulerGone("the connection to Dask's scheduler is lost: run the same call again to go on")

    def _act(self, action: Action) -> None:
        match action:
            case Submit():
                self._submit(action)
            case Ask(count):
                walks = list(itertools.islice(self._walks, count))
                with self._lock:
                    told = [action for walk in walks for action in self._schedule.arrived(walk)]
                    if len(walks) < count:
                        self._schedule.source_ended()
                for action in told:
                    self._act(action)
            case GiveUp(key, error):
                with self._lock:
                    self._failed[key] = error

    def _submit(self, begun: Submit) -> None:
        task, rate_limit = begun.task, None if begun.limit is None else begun.limit.rate_limit
        with self._annotate(**{ANNOTATION: True}):
            future = self._client.submit(
                _worker.work, self._work, begun.walk, begun.number, begun.unseen, rate_limit, key=task, pure=False,
                retries=0, resources=self._resources,
            )
        self._futures[task] = future
        future.add_done_callback(lambda done: self._is_over(task, done))

    def _is_over(self, task: str, future: Any) -> None:
        """Called on a thread of Dask's client when a task is over."""
        if future.status != "finished":
            self._events.put((task, future))
            return
        # The report is fetched on the client's loop: if its worker just died, Dask computes it again, which takes long.
        fetching = asyncio.run_coroutine_threadsafe(self._report(future), self._client.loop.asyncio_loop)
        fetching.add_done_callback(lambda done: self._events.put((task, done)))

    async def _report(self, future: Any) -> Any:
        return (await self._client.gather([future], asynchronous=True))[0]

    def _take(self, task: str, done: Any) -> None:
        """Takes the outcome of a task."""
        future = self._futures.pop(task, None)
        if future is None:
            return
        now = time.monotonic()
        try:
            report = done.result() if done is not future else self._failure(future)
        except Exception as error:
            report = error
        with self._lock:
            actions = self._taken(task, report, now)
        future.release()
        for action in actions:
            self._act(action)

    def _failure(self, future: Any) -> Any:
        """Raises why a task has no report."""
        if future.status == "cancelled":
            raise ConnectionError("Dask cancelled the slice")
        raise future.exception()

    def _taken(self, task: str, report: Any, now: float) -> list[Action]:
        if isinstance(report, BaseException):
            if type(report).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError", "ConnectionError"):
                return self._schedule.lost(task, str(report), now)
            return self._schedule.failed(task, _worker.described(report), now)
        if report.slice is not None:
            return self._schedule.ended(task, report.slice, now, report.quiet_seconds)
        if report.error is None:
            return self._schedule.withdrawn(task, now)
        actions = self._schedule.failed(task, report.error, now)
        if report.is_of_store and any(isinstance(action, GiveUp) for action in actions):
            # The next walk would fail by the same.
            raise importlib.import_module("swiftpager.fleet").StoreError(report.error["message"])
        return actions

    def _tell_end(self) -> None:
        """Tells all workers that the job ends. This costs nothing while the job runs, and each worker learns at once.

        It is repeated, because workers may join. A worker that does not answer must not hold up the driver, so a
        thread of its own waits for the answers.
        """
        if self._telling is None or not self._telling.is_alive():
            self._telling = threading.Thread(target=self._told_end, name="swiftpager-fleet-end", daemon=True)
            self._telling.start()

    def _told_end(self) -> None:
        try:
            self._client.run(_worker.end, self._work.name, on_error="ignore")
        except Exception as error:
            # Without the cluster, the job ends anyhow.
            logging.getLogger(LOGGER).info("the workers cannot be told that the fleet ends: %s", error)


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
    if not isinstance(store, Store):
        raise TypeError(f"store must be a swiftpager.fleet.Store, not {store!r}")
    if longest_wait is not None and not 0 <= longest_wait < float("inf"):
        raise ValueError(f"longest_wait must be a number of at least 0, not {longest_wait!r}")
    for name, value, least in (("in_flight", in_flight, 1), ("retries", retries, 0), ("slice_pages", slice_pages, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    if not 0 < slice_seconds < float("inf"):
        raise ValueError(f"slice_seconds must be a number above 0, not {slice_seconds!r}")
    options: dict[str, Any] = {"slice_pages": slice_pages, "slice_seconds": slice_seconds}
    if longest_wait is not None:
        options["longest_wait_ms"] = round(longest_wait * 1_000)
    schedule = Schedule(in_flight, limits, retries, slice_seconds)
    pickled = None if children is None else importlib.import_module("cloudpickle").dumps(children)
    return Job(walks, store, client, schedule, _worker.Job(uuid.uuid4().hex, store, pickled, options), resources)
