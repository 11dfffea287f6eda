"""Stores of a fleet: what reaches the disk, and what a process hands to another one."""

import os
import pathlib
import pickle
import re
from collections.abc import Iterator

import pytest

import swiftpager.fleet as fleet
from fleets import Lists, lists, store_in
from swiftpager.fleet import Store, run_slice


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with lists() as served:
        yield served


def test_a_slice_reaches_the_disk_before_its_name_does(served, tmp_path, monkeypatch):
    store, walk = store_in(tmp_path), served.walk("list-synced")
    slice_path = tmp_path / "list-synced-000001.parquet"
    synced: list[tuple[pathlib.Path, bool]] = []
    sync = os.fsync

    def record(descriptor: int) -> None:
        synced.append((pathlib.Path(os.readlink(f"/proc/self/fd/{descriptor}")), slice_path.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", record)
    assert run_slice(walk, store, slice_pages=1).was_committed
    (data, was_named_before), (folder, was_named_then) = synced[-2:]
    assert (data.parent, data.name.startswith(slice_path.name), was_named_before) == (
        tmp_path / "_temporary", True, False,
    )
    assert (folder, was_named_then) == (tmp_path, True)


def test_a_used_store_is_pickled_without_what_it_has_open(served, tmp_path):
    store = store_in(tmp_path)
    run_slice(served.walk("list-pickled"), store, slice_pages=1)
    assert pickle.dumps(store) == pickle.dumps(store_in(tmp_path))


def test_a_store_takes_a_sample_of_one_walk_and_not_of_none(tmp_path):
    assert Store(str(tmp_path), sample=1).sample == 1
    with pytest.raises(ValueError, match="sample must be a whole number of at least 1, not 0"):
        Store(str(tmp_path), sample=0)


def test_a_folder_may_be_a_path(served, tmp_path):
    store = Store(tmp_path, columns={"id": {"type": "string"}})
    assert store.root == str(tmp_path)
    assert pickle.loads(pickle.dumps(store)).root == store.root


def test_an_address_without_a_bucket_is_refused():
    with pytest.raises(ValueError, match="root must name a bucket, like s3://bucket/prefix, not 's3://'"):
        Store("s3://")


@pytest.mark.parametrize(("call", "words"), [
    (lambda store, walk: fleet.run_slice(walk, store.root), "store must be a swiftpager.fleet.Store, not '/"),
    (lambda store, walk: fleet.prepare([walk], store.root), "store must be a swiftpager.fleet.Store, not '/"),
    (lambda store, walk: fleet.status(store.root), "store must be a swiftpager.fleet.Store, not '/"),
    (lambda store, walk: fleet.retry(store.root), "store must be a swiftpager.fleet.Store, not '/"),
    (lambda store, walk: fleet.run_slice(walk.key, store), "walk must be a swiftpager.fleet.Walk, not 'list-wrong'"),
    (lambda store, walk: fleet.prepare([walk.key], store), "walk must be a swiftpager.fleet.Walk, not 'list-wrong'"),
    # Its letters would be keys.
    (lambda store, walk: fleet.retry(store, walk.key), "keys must be a list of keys, or a function; for one key, give"),
])
def test_an_argument_of_another_type_is_refused(served, tmp_path, call, words):
    with pytest.raises(TypeError, match=re.escape(words)):
        call(Store(str(tmp_path)), served.walk("list-wrong"))


def test_a_folder_of_this_machine_refuses_options_of_s3(tmp_path):
    with pytest.raises(ValueError, match="storage_options are for stores on S3"):
        Store(str(tmp_path), storage_options={"anon": True})
