"""The thread that drives a fleet: it carries out what the schedule decides, with the futures of Dask's client."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import itertools
import logging
import queue
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .._observing import LOGGER
from ..fleet import StoreError
from . import _interrupts, _losses, _worker
from ._losses import ANNOTATION
from ._schedule import Action, Ask, GiveUp, Release, Schedule, Submit
from .progress import Progress

if TYPE_CHECKING:
    from ..fleet import Walk

# How long the driver waits at most before it looks at the cluster again.
LOOK_SECONDS = 1.0


class SchedulerGone(ConnectionError):
    """The connection to Dask's scheduler is lost; run the same call again, and it goes on."""


class Driver:
    """Drives a fleet until all walks are done, until it is cancelled, or until something fails that concerns all walks.

    Any thread may call the methods without an underscore.
    """

    def __init__(
        self, walks: Iterable[Walk], client: Any, schedule: Schedule, assignment: _worker.Assignment,
        resources: Mapping[str, float] | None,
    ) -> None:
        self._walks = iter(walks)
        self._client = client
        self._schedule = schedule
        self._assignment = assignment
        self._resources = dict(resources) if resources else None
        self._annotate = importlib.import_module("dask").annotate
        self._timeout_error: type[BaseException] = importlib.import_module("dask.distributed").TimeoutError
        # What an exception says that Dask raises for a task which it gave up. A task's own failure is in its report.
        killed_worker: type[Exception] = importlib.import_module("distributed.scheduler").KilledWorker
        self._losses = (killed_worker, CancelledError, ConnectionError)
        self._futures: dict[str, Any] = {}
        # What happened, in the order in which the driver learned of it: tasks with fetched reports, or None to look.
        self._events: queue.SimpleQueue[tuple[str, Any] | None] = queue.SimpleQueue()
        self._failed: dict[str, Mapping[str, Any]] = {}
        # Guards the schedule and the failures: the driver's thread changes them, others read.
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._seconds: float | None = None
        self._is_cancelled = False
        self._telling: threading.Thread | None = None
        # Why the driver ended early; complete once it has ended.
        self.error: BaseException | None = None
        self.has_ended = threading.Event()
        threading.Thread(target=self._run, name="swiftpager-fleet", daemon=True).start()

    def cancel(self) -> None:
        """Begins no further slice, and has those under way end at their next page."""
        self._is_cancelled = True
        self._events.put(None)

    def progress(self) -> Progress:
        """What the driver knows of what was done so far."""
        with self._lock:
            schedule = self._schedule
            seconds = time.monotonic() - self._began if self._seconds is None else self._seconds
            return Progress(
                **asdict(schedule.counts), running=schedule.running, waiting=schedule.waiting, later=schedule.later,
                seconds=seconds,
            )

    def failed(self) -> dict[str, Mapping[str, Any]]:
        """The walks that ended with an error, each with the error."""
        with self._lock:
            return dict(self._failed)

    # The thread

    def _run(self) -> None:
        try:
            self._prepare()
            while not self._step():
                pass
        except BaseException as error:
            self.error = error
            self._tell_end()
        finally:
            self._seconds = time.monotonic() - self._began
            for future in self._futures.values():
                future.release()
            self._futures.clear()
            self.has_ended.set()

    def _prepare(self) -> None:
        """Tries the store, and settles the columns on a worker, because only workers have the secrets of headers."""
        store = self._assignment.store
        store.check()
        first = list(itertools.islice(self._walks, store.sample))
        self._walks = itertools.chain(first, self._walks)
        self._client.register_plugin(_losses.plugin(), name=_losses.NAME)
        self._client.register_plugin(_interrupts.plugin(), name=_interrupts.NAME)
        task = self._client.submit(
            _worker.settle, first, self._assignment, self._schedule.limits,
            key=f"swiftpager-columns-{self._assignment.name}", pure=False, resources=self._resources,
        )
        try:
            while not self._is_cancelled:
                with contextlib.suppress(self._timeout_error):
                    task.result(LOOK_SECONDS)
                    break
                self._check_client()
        finally:
            task.release()
        self._schedule.positions = store.positions()

    def _step(self) -> bool:
        """Acts on what is due, and waits for the next event; returns whether the fleet has ended."""
        if self._is_cancelled:
            with self._lock:
                self._schedule.stopping()
            self._tell_end()
        while True:
            with self._lock:
                actions = self._schedule.due(time.monotonic())
            if not actions:
                break
            self._act(actions)
        with self._lock:
            if self._schedule.is_done:
                return True
            wakes_at = self._schedule.wakes_at()
        wait = LOOK_SECONDS if wakes_at is None else min(LOOK_SECONDS, wakes_at - time.monotonic())
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

    @property
    def _is_client_gone(self) -> bool:
        return self._client.status in {"closing", "closed"}

    def _check_client(self) -> None:
        if self._is_client_gone:
            raise SchedulerGone("the connection to Dask's scheduler is lost: run the same call again to go on")

    # Actions

    def _act(self, actions: Iterable[Action]) -> None:
        for action in actions:
            match action:
                case Submit():
                    self._submit(action)
                case Release(task):
                    self._futures.pop(task).release()
                case Ask(count):
                    self._ask(count)
                case GiveUp(key, error):
                    with self._lock:
                        self._failed[key] = error

    def _ask(self, count: int) -> None:
        # A source may take its time, so the lock is free meanwhile.
        walks = list(itertools.islice(self._walks, count))
        with self._lock:
            actions = [action for walk in walks for action in self._schedule.arrived(walk)]
            if len(walks) < count:
                self._schedule.source_ended()
        self._act(actions)

    def _submit(self, begun: Submit) -> None:
        task, rate_limit = begun.task, None if begun.limit is None else begun.limit.rate_limit
        with self._annotate(**{ANNOTATION: True}):
            future = self._client.submit(
                _worker.work, self._assignment, begun.walk, begun.number, begun.unseen, rate_limit, key=task,
                pure=False, retries=0, resources=self._resources,
            )
        self._futures[task] = future
        future.add_done_callback(lambda done: self._is_over(task, done))

    # Outcomes

    def _is_over(self, task: str, future: Any) -> None:
        """Called on a thread of Dask's client when a task is over."""
        if self._is_client_gone:
            return
        # The report is fetched on the client's loop: if its worker just died, Dask computes it again, which takes long.
        # The status of the future does not say whether that is the case, because it may change at any time.
        fetching = asyncio.run_coroutine_threadsafe(self._report(future), self._client.loop.asyncio_loop)
        fetching.add_done_callback(lambda done: self._events.put((task, done)))

    async def _report(self, future: Any) -> Any:
        return (await self._client.gather([future], asynchronous=True))[0]

    def _take(self, task: str, done: Any) -> None:
        """Takes the outcome of a task: its report, or an exception of Dask."""
        if task not in self._futures:
            return
        now = time.monotonic()
        try:
            outcome = done.result()
        except Exception as error:
            outcome = error
        with self._lock:
            actions = self._decide(task, outcome, now)
        self._act(actions)

    def _decide(self, task: str, outcome: _worker.Report | Exception, now: float) -> list[Action]:
        if isinstance(outcome, self._losses):
            return self._schedule.lost(task, str(outcome), now)
        if isinstance(outcome, Exception):
            return self._schedule.failed(task, _worker.described(outcome), now)
        if outcome.slice is not None:
            return self._schedule.ended(task, outcome.slice, now, outcome.quiet_seconds)
        if outcome.error is None:
            return self._schedule.withdrawn(task, now)
        actions = self._schedule.failed(task, outcome.error, now)
        if outcome.is_of_store and any(isinstance(action, GiveUp) for action in actions):
            # The next walk would fail by the same.
            raise StoreError(outcome.error["message"])
        return actions

    # The end

    def _tell_end(self) -> None:
        """Tells all workers that the fleet ends. This costs nothing while it runs, and each worker learns at once.

        It is repeated, because workers may join. A worker that does not answer must not hold up the driver, so a
        thread of its own waits for the answers.
        """
        if self._telling is None or not self._telling.is_alive():
            self._telling = threading.Thread(target=self._told_end, name="swiftpager-fleet-end", daemon=True)
            self._telling.start()

    def _told_end(self) -> None:
        try:
            self._client.run(_worker.end, self._assignment.name, on_error="ignore")
        except Exception as error:
            # Without the cluster, the fleet ends anyhow.
            logging.getLogger(LOGGER).info("the workers cannot be told that the fleet ends: %s", error)
