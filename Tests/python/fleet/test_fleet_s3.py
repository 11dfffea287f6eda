"""Stores on S3, through s3fs."""

import errno
import functools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pyarrow.parquet
import pytest
import s3fs

import fleets
from fleets import COLUMNS, PAGES, QUERY, SIZE, Lists
from s3_server import s3_server
from swiftpager.fleet import Store, StoreError, restart, run, run_slice, status

BUCKET = "fleet"


@pytest.fixture(scope="module")
def options() -> Iterator[dict[str, object]]:
    with s3_server(BUCKET) as options:
        yield options


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with fleets.lists() as served:
        yield served


def store(options: dict[str, object], name: str) -> Store:
    return Store(f"s3://{BUCKET}/{name}", columns=COLUMNS, storage_options=options)


@pytest.mark.long
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


@pytest.mark.long
def test_a_fleet_with_children_into_a_bucket(options, served):
    kept, parent = store(options, "family"), served.walk("org-s3")

    def children(rows):
        return [parent.child(f"c++{name}", QUERY, {"list": name, "first": SIZE}) for name in rows["child"].to_pylist()
                if name and name.startswith("child-org-s3-1")]

    for night in (1, 2):
        job = run([parent], kept, slice_pages=2, children=children)
        assert (job.wait(60).complete, job.failed()) == (1 + 11, {})
        assert len(kept.children(parent)) == 11
        # On the second night the parent's list begins anew.
        assert {walk.key: walk.rows for walk in status(kept).walks}["org-s3"] == PAGES * SIZE
        files = s3fs.S3FileSystem(**options)
        assert len(files.glob(f"{BUCKET}/family/org-s3-*.parquet")) == 3 * night
        assert len([path for path in kept.files() if "/org-s3-" in path]) == 3
    files.rm(f"{BUCKET}/family/org-s3-000005.parquet")
    broken = {walk.key: walk.error for walk in status(kept).walks if walk.has_failed}
    assert list(broken) == ["org-s3"] and "s3://fleet/family/org-s3-000005.parquet" in broken["org-s3"]["message"]
    assert restart(kept, ["org-s3"]) == ["org-s3"]
    assert run([parent], kept).wait(60).complete == 1


@pytest.mark.long
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


def test_a_bucket_that_may_not_be_read_is_told(options, monkeypatch):
    kept = store(options, "secret")
    kept._folder.replace("a", b"text")

    async def denied(self, method, *arguments, **others):
        raise PermissionError(errno.EACCES, "Access Denied")

    monkeypatch.setattr(s3fs.S3FileSystem, "_call_s3", denied)
    with pytest.raises(StoreError) as caught:
        kept._folder.opened("a")
    assert caught.value.strerror == "the store cannot be read (Access Denied): fix that, or choose another place"
    assert caught.value.filename == "s3://fleet/secret/a"
