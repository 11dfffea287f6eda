"""`swiftpager.fleet.run`: a fleet on threads of one process, without Dask."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

import fleets
import swiftpager.dask
import swiftpager.fleet as fleet
from conftest import LIMIT_SECONDS, LONG, run_script, until
from list_server import list_server
from swiftpager._native import exit
from swiftpager.fleet import Limit, Walk

LIMIT = 60
WALKS, KILLS = (2_000, 10) if LONG else (60, 3)
# A driver in a process of its own.
DRIVER = """
import pathlib, sys
import fleets
import swiftpager.fleet
url, folder, count = sys.argv[1:]
job = swiftpager.fleet.run(
    fleets.Lists(url).walks(int(count)), fleets.store_in(pathlib.Path(folder)), threads=8, slice_pages=2
)
print("running", flush=True)
try:
    progress = job.wait()
except KeyboardInterrupt:
    print("interrupted", job.is_done, job.progress().running, flush=True)
    raise SystemExit(130)
print("complete", progress.complete, len(job.failed()), flush=True)
"""


@pytest.fixture(scope="module")
def lists() -> Iterator[fleets.Lists]:
    with fleets.lists() as lists:
        yield lists


def driver(
    lists: fleets.Lists, folder: pathlib.Path, count: int
) -> "AbstractContextManager[subprocess.Popen[str]]":
    """A driver in a process of its own."""
    return fleets.driver(DRIVER, lists.url, str(folder), str(count))


@pytest.mark.long
def test_each_item_is_in_one_file(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    job = fleet.run(lists.walks(50), fleets.store_in(tmp_path), slice_pages=2)
    progress = job.wait(LIMIT)
    assert (progress.walks, progress.complete, progress.pages, progress.rows) == (50, 50, 250, 1_000)
    assert len(job.files()) == progress.slices and job.failed() == {} and job.is_done
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(50))


def test_no_more_slices_than_threads_run_at_once(tmp_path: pathlib.Path) -> None:
    most, now, lock = 0, 0, threading.Lock()

    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        until(lambda: most == 3)
        with lock:
            now -= 1
        return {"data": {"items": {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}}}

    before = threading.active_count()
    with list_server(answer) as (url, requests):
        walks = [Walk(url, fleets.QUERY, {"list": str(number), "first": 1}, key=str(number)) for number in range(12)]
        assert fleet.run(walks, fleets.store_in(tmp_path), threads=3).wait(LIMIT).complete == 12
        assert (most, len(requests)) == (3, 12)
    # The threads end with the fleet.
    until(lambda: threading.active_count() <= before)


def test_a_walk_whose_server_stalls_does_not_hold_up_the_others(
    lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    # The server does not answer before a second request for this list comes.
    with fleets.lists("--twice", "stalled") as stalling:
        walks = [stalling.walk("stalled", retry=False), *lists.walks(10)]
        job = fleet.run(walks, fleets.store_in(tmp_path), threads=2)
        until(lambda: job.progress().complete == 10)
        progress = job.progress()
        assert (progress.running, progress.waiting, job.is_done) == (1, 0, False)
        # Another fleet commits the same list into the store, and the stalled slice finds its number taken.
        other = fleet.run([stalling.walk("stalled")], fleets.store_in(tmp_path))
        assert other.wait(LIMIT).complete == 1
        assert (job.wait(LIMIT).complete, job.failed()) == (11, {})
    assert fleets.ids(tmp_path) == fleets.items("stalled", *fleets.names(10))


@pytest.mark.timeout(4 * LIMIT)
@pytest.mark.long
def test_drivers_that_are_killed(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "5") as lists:
        for kill in range(KILLS):
            with driver(lists, tmp_path, WALKS) as process:
                fleets.until_files(tmp_path, (kill + 1) * WALKS // 4)
                process.send_signal(signal.SIGKILL)
            assert set(fleets.ids(tmp_path).values()) <= {1}
        with driver(lists, tmp_path, WALKS) as process:
            fleets.walks_to_the_end(process, WALKS)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


@pytest.mark.timeout(4 * LIMIT)
@pytest.mark.long
def test_two_drivers_on_one_store_share_the_work(tmp_path: pathlib.Path) -> None:
    # Both walk the first list, however late one of them begins.
    with fleets.lists("--latency-ms", "20", "--twice", "list-0") as lists:
        with driver(lists, tmp_path, WALKS) as one, driver(lists, tmp_path, WALKS) as other:
            fleets.walks_to_the_end(one, WALKS)
            fleets.walks_to_the_end(other, WALKS)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


@pytest.mark.long
def test_a_driver_that_gets_ctrl_c_lets_slices_end_at_a_page(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "200") as lists:
        with driver(lists, tmp_path, 30) as process:
            until(lambda: lists.stats()["requests"] >= 16)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=LIMIT)
        assert (process.returncode, output) == (130, "running\ninterrupted True 0\n")
        # Each slice under way may lose the page that it had asked for ahead.
        assert sum(fleets.ids(tmp_path).values()) >= (lists.stats()["requests"] - 8) * fleets.SIZE > 0
        with driver(lists, tmp_path, 30) as process:
            fleets.walks_to_the_end(process, 30)
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(30))


@pytest.mark.long
def test_a_failure_that_may_pass_is_tried_again_and_the_others_end_their_walks_only(
    lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    bad = ("refused-a", "cycle-a", "misfit-a", "partial-a", "later-a")
    job = fleet.run([*map(lists.walk, bad), *lists.walks(10)], fleets.store_in(tmp_path), longest_wait=0.1)
    progress = job.wait(LIMIT)
    assert (set(job.failed()), progress.complete, progress.partial) == (set(bad[:4]), 11, 1)
    assert fleets.ids(tmp_path) >= fleets.items(*fleets.names(10), "later-a")


@pytest.mark.alone
@pytest.mark.long
def test_an_endpoint_gets_no_more_requests_than_its_limit(tmp_path: pathlib.Path) -> None:
    per_second, at_once = 20, 4
    with fleets.lists("--pages", "1", "--limit", str(per_second + at_once)) as limited:
        host = limited.url.removeprefix("http://")
        # Without columns, the first pages of some walks decide on these.
        job = fleet.run(
            limited.walks(40), fleet.Store(tmp_path), limits={host: Limit(at_once, per_second)}, threads=16
        )
        assert job.wait(LIMIT).complete == 40
        stats = limited.stats()
    assert (stats["refused"], len(stats["moments"])) == (0, 16 + 40)
    assert fleets.busiest_second(stats["moments"]) <= per_second + at_once


def test_a_cancelled_fleet_does_not_wait_for_its_sample(tmp_path: pathlib.Path) -> None:
    gate = threading.Event()

    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        gate.wait()
        return {"data": {"items": {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}}}

    with list_server(answer) as (url, requests):
        # Each would wait for the time limit of a request.
        walks = [
            Walk(url, fleets.QUERY, {"list": "a", "first": 1}, key=str(number), retry=False) for number in range(16)
        ]
        try:
            job = fleet.run(walks, fleet.Store(tmp_path))
            until(lambda: requests)
            job.cancel(wait=False)
            until(lambda: job.is_done)
        finally:
            gate.set()
    assert job.progress().walks == 0


def test_what_concerns_all_walks_ends_the_fleet(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    def walks() -> Iterator[Walk]:
        yield from lists.walks(30, "before")
        raise LookupError("the list of tenants is gone")

    with pytest.raises(LookupError, match="tenants"):
        fleet.run(walks(), fleets.store_in(tmp_path / "store"), threads=2).wait(LIMIT)
    (tmp_path / "file").write_text("")
    never = [lists.walk("never")]
    with pytest.raises(fleet.StoreError, match="file"), fleet.run(never, fleets.store_in(tmp_path / "file")):
        pass
    with pytest.raises(ValueError, match="has the columns id, place, child"):
        fleet.run(never, fleet.Store(tmp_path / "store", columns=["id"])).wait(LIMIT)
    assert "never/1" not in lists.stats()["pages"]


def test_a_fleet_tries_its_store_first(tmp_path: pathlib.Path) -> None:
    store = fleets.store_in(tmp_path)
    store.check()
    left = tmp_path / "_temporary" / "list-0-000001.parquet.machine.0.new"
    left.write_text("of a process that was killed")
    os.utime(left, (0, 0))
    fleet.run([], store).wait(LIMIT)
    assert not left.exists()


def test_wrong_arguments_are_refused_before_anything_begins(tmp_path: pathlib.Path) -> None:
    store: Any = fleets.store_in(tmp_path / "store")
    for wrong in ({"threads": 0}, {"threads": True}, {"retries": -1}, {"slice_pages": 0}, {"slice_seconds": 0},
                  {"longest_wait": -1}, {"limits": {"https://api.example.com/": Limit(1)}}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            fleet.run([], store, **wrong)
    with pytest.raises(TypeError, match=r"swiftpager\.fleet\.Limit"):
        fleet.run([], store, limits={"api.example.com": 8})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="store must be"):
        fleet.run([], str(tmp_path / "store"))  # type: ignore[arg-type]
    assert not (tmp_path / "store").exists()


@pytest.mark.long
def test_a_fleet_on_threads_needs_no_dask(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    script = """
import sys
for name in ("dask", "distributed", "cloudpickle"):
    sys.modules[name] = None
