"""Several jobs on one cluster: each store gets what its own job walks."""

import os
import pathlib
from collections.abc import Iterator

import distributed
import pytest

import fleets
import swiftpager.dask
import swiftpager.fleet as fleet
from conftest import until

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
@pytest.mark.long
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


@pytest.mark.long
def test_two_jobs_on_one_store_share_the_work(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    store = fleets.store_in(tmp_path)
    jobs = [swiftpager.dask.run(lists.walks(WALKS), store, client=client, slice_pages=2) for _ in range(2)]
    done = [job.wait(LIMIT) for job in jobs]
    assert [(progress.complete, progress.failed) for progress in done] == [(WALKS, 0)] * 2
    assert sum(progress.slices for progress in done) == len(store.files())
    assert fleets.ids(tmp_path) == fleets.items(*fleets.names(WALKS))


@pytest.mark.long
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


def test_a_future_is_released_with_its_slice(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    with fleets.lists("--twice", "stalled") as stalling:
        walks = [stalling.walk("stalled", retry=False), *lists.walks(10, "released")]
        job = swiftpager.dask.run(walks, fleets.store_in(tmp_path), client=client, slice_pages=2)
        until(lambda: job.progress().complete == 10)
        # The job is under way, and of all its slices the cluster has one.
        until(lambda: len([key for key in client.futures if str(key).count("/") == 4]) == 1)
        swiftpager.dask.run([stalling.walk("stalled")], fleets.store_in(tmp_path), client=client).wait(LIMIT)
        assert job.wait(LIMIT).complete == 11
    until(lambda: not [key for key in client.run_on_scheduler(_keys) if key.startswith("released")])


@pytest.mark.long
def test_slices_and_the_sample_run_where_their_resources_are(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "20") as lists, fleets.scheduler() as address:
        with fleets.worker(address), fleets.worker(address, "egress"), fleets.client_of(address) as client:
            client.wait_for_workers(2, timeout=LIMIT)
            seen: set[str] = set()
            job = swiftpager.dask.run(
                lists.walks(30), fleet.Store(tmp_path), client=client, slice_pages=1, resources={"egress": 1}
            )
            while not job.is_done:
                seen |= {worker for worker, keys in client.processing().items() if keys}
            assert (job.wait(LIMIT).complete, job.failed()) == (30, {})
            info = client.scheduler_info(n_workers=-1)["workers"]
            with_egress = {worker for worker in info if info[worker]["resources"]}
            assert seen == with_egress and len(with_egress) == 1


@pytest.mark.long
def test_a_client_that_is_closed_ends_its_job_only(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "200") as slow, fleets.cluster(1, 4) as client:
        with distributed.Client(client.scheduler.address, set_as_default=False) as second:
            job = swiftpager.dask.run(slow.walks(20), fleets.store_in(tmp_path / "one"), client=second)
            other = swiftpager.dask.run(slow.walks(4), fleets.store_in(tmp_path / "other"), client=client)
            until(lambda: slow.stats()["requests"] >= 4)
        with pytest.raises(swiftpager.dask.SchedulerGone, match="run the same call again to go on"):
            job.wait(LIMIT)
        assert job.is_done and (other.wait(LIMIT).complete, other.failed()) == (4, {})
        # A client that is gone from the beginning ends a job, too.
        with pytest.raises(Exception, match=r"(?i)clos"):
            swiftpager.dask.run(slow.walks(1), fleets.store_in(tmp_path / "one"), client=second).wait(LIMIT)
        done = swiftpager.dask.run(slow.walks(20), fleets.store_in(tmp_path / "one"), client=client).wait(LIMIT)
        assert done.complete == 20
    assert fleets.ids(tmp_path / "one") == fleets.items(*fleets.names(20))


@pytest.mark.long
def test_the_driver_tries_the_store_before_any_worker_does(
    client: distributed.Client, lists: fleets.Lists, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = fleets.store_in(tmp_path)
    store.check()
    left = tmp_path / "_temporary" / "list-0-000001.parquet.machine.0.new"
    left.write_text("of a process that was killed")
    os.utime(left, (0, 0))
    swiftpager.dask.run([], store, client=client).wait(LIMIT)
    assert not left.exists()
    # A file system whose creation is not exclusive, as only the driver sees it.
    monkeypatch.setattr(os, "link", os.replace)
    monkeypatch.setattr("swiftpager.fleet._folders.with_no_file", lambda path: None)
    job = swiftpager.dask.run([lists.walk("never")], store, client=client)
    with pytest.raises(fleet.StoreError, match="does not create files exclusively"):
        job.wait(LIMIT)
    assert "never/1" not in lists.stats()["pages"]
