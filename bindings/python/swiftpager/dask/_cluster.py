"""The engine of `swiftpager.dask.run`: the futures of Dask's client."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import importlib
import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

from .._observing import LOGGER
from ..fleet._driver import LOOK_SECONDS
from ..fleet._engine import Engine, Lost, Outcome, Over
from ..fleet._schedule import Submit
from . import _interrupts, _losses, _worker
from ._losses import ANNOTATION

if TYPE_CHECKING:
    from ..fleet import Limit, Walk


# How many workers may die while they get a plugin or settle the columns, and how many seconds pass before the next try.
_MOST_LOSSES = 10
_PAUSE_SECONDS = 0.2
# How often the scheduler is asked whether it has workers.
_LOOK_FOR_WORKERS_SECONDS = 5.0


class SchedulerGone(ConnectionError):
    """The connection to Dask's scheduler is lost; run the same call again, and it goes on."""


class Cluster(Engine):
    """Runs slices as tasks of Dask."""

    def __init__(
        self, client: Any, job: _worker.Job, limits: Mapping[str, Limit], resources: Mapping[str, float] | None
    ) -> None:
        self._client = client
        self._job = job
        self._limits = limits
        self._resources = dict(resources) if resources else None
        # Two tasks of a cluster with one key are one task, so the key also says which store and job it belongs to.
        store = hashlib.sha256(job.assignment.store.root.encode("utf-8", "surrogateescape")).hexdigest()
        self._belongs_to = f"{store[:8]}/{job.name[:8]}"
        self._annotate = importlib.import_module("dask").annotate
        self._timeout_error: type[BaseException] = importlib.import_module("dask.distributed").TimeoutError
        # What an exception says that Dask raises for a task which it gave up. A task's own failure is in its report.
        killed_worker: type[Exception] = importlib.import_module("distributed.scheduler").KilledWorker
        comm_closed: type[OSError] = importlib.import_module("distributed.comm").CommClosedError
        # What a call raises whose worker dies meanwhile. KilledWorker says that Dask itself has tried several times.
        self._death = comm_closed
        self._losses = (killed_worker, comm_closed, CancelledError, ConnectionError)
        self._looks_for_workers_at = 0.0
        self._has_workers = True
        self._futures: dict[str, Any] = {}
        self._telling: threading.Thread | None = None

    def prepare(self, sample: list[Walk], is_cancelled: Callable[[], bool]) -> None:
        """Settles the columns on a worker, because only workers have the secrets of headers."""
        for plugin, name in ((_losses.plugin(), _losses.NAME), (_interrupts.plugin(), _interrupts.NAME)):
            self._survive("got a plugin", functools.partial(self._client.register_plugin, plugin, name=name))
        self._survive("settled the columns", functools.partial(self._settle, sample, is_cancelled))

    def _settle(self, sample: list[Walk], is_cancelled: Callable[[], bool]) -> None:
        task = self._client.submit(
            _worker.settle, sample, self._job, self._limits, key=f"swiftpager-columns-{self._job.name}", pure=False,
            resources=self._resources,
        )
        try:
            while not is_cancelled():
                with contextlib.suppress(self._timeout_error):
                    task.result(LOOK_SECONDS)
                    break
                self.check()
        finally:
            task.release()

    def _survive(self, work: str, call: Callable[[], object]) -> None:
        """Calls again if a worker dies meanwhile. The cluster then starts another one, or has others."""
        for losses in range(1, _MOST_LOSSES + 1):
            try:
                call()
                return
            except self._death as error:
                self.check()
                if losses == _MOST_LOSSES:
                    raise
                logging.getLogger(LOGGER).info("a worker was lost while it %s; the fleet tries again: %s", work, error)
                time.sleep(_PAUSE_SECONDS)

    def submit(self, begun: Submit, over: Over) -> None:
        """Gives the slice to the cluster."""
        with self._annotate(**{ANNOTATION: True}):
            future = self._client.submit(
                _worker.work, self._job, begun, key=f"{begun.task}/{self._belongs_to}", pure=False, retries=0,
                resources=self._resources,
            )
        self._futures[begun.task] = future
        future.add_done_callback(lambda done: self._fetch(begun.task, done, over))

    def release(self, task: str) -> None:
        """Releases the future, so that the cluster forgets the task and its report."""
        self._futures.pop(task).release()

    @property
    def _is_client_gone(self) -> bool:
        return self._client.status in {"closing", "closed"}

    def check(self) -> None:
        """Raises `SchedulerGone` if the client is closed."""
        if self._is_client_gone:
            raise SchedulerGone("the connection to Dask's scheduler is lost: run the same call again to go on")
        self._look_for_workers()

    def _look_for_workers(self) -> None:
        """Says once in the log that the cluster has no worker, until it has one again."""
        now = time.monotonic()
        if now < self._looks_for_workers_at:
            return
        self._looks_for_workers_at = now + _LOOK_FOR_WORKERS_SECONDS
        # On the client's loop: a scheduler that does not answer must not hold up the driver.
        asking = asyncio.run_coroutine_threadsafe(self._client.scheduler.ncores(), self._client.loop.asyncio_loop)
        asking.add_done_callback(self._note_workers)

    def _note_workers(self, done: Any) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        has_workers = bool(done.result())
        if self._has_workers and not has_workers:
            logging.getLogger(LOGGER).warning("the cluster has no worker, so the fleet waits for one")
        self._has_workers = has_workers

    def close(self) -> None:
        """Releases what the cluster still has."""
        for future in self._futures.values():
            future.release()
        self._futures.clear()

    # Outcomes

    def _fetch(self, task: str, future: Any, over: Over) -> None:
        """Called on a thread of Dask's client when a task is over."""
        if self._is_client_gone:
            return
        # The report is fetched on the client's loop: if its worker just died, Dask computes it again, which takes long.
        # The status of the future does not say whether that is the case, because it may change at any time.
        fetching = asyncio.run_coroutine_threadsafe(self._report(future), self._client.loop.asyncio_loop)
        fetching.add_done_callback(lambda done: over(task, self._outcome(done)))

    async def _report(self, future: Any) -> Any:
        return (await self._client.gather([future], asynchronous=True))[0]

    def _outcome(self, done: Any) -> Outcome:
        """A report, or what Dask says in its place."""
        try:
            outcome: Outcome = done.result()
        except self._losses as error:
            return Lost(str(error))
        except Exception as error:
            return error
        return outcome

    # The end

    def tell_end(self) -> None:
        """Tells all workers that the fleet ends. This costs nothing while it runs, and each worker learns at once.

        The driver repeats it, because workers may join. A worker that does not answer must not hold up the driver, so a
        thread of its own waits for the answers.
        """
        if self._telling is None or not self._telling.is_alive():
            self._telling = threading.Thread(target=self._told_end, name="swiftpager-fleet-end", daemon=True)
            self._telling.start()

    def _told_end(self) -> None:
        try:
            self._client.run(_worker.end, self._job.name, on_error="ignore")
        except Exception as error:
            # Without the cluster, the fleet ends anyhow.
            logging.getLogger(LOGGER).info("the workers cannot be told that the fleet ends: %s", error)
