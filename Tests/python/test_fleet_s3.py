"""Stores on S3: moto's server, whose conditional put is under a lock, and s3fs."""

import functools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pyarrow.parquet
import pytest
import s3fs
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

import fleets
from fleets import COLUMNS, Lists
from swiftpager.fleet import Store, StoreError, run_slice, status

BUCKET = "fleet"


@pytest.fixture(scope="module")
def options() -> Iterator[dict[str, object]]:
    """The arguments of s3fs for a server of this test's own."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        chosen: dict[str, object] = {"key": "a", "secret": "b", "endpoint_url": f"http://{host}:{port}"}
        s3fs.S3FileSystem(**chosen).mkdir(BUCKET)
        yield chosen
    finally:
        server.stop()


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with fleets.lists() as served:
        yield served


def store(options: dict[str, object], name: str) -> Store:
    return Store(f"s3://{BUCKET}/{name}", columns=COLUMNS, storage_options=options)


def test_a_walk_into_a_bucket(options, served):
    kept, walk = store(options, "whole"), served.walk("list-s3", partition={"shop": "a"})
    kept.check()
    while (ended := run_slice(walk, kept, slice_pages=2)).end is None:
        assert ended.error is None
    assert kept.files() == [f"s3://{BUCKET}/whole/shop=a/list-s3-{number:06d}.parquet" for number in (1, 2, 3)]
    files = s3fs.S3FileSystem(**options)
    found = [
        row["id"] for path in files.glob(f"{BUCKET}/whole/**/*.parquet")
        for row in pyarrow.parquet.read_table(files.open(path)).to_pylist()
    ]
    assert sorted(found) == sorted(fleets.items("list-s3"))
    assert kept.positions() == {"list-s3": 3}
    assert (status(kept).walks[0].end, status(kept).walks[0].rows) == ("complete", 20)


def test_of_two_writers_of_one_number_one_wins(options, served):
    for attempt in range(5):
        walk = served.walk(f"list-both-{attempt}")
        with ThreadPoolExecutor(2) as pool:
            take = functools.partial(run_slice, walk, number=1)
            ended = list(pool.map(take, [store(options, "both"), store(options, "both")]))
        assert sorted(part.was_committed for part in ended) == [False, True]
        assert {part.number for part in ended} == {1}


def test_a_failure_is_noted_and_forgotten(options, served):
    kept, walk = store(options, "failing"), served.walk("refused-s3")
    assert run_slice(walk, kept).error is not None
    assert [found.key for found in status(kept).walks if found.error is not None] == ["refused-s3"]


def test_storage_that_overwrites_is_refused(options, monkeypatch):
    call = s3fs.S3FileSystem._call_s3

    async def unconditional(self, method, *arguments, **others):
        # As a server does that does not know the condition.
        others.pop("IfNoneMatch", None)
        return await call(self, method, *arguments, **others)

    monkeypatch.setattr(s3fs.S3FileSystem, "_call_s3", unconditional)
    with pytest.raises(StoreError, match="does not create files exclusively"):
        store(options, "overwriting").check()


def test_a_bucket_that_does_not_exist_is_told(options):
    with pytest.raises(StoreError, match="cannot be written"):
        Store("s3://no-such-bucket/x", columns=COLUMNS, storage_options=options).check()
