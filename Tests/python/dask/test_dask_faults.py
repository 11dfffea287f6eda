"""Fleets whose workers, drivers and schedulers are killed or stopped: every walk ends, and each item is in one file."""

import contextlib
import os
import pathlib
import random
import resource
import signal
import subprocess
import time
from contextlib import AbstractContextManager
from typing import Any

import distributed
import pytest
from distributed.comm import CommClosedError
from distributed.diagnostics.plugin import WorkerPlugin

import fleets
import swiftpager.dask
from conftest import LONG, until
from swiftpager.dask import Limit
from swiftpager.fleet import StoreError, Walk

LIMIT = 600 if LONG else 60
WALKS, KILLS, DRIVER_KILLS = (2_000, 10, 5) if LONG else (100, 2, 2)

# A driver with a cluster of its own, or with that of a scheduler.
DRIVER = """
import sys
import distributed
import fleets, pathlib, swiftpager.dask
url, folder, count, address = sys.argv[1:]
if __name__ == "__main__":
    with fleets.client_of(address) as client:
        store = fleets.store_in(pathlib.Path(folder))
        job = swiftpager.dask.run(fleets.Lists(url).walks(int(count)), store, client=client, slice_pages=2)
        print("running", flush=True)
        try:
            progress = job.wait()
        except KeyboardInterrupt:
            print("interrupted", job.is_done, job.progress().running, flush=True)
            raise SystemExit(130)
        print("complete", progress.complete, len(job.failed()), flush=True)
"""


