"""What the tests of fleets share: lists, walks, clusters of processes, and what a store has in the end."""

import collections
import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from typing import Any, Self

import dask
import distributed
import pyarrow.parquet

from conftest import BINDING, LIMIT_SECONDS, REPOSITORY, python_path, until
from servers import server
from swiftpager.fleet import Store, Walk

QUERY = (
    "query ($list: ID!, $first: Int, $after: String) { items(list: $list, first: $first, after: $after) {"
    " nodes { id place child } pageInfo { hasNextPage endCursor } } }"
)
COLUMNS = {"id": {"type": "string"}, "place": {"type": "int64"}, "child": {"type": "string"}}
PAGES, SIZE = 5, 4
# What Dask writes for a worker that a test kills is not of interest.
# A local cluster gives a worker up for good that is away some time after it was lost: also one that came back and was
# killed again.
# Dask's profiler reads the frames of running threads, in which CPython 3.11 itself may read memory that is gone
# (PyFrame_GetBack): a worker then dies that no test has killed.
SETTINGS = {
    "logging.distributed": "critical", "distributed.comm.timeouts.connect": "10s",
    "distributed.deploy.lost-worker-timeout": "1h", "distributed.worker.profile.enabled": False,
}


SCHEDULER = """
import asyncio
from distributed import Scheduler
async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""
WORKER = """
import asyncio, sys
from distributed import Worker
async def main():
    resources = {name: 8 for name in sys.argv[2:]}
    async with Worker(
        sys.argv[1], host="127.0.0.1", nthreads=8, dashboard=False, resources=resources
    ) as worker:
        await worker.finished()
asyncio.run(main())
"""


class Lists:
    """A server of lists; Tests/servers/many_lists.py says how they behave."""

    def __init__(self, url: str) -> None:
        self.url = url

    def walk(self, name: str, **others: Any) -> Walk:
        """A walk through one list, whose key is the name of the list."""
        return Walk(self.url, QUERY, {"list": name, "first": SIZE}, key=name, **others)

    def walks(self, count: int, name: str = "list") -> Iterator[Walk]:
        """Walks through many lists."""
        return (self.walk(f"{name}-{number}") for number in range(count))

    def stats(self) -> Any:
        """What was asked of the server."""
        with urllib.request.urlopen(f"{self.url}/stats", timeout=LIMIT_SECONDS) as answer:
            return json.load(answer)


@contextlib.contextmanager
def lists(*options: str) -> Iterator[Lists]:
    """A server of lists of its own."""
    with server("many_lists", "--pages", str(PAGES), "--size", str(SIZE), *options) as url:
        yield Lists(url)


def store_in(folder: pathlib.Path) -> Store:
    """A store with the columns of the lists."""
    return Store(str(folder), columns=COLUMNS)


@contextlib.contextmanager
def cluster(workers: int = 2, threads: int = 8, **settings: Any) -> Iterator[distributed.Client]:
    """A client of a cluster of processes; `settings` are those of Dask below `distributed`."""
    with dask.config.set({**SETTINGS, **{f"distributed.{name}": value for name, value in settings.items()}}):
        with distributed.LocalCluster(
            n_workers=workers, threads_per_worker=threads, dashboard_address=":0", silence_logs=50
        ) as started, distributed.Client(started, set_as_default=False) as client:
            yield client


def environment() -> dict[str, str]:
    """The environment in which a process finds the package and the modules of the tests."""
    return {**os.environ, "PYTHONPATH": python_path(BINDING, REPOSITORY / "Tests" / "python")}


@contextlib.contextmanager
def scheduler() -> Iterator[str]:
    """The address of a scheduler in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", SCHEDULER], env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


