"""Stores of a fleet: what reaches the disk, and what a process hands to another one."""

import os
import pathlib
import pickle
from collections.abc import Iterator

import pytest

from fleets import Lists, lists, store_in
from swiftpager.fleet import run_slice


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
