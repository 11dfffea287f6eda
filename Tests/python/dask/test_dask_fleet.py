"""Fleets on a cluster of processes: what a user asks for, and how walks end."""

import collections
import pathlib
import sys
import time
import types
from collections.abc import Iterator
from typing import Any

import distributed
import pyarrow.parquet
import pytest

import fleets
import swiftpager.dask
from conftest import LONG, run_script, until
from swiftpager.dask import Limit
from swiftpager.fleet import Walk

LIMIT = 60


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    with fleets.cluster() as client:
        # The first slice of a process takes a second, because it imports pyarrow.
        client.run(__import__, "pyarrow.parquet")
        yield client


@pytest.fixture(scope="module")
def lists() -> Iterator[fleets.Lists]:
    with fleets.lists() as lists:
        yield lists


@pytest.mark.long
def test_each_item_is_in_one_file(client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    job = swiftpager.dask.run(lists.walks(50), fleets.store_in(tmp_path), client=client, slice_pages=2)
    progress = job.wait(LIMIT)
    assert (progress.walks, progress.complete, progress.pages, progress.rows) == (50, 50, 250, 1_000)
    # If the last page has come when the page before it is written, both are in one slice.
    assert 100 <= progress.slices <= 150 and len(job.files()) == progress.slices
    assert job.failed() == {}
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(50))


def test_a_driver_started_again_reads_the_store(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    store = fleets.store_in(tmp_path)
    swiftpager.dask.run(lists.walks(10, "again"), store, client=client).wait(LIMIT)
    before = lists.stats()["requests"]
    progress = swiftpager.dask.run(lists.walks(12, "again"), store, client=client).wait(LIMIT)
    assert (progress.complete, progress.slices) == (12, 2)
    assert lists.stats()["requests"] == before + 2 * fleets.PAGES
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(12, "again"))