@contextlib.contextmanager
def worker(address: str, *resources: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker in a process of its own, with eight of each of some resources."""
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, address, *resources], env=environment(), stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def client_of(address: str) -> Iterator[distributed.Client]:
    """A client of a running scheduler; of a cluster of its own if the address is empty."""
    if not address:
        with cluster() as client:
            yield client
    else:
        with distributed.Client(address, set_as_default=False) as client:
            yield client


def ids(folder: pathlib.Path) -> "collections.Counter[str]":
    """How often each item is in the files that a reader's plain glob finds."""
    counts: collections.Counter[str] = collections.Counter()
    for path in folder.glob("**/*.parquet"):
        counts.update(pyarrow.parquet.read_table(path, columns=["id"], partitioning=None)["id"].to_pylist())
    return counts


def items(*names: str, pages: int = PAGES) -> "collections.Counter[str]":
    """Each item of these lists once."""
    return collections.Counter(f"{name}:{number}" for name in names for number in range(pages * SIZE))


def names(count: int, name: str = "list") -> list[str]:
    """The names of the lists that `Lists.walks` walks."""
    return [f"{name}-{number}" for number in range(count)]


def worker_processes(client: distributed.Client) -> list[int]:
    """The process numbers of the workers that answer."""
    return [pid for pid in client.run(os.getpid, on_error="return").values() if isinstance(pid, int)]


class Killer:
    """Kills workers at random moments, on a thread of its own, until it has killed so many or until the block ends."""

    def __init__(self, client: distributed.Client, kills: int, seed: int, longest: float) -> None:
        self._client = client
        self._kills = kills
        self._random = random.Random(seed)
        self._longest = longest
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.killed = 0

    def _run(self) -> None:
        while self.killed < self._kills and not self._is_over.wait(self._random.uniform(0.05, self._longest)):
            with contextlib.suppress(OSError, ValueError, IndexError):
                # A worker that has not started yet has no process to kill.
                os.kill(self._random.choice(worker_processes(self._client)), signal.SIGKILL)
                self.killed += 1

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *ending: object) -> None:
        self._is_over.set()
        self._thread.join(LIMIT_SECONDS)


def busiest_second(moments: list[float]) -> int:
    """The largest number of moments within one second."""
    moments, begin, most = sorted(moments), 0, 0
    for end, moment in enumerate(moments):
        while moments[begin] <= moment - 1:
            begin += 1
        most = max(most, end - begin + 1)
    return most


def until_files(folder: pathlib.Path, count: int) -> None:
    """Waits until a store has so many files."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while len(list(folder.glob("**/*.parquet"))) < count:
        assert time.monotonic() < deadline, "the fleet commits nothing"
        time.sleep(0.01)


def as_of_an_earlier_version(path: pathlib.Path, **others: Any) -> None:
    """Writes a slice as a version wrote it that did not know lists that begin anew; `others` are keys of its footer."""
    table = pyarrow.parquet.read_table(path, partitioning=None)
    footer = json.loads(pyarrow.parquet.read_metadata(path).metadata[b"swiftpager.slice"])
    for name in ("begins", "all_children", "rows_ever", "checksum"):
        del footer[name]
    footer |= others
    with pyarrow.parquet.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"swiftpager.slice": json.dumps(footer)})


@contextlib.contextmanager
def driver(program: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A program that drives a fleet in a process of its own, which is killed at the end of the block."""
    command = ["env", "--default-signal=INT", sys.executable, "-c", program, *words]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def walks_to_the_end(process: "subprocess.Popen[str]", count: int) -> None:
    """Waits for such a program, which has to complete so many walks."""
    output, _ = process.communicate(timeout=LIMIT_SECONDS)
    assert (process.returncode, output) == (0, f"running\ncomplete {count} 0\n")


def commits_at_a_signal(
    command: "subprocess.Popen[bytes]", slow: Lists, number: signal.Signals, code: int, out: pathlib.Path
) -> None:
    """Sends a signal to a command that walks three lists of 50 pages: its slices commit what they have."""
    until(lambda: slow.stats()["requests"] >= 9)
    command.send_signal(number)
    _, errors = command.communicate(timeout=LIMIT_SECONDS)
    assert command.returncode == code, errors
    assert b"Traceback" not in errors
    assert 3 * SIZE <= sum(ids(out).values()) < 3 * 50 * SIZE
