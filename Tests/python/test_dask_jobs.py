"""Several jobs on one cluster: each store gets what its own job walks."""

import pathlib
from collections.abc import Iterator

import distributed
import pytest

import fleets
import swiftpager.dask

LIMIT, WALKS = 60, 30


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    with fleets.cluster(1, 8) as client:
        yield client


@pytest.fixture(scope="module")
def lists() -> Iterator[fleets.Lists]:
    with fleets.lists("--latency-ms", "10") as lists:
        yield lists


@pytest.mark.parametrize("clients", [1, 2])
def test_two_jobs_with_the_same_walks_fill_their_own_stores(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path, clients: int
) -> None:
    folders = [tmp_path / "one", tmp_path / "other", tmp_path / "later"]
    with distributed.Client(client.scheduler.address, set_as_default=False) as second:
        of_jobs = [client, second if clients == 2 else client]
        jobs = [
            swiftpager.dask.run(lists.walks(WALKS), fleets.store_in(folder), client=of_job, slice_pages=2)
            for folder, of_job in zip(folders, of_jobs, strict=False)
        ]
        for job in jobs:
            progress = job.wait(LIMIT)
            assert (progress.complete, progress.rows, job.failed()) == (WALKS, WALKS * fleets.PAGES * fleets.SIZE, {})
    # A third job does not get the results of the first two.
    swiftpager.dask.run(lists.walks(WALKS), fleets.store_in(folders[2]), client=client, slice_pages=2).wait(LIMIT)
    for folder in folders:
        assert fleets.ids(folder) == fleets.items(*fleets.names(WALKS))


def test_two_jobs_on_one_store_share_the_work(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    store = fleets.store_in(tmp_path)
    jobs = [swiftpager.dask.run(lists.walks(WALKS), store, client=client, slice_pages=2) for _ in range(2)]
    done = [job.wait(LIMIT) for job in jobs]
    assert [(progress.complete, progress.failed) for progress in done] == [(WALKS, 0)] * 2
    assert sum(progress.slices for progress in done) == len(store.files())
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


def test_a_task_is_named_after_its_walk_its_store_and_its_job(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    seen: set[str] = set()
    with fleets.lists("--latency-ms", "200") as slow:
        jobs = [
            swiftpager.dask.run(slow.walks(1, "named"), fleets.store_in(tmp_path / folder), client=client)
            for folder in ("one", "one", "other")
        ]
        while not all(job.is_done for job in jobs):
            seen |= {key for key in client.run_on_scheduler(_keys) if key.startswith("named-0/")}
    parts = [key.split("/") for key in seen]
    assert {tuple(part[:3]) for part in parts} >= {("named-0", "1", "1")}
    assert (len({part[3] for part in parts}), len({part[4] for part in parts})) == (2, 3)


def _keys(dask_scheduler: distributed.Scheduler) -> list[str]:
    return [str(key) for key in dask_scheduler.tasks]
