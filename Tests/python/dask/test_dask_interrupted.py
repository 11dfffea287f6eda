"""Fleets on Dask, disturbed at each step on the disk: Ctrl-C, another writer, and a worker that dies."""

import collections
import operator
import os
import pathlib
import re
import signal
import sys
import threading
import types
from collections.abc import Iterator
from typing import Any

import dask
import distributed
import pytest

import fleets
import swiftpager.dask
from conftest import LONG, until
from interrupting import Disk, Moment, at_each_death, at_each_gap, at_each_interruption, takes_interrupts
from interrupting_threads import SharedDisk, interrupt_main
from swiftpager.dask import _worker
from swiftpager.fleet import Job, Store, run_slice, status
from swiftpager.fleet._schedule import Submit
from swiftpager.fleet._work import Assignment

LIMIT, PAGES = 60, 3
FEW = slice(None) if LONG else slice(1, None, 3)


@pytest.fixture(scope="module")
def served() -> Iterator[fleets.Lists]:
    with fleets.lists("--pages", str(PAGES)) as served:
        yield served


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    """A cluster whose workers are threads of this process, so that their steps count."""
    with dask.config.set(fleets.SETTINGS):
        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, silence_logs=50
        ) as started, distributed.Client(started, set_as_default=False) as client:
            yield client


@pytest.fixture
def interrupts() -> Iterator[None]:
    with takes_interrupts():
        yield


def counted(store: Store) -> "collections.Counter[str]":
    return fleets.ids(pathlib.Path(store.root))


def check_whole(store: Store) -> None:
    """A slice has two pages or one, and each is there as a whole, once."""
    found = counted(store)
    assert set(found.values()) <= {1} and sum(found.values()) % fleets.SIZE == 0
    assert all(walk.error is None for walk in status(store).walks)


class Fleet:
    """One walk into a store, on a cluster."""

    def __init__(self, client: distributed.Client, served: fleets.Lists, name: str) -> None:
        self.client = client
        self.walk = served.walk(name)
        self.items = fleets.items(name, pages=PAGES)
        self.job: Any = None

    def run(self, store: Store) -> Any:
        self.job = swiftpager.dask.run([self.walk], store, client=self.client, slice_pages=2)
        progress = self.job.wait(LIMIT)
        assert self.job.failed() == {}
        return progress

    def check_ended(self, store: Store) -> None:
        """A further run brings the rest, and says so."""
        progress = self.run(store)
        assert (progress.complete, progress.walks) == (1, 1)
        assert counted(store) == self.items
        (standing,) = status(store).walks
        assert (standing.end, standing.pages, standing.rows) == ("complete", PAGES, PAGES * fleets.SIZE)


def interrupt_waiting() -> None:
    """Ctrl-C, once the main thread waits for the job."""
    until(lambda: Job._wait.__code__ in map(operator.attrgetter("f_code"), frames_of_main()))
    interrupt_main()


def frames_of_main() -> Iterator[types.FrameType]:
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        yield frame
        frame = frame.f_back


def check_interrupted(fleet: Fleet) -> Any:
    def check(store: Store, moment: Moment, ended: Any) -> None:
        assert isinstance(ended, KeyboardInterrupt), ended
        assert fleet.job.is_done
        check_whole(store)
        # The end of a fleet does not wait for the columns, which a worker may be settling.
        until(lambda: not list(pathlib.Path(store.root).glob("_temporary/*")))
        fleet.check_ended(store)

    return check


@pytest.mark.long
def test_a_fleet_that_ctrl_c_ends_has_whole_slices_and_goes_on(
    client: distributed.Client, served: fleets.Lists, tmp_path: pathlib.Path, interrupts: None
) -> None:
    fleet = Fleet(client, served, "list-interrupted")
    at_each_interruption(
        tmp_path, fleets.store_in, fleet.run, check_interrupted(fleet), interrupt_waiting, disk=SharedDisk, chosen=FEW
    )


@pytest.mark.long
def test_a_worker_and_another_writer_share_the_slices_of_a_walk(
    client: distributed.Client, served: fleets.Lists, tmp_path: pathlib.Path, interrupts: None
) -> None:
    """The other writer walks the whole list at each step of the worker and of the driver."""
    fleet = Fleet(client, served, "list-both")

    def overtake(store: Store) -> None:
        while (ended := run_slice(fleet.walk, fleets.store_in(pathlib.Path(store.root)), slice_pages=2)).end is None:
            assert ended.error is None, ended.error

    def check(store: Store, ended: Any, other: Any) -> None:
        assert other is None and ended.complete == 1, (ended, other)
        assert counted(store) == fleet.items
        fleet.check_ended(store)

    at_each_gap(tmp_path, fleets.store_in, fleet.run, check, overtake, disk=SharedDisk, chosen=FEW)


# A worker that dies


class Commits(Disk):
    """The disk, of which the moments before and after each commit of a slice count."""

    def interruptions(self) -> list[Moment]:
        return [moment for moment in super().interruptions() if re.match("link /_temporary/.*parquet", moment.name)]


class Dying(SharedDisk):
    """The disk of a worker, whose process SIGKILL ends at a step."""

    def __init__(self, folder: pathlib.Path, moment: Moment) -> None:
        super().__init__(folder, moment, lambda: os.kill(os.getpid(), signal.SIGKILL))


def dies(folder: pathlib.Path, moment: Moment) -> None:
    """Called in a worker, which then dies at a moment of its own steps."""
    Dying(folder, moment).__enter__()


def test_what_a_worker_does_that_dies_before_or_after_a_commit_is_done_by_the_next_one(
    served: fleets.Lists, tmp_path: pathlib.Path, interrupts: None
) -> None:
    """A worker's function by itself, in this process."""
    walk, found = served.walk("list-work"), []

    def run(store: Store) -> None:
        job = _worker.Job("job", Assignment(store, None, {"slice_pages": 2, "slice_seconds": 300, "longest_wait": 60}))
        report = None
        while report is None or report.slice is None or report.slice.end is None:
            number = (store.positions().get(walk.key) or 0) + 1
            report = _worker.work(job, Submit("task", walk, number, 1, None))
            assert report.error is None, report.error

    def check(store: Store) -> None:
        found.append(sum(counted(store).values()))
        run(store)
        assert counted(store) == fleets.items("list-work", pages=PAGES)

    at_each_death(tmp_path, fleets.store_in, run, check, disk=Commits)
    assert found == [0, 2 * fleets.SIZE, 2 * fleets.SIZE, 3 * fleets.SIZE]


@pytest.mark.long
def test_a_worker_that_dies_at_a_step_of_a_slice_loses_and_doubles_nothing(
    served: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    """The steps are those of the whole list: the columns, and two slices. A new worker takes the place of the dead."""
    # A worker takes a second and more to start.
    step, stride, died = 0, 1 if LONG else 11, True
    with fleets.cluster(1, 2) as client:
        fleet = Fleet(client, served, "list-dying")
        while died:
            moment = Moment(step, "after" if step % 2 else "before", "a step")
            store = fleets.store_in(tmp_path / str(step))
            client.run(dies, pathlib.Path(store.root), moment)
            workers = fleets.worker_processes(client)
            fleet.check_ended(store)
            died = fleets.worker_processes(client) != workers
            step += stride
    # Otherwise this test has shown nothing.
    assert step > 3 * stride