def test_failed_and_partial_walks_are_named_and_the_others_complete(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    count = 2_000 if LONG else 40
    kinds = ("refused", "cycle", "misfit", "partial")
    bad = [f"{kind}-{number}" for kind in kinds for number in range(count // 200 + 1)]
    walks = [*map(lists.walk, bad), *lists.walks(count, "well")]
    job = swiftpager.dask.run(walks, fleets.store_in(tmp_path), client=client)
    progress = job.wait(5 * LIMIT)
    assert set(job.failed()) == set(bad)
    codes = {(key.partition("-")[0], error["code"]) for key, error in job.failed().items()}
    assert {("partial", "PARTIAL_DATA"), ("cycle", "CURSOR_CYCLE")} <= codes
    assert all(error["message"] for error in job.failed().values())
    assert (progress.complete, progress.partial) == (count, len(bad) // 4)
    found = fleets.ids(tmp_path)
    assert found >= fleets.items(*fleets.names(count, "well")) and max(found.values()) == 1


class Children:
    """Makes a walk of each item that names a list."""

    def __init__(self, lists: fleets.Lists) -> None:
        self.lists = lists

    def __call__(self, table: Any) -> list[Walk]:
        return [self.lists.walk(name) for name in table["child"].to_pylist() if name]


@pytest.mark.long
def test_children_are_walked_once(client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    store, children = fleets.store_in(tmp_path), Children(lists)
    names = ["org-one", *(f"child-org-one-{number}" for number in range(fleets.PAGES * fleets.SIZE))]
    job = swiftpager.dask.run([lists.walk("org-one")], store, client=client, children=children, slice_pages=2)
    assert job.wait(LIMIT).complete == len(names)
    assert fleets.ids(tmp_path) == fleets.items(*names)
    # Another driver asks the parent again, which may lead to more by now. The children are complete, and rest.
    before = lists.stats()["requests"]
    again = swiftpager.dask.run([lists.walk("org-one")], store, client=client, children=children, slice_pages=2)
    assert again.wait(LIMIT).complete == len(names)
    assert lists.stats()["requests"] == before + fleets.PAGES
    # The rows of the parent's list before do not count any more.
    assert sum(pyarrow.parquet.read_metadata(path).num_rows for path in again.files()) == len(fleets.items(*names))


def test_a_function_that_the_workers_do_not_have_ends_the_job(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = types.ModuleType("only_here")
    exec("def children(rows):\n    return []", vars(module))
    monkeypatch.setitem(sys.modules, "only_here", module)
    store = fleets.store_in(tmp_path)
    job = swiftpager.dask.run([lists.walk("org-none")], store, client=client, children=vars(module)["children"])
    with pytest.raises(ImportError, match="only_here"):
        job.wait(LIMIT)


@pytest.mark.long
def test_a_walk_that_a_server_puts_off_waits_outside_of_a_slice(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    names = fleets.names(3, "later")
    job = swiftpager.dask.run(
        map(lists.walk, names), fleets.store_in(tmp_path), client=client, in_flight=2, longest_wait=0.5
    )
    # They wait side by side, although two slices may be under way.
    until(lambda: job.progress().later == 3)
    assert job.wait(LIMIT).complete == 3
    assert fleets.ids(tmp_path) == fleets.items(*names)


def test_cancelling_ends_slices_at_a_page_and_commits_them(client: distributed.Client, tmp_path: pathlib.Path) -> None:
    store = fleets.store_in(tmp_path)
    with fleets.lists("--latency-ms", "200") as slow:
        job = swiftpager.dask.run(slow.walks(4), store, client=client)
        deadline = time.monotonic() + LIMIT
        while slow.stats()["requests"] < 8:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        job.cancel()
        stopped = fleets.ids(tmp_path)
        progress = job.progress()
        assert job.is_done and progress.complete < 4 and progress.pages > 0
        assert len(stopped) == progress.pages * fleets.SIZE and max(stopped.values()) == 1
        # The next run goes on behind these pages.
        swiftpager.dask.run(slow.walks(4), store, client=client).wait(LIMIT)
        assert max(slow.stats()["pages"].values()) <= 2
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(4))


def test_an_exception_of_the_source_ends_the_job(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    def walks() -> Iterator[Walk]:
        yield from lists.walks(30, "before")
        raise LookupError("the list of tenants is gone")

    job = swiftpager.dask.run(walks(), fleets.store_in(tmp_path), client=client, in_flight=2)
    with pytest.raises(LookupError, match="tenants"):
        job.wait(LIMIT)


def test_a_million_walks_are_taken_as_there_is_room(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    taken: collections.Counter[str] = collections.Counter()

    def walks() -> Iterator[Walk]:
        for number in range(1_000_000):
            taken["walks"] += 1
            yield lists.walk(f"endless-{number}")

    store = fleets.store_in(tmp_path)
    job = swiftpager.dask.run(walks(), store, client=client, in_flight=10)
    deadline = time.monotonic() + LIMIT
    while job.progress().complete < 50:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # Those at the beginning are the sample.
    assert taken["walks"] <= job.progress().complete + 2 * 10 + store.sample + 16
    job.cancel()


def test_the_scheduler_forgets_the_tasks_of_a_fleet(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    def left(dask_scheduler: Any) -> list[str]:
        return [name for name in (*dask_scheduler.tasks, *dask_scheduler.task_prefixes) if "forgotten" in str(name)]

    walks = (lists.walk(f"forgotten.{number}") for number in range(20))
    swiftpager.dask.run(walks, fleets.store_in(tmp_path), client=client).wait(LIMIT)
    deadline = time.monotonic() + LIMIT
    while client.run_on_scheduler(left):
        assert time.monotonic() < deadline, client.run_on_scheduler(left)
        time.sleep(0.05)


def test_a_slice_takes_what_it_needs_of_the_resources(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    job = swiftpager.dask.run(
        lists.walks(2, "resources"), fleets.store_in(tmp_path), client=client, resources={"nothing has this": 1}
    )
    with pytest.raises(TimeoutError):
        job.wait(0.5)
    job.cancel()
    assert fleets.ids(tmp_path) == collections.Counter()


def busiest_and_share(lists: fleets.Lists, per_second: float) -> tuple[int, float]:
    """The requests of the busiest second, and the used part of the rate from the second second on."""
    stats = lists.stats()
    moments = stats["moments"]
    assert stats["refused"] == 0
    inner = [moment for moment in moments if moment > moments[0] + 1]
    return fleets.busiest_second(moments), (len(inner) - 1) / (inner[-1] - inner[0]) / per_second


@pytest.mark.alone
@pytest.mark.parametrize("pages", [1, 60], ids=["walks of one page", "long walks"])
@pytest.mark.long
def test_an_endpoint_gets_no_more_requests_than_its_limit(
    client: distributed.Client, tmp_path: pathlib.Path, pages: int
) -> None:
    per_second, at_once, seconds = 20, 8, 30 if LONG else 5
    with fleets.lists("--pages", str(pages), "--latency-ms", "20", "--limit", "28") as limited:
        host = limited.url.removeprefix("http://")
        count = per_second * seconds if pages == 1 else at_once
        job = swiftpager.dask.run(
            limited.walks(count), fleets.store_in(tmp_path), client=client, slice_pages=3,
            limits={host: Limit(at_once, per_second)},
        )
        try:
            job.wait(seconds)
        except TimeoutError:
            busiest, share = busiest_and_share(limited, per_second)
            job.cancel()
        else:
            busiest, share = busiest_and_share(limited, per_second)
        assert busiest <= per_second + at_once
        assert share >= 0.85, share
        assert not job.failed()


@pytest.mark.long
def test_the_sample_of_a_fleet_keeps_the_limit_of_its_endpoint(
    client: distributed.Client, tmp_path: pathlib.Path
) -> None:
    """Without columns, the first pages of some walks decide on these, before any slice begins."""
    per_second, at_once = 20, 8
    with fleets.lists("--pages", "1", "--limit", str(per_second + at_once)) as limited:
        host = limited.url.removeprefix("http://")
        job = swiftpager.dask.run(
            limited.walks(40), swiftpager.fleet.Store(str(tmp_path)), client=client,
            limits={host: Limit(at_once, per_second)},
        )
        assert job.wait(LIMIT).complete == 40
        stats = limited.stats()
    assert (stats["refused"], len(stats["moments"])) == (0, 16 + 40)
    assert fleets.busiest_second(stats["moments"]) <= per_second + at_once


@pytest.mark.long
def test_a_limit_that_the_server_enforces_loses_no_page(client: distributed.Client, tmp_path: pathlib.Path) -> None:
    with fleets.lists("--limit", "40") as limited:
        job = swiftpager.dask.run(limited.walks(30), fleets.store_in(tmp_path), client=client)
        assert job.wait(LIMIT).complete == 30
        assert limited.stats()["refused"] > 0
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(30))


def test_wrong_arguments_are_refused_before_anything_begins(tmp_path: pathlib.Path) -> None:
    store: Any = fleets.store_in(tmp_path / "store")
    for wrong in ({"in_flight": 0}, {"retries": -1}, {"slice_pages": 0}, {"slice_seconds": 0},
                  {"longest_wait": -1}, {"limits": {"https://api.example.com/": Limit(1)}}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            swiftpager.dask.run([], store, client=None, **wrong)
    with pytest.raises(TypeError, match="Limit"):
        swiftpager.dask.run([], store, client=None, limits={"api.example.com": 8})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="store must be"):
        swiftpager.dask.run([], str(tmp_path / "store"), client=None)  # type: ignore[arg-type]
    assert not (tmp_path / "store").exists()


@pytest.mark.long
def test_nothing_of_dask_is_imported_before_the_first_fleet() -> None:
    code, output, errors = run_script(
        "import swiftpager.dask, swiftpager.fleet\n"
        "say(sorted({name.partition('.')[0] for name in sys.modules} & {'dask', 'distributed', 'pyarrow', 's3fs'}))"
    )
    assert (code, output, errors) == (0, "[]\n", "")
