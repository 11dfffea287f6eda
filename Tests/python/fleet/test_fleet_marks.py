"""Fleets whose walks begin at their mark again: what an earlier walk wrote since the mark does not count any more."""

import pathlib
import re
from collections.abc import Iterator

import duckdb
import pyarrow.parquet
import pytest

import swiftpager.fleet as fleet
from conftest import REPOSITORY
from fleet_rounds import COLUMNS, QUERY
from marked_list import SINCE, SIZE, MarkedList, marked_list


@pytest.fixture
def items() -> Iterator[MarkedList]:
    with marked_list() as items:
        yield items


@pytest.fixture
def store(tmp_path: pathlib.Path) -> fleet.Store:
    return fleet.Store(tmp_path / "store", columns=COLUMNS)


def walk(items: MarkedList) -> fleet.Walk:
    return fleet.Walk(items.url, QUERY.replace("list: $list, ", "").replace("$list: ID!, ", ""), {"first": SIZE},
                      key="w", since=SINCE, retry=False)


def counted(store: fleet.Store) -> list[int]:
    """The ids in the slices that count, sorted, without the nulls."""
    tables = [pyarrow.parquet.read_table(path, partitioning=None) for path in store.files()]
    return sorted(id for table in tables for id in table["id"].to_pylist() if id is not None)


def test_a_forbidden_item_lets_no_store_grow(items: MarkedList, store: fleet.Store) -> None:
    items.fill(*range(12))
    assert fleet.run_slice(walk(items), store).end == "complete"
    items.fill(20, 21)
    items.forbidden = {20}
    assert fleet.run_slice(walk(items), store).end == "partial"
    before = sorted(pathlib.Path(store.root).rglob("*.parquet"))
    for _ in range(3):
        again = fleet.run_slice(walk(items), store)
        assert (again.end, again.was_committed) == ("partial", False)
    assert sorted(pathlib.Path(store.root).rglob("*.parquet")) == before
    items.forbidden = set()
    assert fleet.run_slice(walk(items), store).end == "complete"
    assert counted(store) == [*range(12), 20, 21]
    (standing,) = fleet.status(store).walks
    assert (standing.rows, standing.slices, standing.end) == (14, 2, "complete")


def test_after_an_expired_cursor_each_item_counts_once(items: MarkedList, store: fleet.Store) -> None:
    items.fill(*range(12))
    fleet.run_slice(walk(items), store, slice_pages=200)
    for night in (100, 200):
        items.fill(*range(night, night + 30))
        fleet.run_slice(walk(items), store, slice_pages=1)
        items.epoch += 1
        fleet.run_slice(walk(items), store, slice_pages=2)
        items.epoch += 1
        while fleet.run_slice(walk(items), store, slice_pages=2).end is None:
            pass
    assert counted(store) == [*range(12), *range(100, 130), *range(200, 230)]
    assert fleet.status(store).walks[0].rows == 72
    # Its files that do not count may be removed.
    for path in set(map(str, pathlib.Path(store.root).rglob("*.parquet"))) - set(store.files()):
        pathlib.Path(path).unlink()
    assert fleet.status(store).walks[0].error is None


def test_sql_leaves_out_what_came_again(items: MarkedList, store: fleet.Store) -> None:
    items.fill(*range(30))
    fleet.run_slice(walk(items), store, slice_pages=2)
    items.epoch += 1
    assert fleet.run_slice(walk(items), store, slice_pages=2).end is None
    items.epoch += 1
    assert fleet.run_slice(walk(items), store).end == "complete"
    # The guide's query, with this store.
    guide = (REPOSITORY / "docs" / "python" / "fleet.md").read_text()
    (query,) = re.findall(r'rows = duckdb\.sql\("""(.*?)"""\)', guide, re.DOTALL)
    found = duckdb.sql(query.replace("forge/", f"{store.root}/"))
    assert found is not None
    assert sorted(row[0] for row in found.fetchall()) == list(range(30))
    assert len(list(pathlib.Path(store.root).rglob("*.parquet"))) == 3


def test_a_first_walk_whose_cursor_expired_begins_anew(items: MarkedList, store: fleet.Store) -> None:
    items.fill(*range(30))
    fleet.run_slice(walk(items), store, slice_pages=2)
    items.epoch += 1
    assert fleet.run_slice(walk(items), store).end == "complete"
    assert counted(store) == list(range(30))
    fleet.restart(store, ["w"])
    assert fleet.run_slice(walk(items), store).end == "complete"
    assert counted(store) == list(range(30))