def driver(
    lists: fleets.Lists, folder: pathlib.Path, count: int, address: str = ""
) -> "AbstractContextManager[subprocess.Popen[str]]":
    """A driver in a process of its own."""
    return fleets.driver(DRIVER, lists.url, str(folder), str(count), address)


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_workers_that_are_killed_at_random_moments(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "5") as lists, fleets.cluster(2, 8) as client:
        job = swiftpager.dask.run(lists.walks(WALKS), fleets.store_in(tmp_path), client=client, slice_pages=2)
        # Before that, a worker that dies may have no slice to lose.
        fleets.until_files(tmp_path, 1)
        with fleets.Killer(client, KILLS, seed=24, longest=1.0) as killer:
            progress = job.wait(LIMIT)
    assert (progress.complete, job.failed()) == (WALKS, {})
    # Otherwise this test has shown nothing.
    assert killer.killed == KILLS and progress.lost > 0
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_drivers_that_are_killed_with_their_schedulers(tmp_path: pathlib.Path) -> None:
    moments = random.Random(24)
    with fleets.lists("--latency-ms", "5") as lists:
        for _ in range(DRIVER_KILLS):
            files = len(list(tmp_path.glob("**/*.parquet")))
            with driver(lists, tmp_path, WALKS) as process:
                fleets.until_files(tmp_path, min(files + moments.randint(1, WALKS // 8), WALKS * 2))
                process.send_signal(signal.SIGKILL)
        with driver(lists, tmp_path, WALKS) as process:
            fleets.walks_to_the_end(process, WALKS)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


@pytest.mark.long
def test_a_report_that_is_lost_before_the_driver_has_it_is_fetched_again(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Dask says so of the result of a worker that died in between, and computes the task again.
    monkeypatch.setattr(distributed.Future, "status", property(lambda _: "lost"))
    with fleets.lists() as lists, fleets.cluster(1, 2) as client:
        job = swiftpager.dask.run(lists.walks(3), fleets.store_in(tmp_path), client=client)
        assert (job.wait(LIMIT).complete, job.failed()) == (3, {})


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_two_drivers_on_one_store(tmp_path: pathlib.Path) -> None:
    # Both walk the first list, however late one of them begins.
    with fleets.lists("--latency-ms", "20", "--twice", "list-0") as lists:
        with driver(lists, tmp_path, WALKS) as one, driver(lists, tmp_path, WALKS) as other:
            fleets.walks_to_the_end(one, WALKS)
            fleets.walks_to_the_end(other, WALKS)
        assert lists.stats()["requests"] > WALKS * fleets.PAGES
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_two_drivers_on_one_cluster_and_one_store(tmp_path: pathlib.Path) -> None:
    count = WALKS // 4
    with fleets.lists("--latency-ms", "5") as lists, fleets.scheduler() as address, fleets.worker(address):
        with driver(lists, tmp_path, count, address) as one, driver(lists, tmp_path, count, address) as other:
            fleets.walks_to_the_end(one, count)
            fleets.walks_to_the_end(other, count)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(count))


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_a_driver_that_gets_ctrl_c_lets_slices_end_at_a_page(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "200") as lists, fleets.scheduler() as address, fleets.worker(address):
        with driver(lists, tmp_path, 30, address) as process:
            until(lambda: lists.stats()["requests"] >= 16)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=LIMIT)
        assert (process.returncode, output) == (130, "running\ninterrupted True 0\n")
        pages = lists.stats()["pages"]
        # Each slice under way may lose the page that it had asked for ahead.
        assert sum(fleets.ids(tmp_path).values()) >= (sum(pages.values()) - 8) * fleets.SIZE > 0
        with driver(lists, tmp_path, 30, address) as process:
            fleets.walks_to_the_end(process, 30)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(30))


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_a_worker_that_is_stopped_and_comes_back_finds_its_numbers_taken(tmp_path: pathlib.Path) -> None:
    seconds = 10 if LONG else 2
    settings: dict[str, Any] = {"scheduler.worker-ttl": f"{seconds}s"}
    with fleets.lists("--latency-ms", "100") as lists, fleets.cluster(0, **settings) as client:
        address = client.scheduler.address
        with fleets.worker(address) as stopped, fleets.worker(address):
            client.wait_for_workers(2, timeout=LIMIT)
            job = swiftpager.dask.run(lists.walks(16), fleets.store_in(tmp_path), client=client)
            until(lambda: lists.stats()["requests"] >= 24)
            stopped.send_signal(signal.SIGSTOP)
            progress = job.wait(LIMIT)
            assert progress.complete == 16 and progress.lost >= 4
            before = fleets.ids(tmp_path)
            stopped.send_signal(signal.SIGCONT)
            # It walks on, and ends when it learns that the scheduler has given it up.
            stopped.wait(LIMIT)
    assert before == fleets.ids(tmp_path) == fleets.items(*fleets.names(16))


class DiesBeforeItReports(WorkerPlugin):
    """Kills the worker when a slice of a parent is committed, before the scheduler learns of it; once a slice."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder

    def transition(self, key: Any, start: str, finish: str, **others: Any) -> None:
        if str(key).startswith("org-") and finish == "memory":
            with contextlib.suppress(FileExistsError):
                parent, number, *_ = str(key).split("/")
                (self.folder / f"{parent}-{number}").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)


class Children:
    """Makes a walk of each item that names a list, and reports where it ran."""

    def __init__(self, lists: fleets.Lists) -> None:
        self.lists = lists

    def __call__(self, table: Any) -> list[Walk]:
        return [self.lists.walk(name) for name in table["child"].to_pylist() if name]


# It starts at least eight workers, one after the other, which takes minutes beside busy processes.
@pytest.mark.timeout(4 * LIMIT)
@pytest.mark.long
def test_children_of_a_slice_whose_worker_died_between_commit_and_report(tmp_path: pathlib.Path) -> None:
    store, marks = tmp_path / "store", tmp_path / "marks"
    marks.mkdir()
    with fleets.lists() as lists, fleets.cluster(2, 4) as client:
        client.register_plugin(DiesBeforeItReports(marks))
        parents = [f"org-{number}" for number in range(3)]
        names = [*parents, *(f"child-{key}-{item}" for key in parents for item in range(fleets.PAGES * fleets.SIZE))]
        job = swiftpager.dask.run(
            map(lists.walk, parents), fleets.store_in(store), client=client, children=Children(lists), slice_pages=3,
            retries=10,
        )
        progress = job.wait(4 * LIMIT)
        assert job.failed() == {}
        # Each of the two slices of each parent killed its worker.
        assert len(list(marks.iterdir())) >= 6 and progress.lost >= 6
        assert (progress.walks, progress.complete) == (len(names), len(names))
    assert fleets.ids(store) == fleets.items(*names)


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_the_place_of_a_lost_slice_is_not_given_away_while_it_may_run(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--pages", "20", "--latency-ms", "50") as lists, fleets.cluster(2, 4) as client:
        host = lists.url.removeprefix("http://")
        job = swiftpager.dask.run(
            lists.walks(2), fleets.store_in(tmp_path), client=client, limits={host: Limit(1)}, slice_seconds=3,
        )
        until(lambda: lists.stats()["requests"] >= 3)
        for process in fleets.worker_processes(client):
            os.kill(process, signal.SIGKILL)
        killed = time.monotonic()
        until(lambda: job.progress().lost)
        before = lists.stats()["requests"]
        until(lambda: lists.stats()["requests"] > before)
        assert time.monotonic() - killed >= 3
        assert job.wait(LIMIT).complete == 2
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(2), pages=20)


def no_space() -> None:
    """Makes each write beyond some bytes of a file fail, like a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, resource.RLIM_INFINITY))


