"""Walks that a walk leads to, on Dask: none is lost over three nights in which workers are killed."""

import collections
import functools
import pathlib
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest

import fleets
import swiftpager.dask
import swiftpager.fleet as fleet
from conftest import LONG, until
from forges import COLUMNS, Forge, repositories, walked


class Children:
    """The walks through the issues of the repositories in some rows. Workers get a pickle of it."""

    def __init__(self, forge: Forge) -> None:
        self.parent = forge.parent()
        self.issues = forge.issues

    def __call__(self, rows: Any) -> Iterator[fleet.Walk]:
        for name in rows["name"].to_pylist():
            if name is not None:
                yield self.parent.child(name, self.issues, {"name": name}, partition={"kind": "issues"})


def _has_begun(job: Any, slices: int) -> bool:
    return bool(job.is_done or job.progress().slices >= slices)


@pytest.mark.timeout(1_800 if LONG else 300)
@pytest.mark.long
def test_lists_with_children_over_three_nights(tmp_path: pathlib.Path) -> None:
    """Repositories come and go, requests fail, workers are killed, and the first run of each night is cancelled."""
    count = 500 if LONG else 15
    store = fleet.Store(tmp_path / "store", columns=COLUMNS)
    with Forge(0) as forge, fleets.cluster(2, 8) as client:
        forge.repositories = list(range(count))
        for night in range(3):
            forge.server.refuse(503, times=3, after=5)
            given: dict[str, Any] = {"client": client, "slice_pages": 2, "children": Children(forge)}
            first = swiftpager.dask.run([forge.parent()], store, **given)
            until(functools.partial(_has_begun, first, count // 20))
            first.cancel()
            with fleets.Killer(client, 2, seed=night, longest=1.0):
                job = swiftpager.dask.run([forge.parent()], store, retries=9, **given)
                progress = job.wait(600)
            assert job.failed() == {}
            assert progress.complete == progress.walks
            forge.repositories = [*forge.repositories[10:], *range(count + 10 * night, count + 10 * night + 10)]
    seen = count + 20
    assert walked(store) == repositories(seen)
    ids: collections.Counter[str] = collections.Counter()
    for path in store.files():
        if "kind=issues" in path:
            ids.update(pyarrow.parquet.read_table(path, columns=["id"], partitioning=None)["id"].to_pylist())
    assert ids == collections.Counter(f"r{number}-i{issue}" for number in range(seen) for issue in range(3))