import swiftpager.fleet
store = swiftpager.fleet.Store(os.environ["FOLDER"], columns={"id": {"type": "string"}})
walk = swiftpager.fleet.Walk(os.environ["URL"], os.environ["LIST_QUERY"], {"list": "list-0", "first": 4}, key="a")
say(swiftpager.fleet.run([walk], store).wait().rows)
"""
    code, output, errors = run_script(script, FOLDER=str(tmp_path), URL=lists.url, LIST_QUERY=fleets.QUERY)
    assert (code, output, errors) == (0, "20\n", "")


def test_dask_and_fleet_share_their_limits_jobs_and_progress() -> None:
    assert (swiftpager.dask.Limit, swiftpager.dask.Job, swiftpager.dask.Progress) == (
        fleet.Limit, fleet.Job, fleet.Progress,
    )


@pytest.mark.long
def test_a_program_that_does_not_wait_ends_all_the_same(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--pages", "1000000") as endless:
        script = DRIVER.replace("progress = job.wait()", """
    while not job.progress().pages:
        pass
    raise SystemExit(3)""")
        words = [sys.executable, "-c", script, endless.url, str(tmp_path), "8"]
        done = subprocess.run(words, env=fleets.environment(), capture_output=True, timeout=LIMIT_SECONDS, check=False)
    assert (done.returncode, done.stderr) == (3, b"")


def test_the_end_of_python_is_no_failure_of_a_walk(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    """It closes the clients of slices that are still under way, on daemon threads."""
    before = set(exit._open)

    def closed() -> bool:
        for client in set(exit._open) - before:
            client.release()
        return False

    store, walk = fleets.store_in(tmp_path), lists.walk("list-0")
    with pytest.raises((swiftpager.ClosedError, swiftpager.Cancelled)):
        fleet.run_slice(walk, store, stopping=closed)
    (found,) = fleet.status(store).walks
    assert (found.slices, found.error) == (0, None)
    assert fleet.run_slice(walk, store).end == "complete"