@pytest.mark.timeout(LIMIT)
@pytest.mark.long
def test_a_full_disk_ends_the_job_and_leaves_nothing_half(tmp_path: pathlib.Path) -> None:
    with fleets.lists() as lists, fleets.cluster(1, 4) as client:
        store = fleets.store_in(tmp_path / "store")
        swiftpager.dask.run([lists.walk("first")], store, client=client).wait(LIMIT)
        client.run(no_space)
        job = swiftpager.dask.run(lists.walks(1_000), store, client=client, retries=0)
        with pytest.raises(StoreError, match=r"(?i)large|space|full"):
            job.wait(LIMIT)
    assert fleets.ids(tmp_path / "store") == fleets.items("first")


def test_a_store_that_cannot_be_used_is_refused_before_anything_is_asked(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("")
    with fleets.lists() as lists, fleets.cluster(1, 1) as client:
        job = swiftpager.dask.run(lists.walks(3), fleets.store_in(tmp_path / "file"), client=client)
        with pytest.raises(OSError, match="file"):
            job.wait(LIMIT)
        assert lists.stats()["requests"] == 0


@pytest.mark.long
def test_a_scheduler_that_is_gone_ends_the_job(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "300") as lists, fleets.scheduler() as address, fleets.worker(address):
        with distributed.Client(address, set_as_default=False, timeout=2) as client:
            job = swiftpager.dask.run(lists.walks(50), fleets.store_in(tmp_path), client=client)
            until(lambda: lists.stats()["requests"] >= 4)
            client.close()
            with pytest.raises(swiftpager.dask.SchedulerGone, match="run the same call again"):
                job.wait(LIMIT)


@pytest.mark.parametrize("losses", [1, 3])
def test_a_worker_that_dies_while_it_gets_a_plugin_ends_no_fleet(
    tmp_path: pathlib.Path, losses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fleets.lists() as lists, fleets.cluster(1, 8) as client:
        register = client.register_plugin
        lost: list[int] = []

        def loses_a_worker(*arguments: Any, **settings: Any) -> Any:
            if len(lost) < losses:
                lost.append(1)
                until(lambda: fleets.worker_processes(client))
                os.kill(fleets.worker_processes(client)[0], signal.SIGKILL)
                raise CommClosedError("in <TCP (closed) ConnectionPool.register_worker_plugin>: Stream is closed")
            return register(*arguments, **settings)

        monkeypatch.setattr(client, "register_plugin", loses_a_worker)
        progress = swiftpager.dask.run(lists.walks(10), fleets.store_in(tmp_path), client=client).wait(LIMIT)
    assert (progress.complete, len(lost)) == (10, losses)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(10))


def test_a_plugin_that_no_worker_takes_ends_the_fleet(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_refused(*_arguments: Any, **_settings: Any) -> None:
        raise CommClosedError("the stream is closed")

    with fleets.lists() as lists, fleets.cluster(1, 8) as client:
        monkeypatch.setattr(client, "register_plugin", is_refused)
        job = swiftpager.dask.run(lists.walks(10), fleets.store_in(tmp_path), client=client)
        with pytest.raises(CommClosedError):
            job.wait(LIMIT)


def test_a_cluster_without_a_worker_is_told_of(tmp_path: pathlib.Path, caplog: pytest.LogCaptureFixture) -> None:
    with fleets.lists() as lists, fleets.cluster(0) as client:
        job = swiftpager.dask.run(lists.walks(10), fleets.store_in(tmp_path), client=client)
        until(lambda: "the cluster has no worker, so the fleet waits for one" in caplog.text)
        client.cluster.scale(1)
        assert job.wait(LIMIT).complete == 10
    assert caplog.text.count("no worker") == 1
