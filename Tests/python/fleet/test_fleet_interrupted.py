"""Ctrl-C at each step of a slice on its disk: the store is whole at every moment, and the next run ends the walk."""

import collections
import pathlib
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest

import fleets
from interrupting import Moment, at_each_death, at_each_interruption, takes_interrupts
from marked_list import SINCE, marked_list
from swiftpager.fleet import Slice, Store, Walk, restart, retry, run_slice, status

PAGES = 3
MARKED_QUERY = """
query ($first: Int, $after: String) {
  items(first: $first, after: $after) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
}
"""


@pytest.fixture(scope="module")
def served() -> Iterator[fleets.Lists]:
    with fleets.lists("--pages", str(PAGES)) as served:
        yield served


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    with takes_interrupts():
        yield


def ends(walk: Walk, store: Store, **options: Any) -> None:
    """Runs slices until the list ends."""
    ended: Slice | None = None
    while ended is None or ended.end is None:
        ended = run_slice(walk, store, **{"slice_pages": 2, **options})
        assert ended.error is None, ended.error


def counted(store: Store) -> "collections.Counter[Any]":
    """How often each item is in the slices that count. Each of them can be read."""
    tables = [pyarrow.parquet.read_table(path, partitioning=None) for path in store.files()]
    return collections.Counter(id for table in tables for id in table["id"].to_pylist())


def check_whole(store: Store, moment: Moment, ended: Any) -> None:
    """The run ends with Ctrl-C, and leaves slices of which each is whole, and no file that is not."""
    assert isinstance(ended, KeyboardInterrupt), ended
    left = [path.name for path in pathlib.Path(store.root).glob("_temporary/*")]
    # Ctrl-C may keep it from just that removal.
    assert len(left) <= moment.name.startswith("unlink /_temporary"), left
    assert set(counted(store).values()) <= {1}
    assert all(walk.error is None for walk in status(store).walks)


@pytest.mark.long
def test_a_slice_that_ctrl_c_ends_is_committed_whole_or_comes_again(
    served: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-interrupted", partition={"shop": "a"})

    def check(store: Store, moment: Moment, ended: Any) -> None:
        check_whole(store, moment, ended)
        # Slices of two pages and of one.
        assert sum(counted(store).values()) in (0, 2 * fleets.SIZE, 3 * fleets.SIZE)
        ends(walk, store)
        assert counted(store) == fleets.items("list-interrupted", pages=PAGES)
        (standing,) = status(store).walks
        assert (standing.end, standing.slices, standing.pages) == ("complete", 2, PAGES)

    at_each_interruption(tmp_path, fleets.store_in, lambda store: ends(walk, store), check)


@pytest.mark.long
def test_a_slice_whose_process_dies_is_committed_whole_or_comes_again(
    served: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-dead")

    def check(store: Store) -> None:
        assert set(counted(store).values()) <= {1}
        ends(walk, store)
        assert counted(store) == fleets.items("list-dead", pages=PAGES)

    at_each_death(tmp_path, fleets.store_in, lambda store: ends(walk, store), check)


def test_columns_that_ctrl_c_keeps_from_the_store_are_settled_by_the_next_run(
    served: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-columns")

    def check(store: Store, moment: Moment, ended: Any) -> None:
        check_whole(store, moment, ended)
        ends(walk, store)
        assert counted(store) == fleets.items("list-columns", pages=PAGES)

    at_each_interruption(
        tmp_path, lambda folder: Store(folder, ordinal="n"), lambda store: ends(walk, store, slice_pages=9),
        check,
    )


@pytest.mark.long
def test_a_list_that_ctrl_c_kept_from_beginning_anew_counts_once(served: fleets.Lists, tmp_path: pathlib.Path) -> None:
    walk = served.walk("list-anew")

    def prepare(folder: pathlib.Path) -> Store:
        store = fleets.store_in(folder)
        ends(walk, store)
        return store

    def run(store: Store) -> None:
        assert restart(store, [walk.key]) == [walk.key]
        ends(walk, store)

    def check(store: Store, moment: Moment, ended: Any) -> None:
        check_whole(store, moment, ended)
        run(store)
        assert counted(store) == fleets.items("list-anew", pages=PAGES)

    at_each_interruption(tmp_path, prepare, run, check)


@pytest.mark.long
def test_a_list_that_is_asked_again_for_its_children_counts_once(served: fleets.Lists, tmp_path: pathlib.Path) -> None:
    walk = served.walk("org-asked")

    def children(rows: Any) -> list[Walk]:
        return [served.walk(f"child-{place}") for place in rows["place"].to_pylist()]

    def prepare(folder: pathlib.Path) -> Store:
        store = fleets.store_in(folder)
        ends(walk, store, children=children, slice_pages=1)
        return store

    def run(store: Store) -> None:
        ends(walk, store, children=children)

    def check(store: Store, moment: Moment, ended: Any) -> None:
        check_whole(store, moment, ended)
        run(store)
        assert counted(store) == fleets.items("org-asked", pages=PAGES)
        assert {child.key for child in store.children(walk)} == {f"child-{n}" for n in range(PAGES * fleets.SIZE)}

    at_each_interruption(tmp_path, prepare, run, check)


@pytest.mark.long
def test_a_walk_that_begins_at_its_mark_again_counts_once(tmp_path: pathlib.Path) -> None:
    columns = {"id": {"type": "int64"}, "updatedAt": {"type": "int64"}}
    with marked_list() as items:
        walk = Walk(items.url, MARKED_QUERY, {"first": 5}, key="w", since=SINCE, retry=False)

        def prepare(folder: pathlib.Path) -> Store:
            """A mark, two pages since then, and a cursor that is not valid any more."""
            store = Store(folder, columns=columns)
            items.times.clear()
            items.fill(*range(10))
            ends(walk, store)
            items.fill(*range(100, 115))
            assert run_slice(walk, store, slice_pages=1).end is None
            items.epoch += 1
            return store

        def check(store: Store, moment: Moment, ended: Any) -> None:
            check_whole(store, moment, ended)
            # A mark has the time of its walk's begin, so a second walk brings what an interrupted one left.
            for _ in range(2):
                ends(walk, store)
            assert counted(store) == collections.Counter([*range(10), *range(100, 115)])

        at_each_interruption(tmp_path, prepare, lambda store: ends(walk, store), check)


@pytest.mark.long
def test_the_note_of_a_failure_that_ctrl_c_interrupts_harms_no_later_run(
    served: fleets.Lists, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("refused-interrupted", retry=False)

    def run(store: Store) -> None:
        for _ in range(2):
            error = run_slice(walk, store).error
            assert error is not None and error["http_status"] == 401
        retry(store)

    def check(store: Store, moment: Moment, ended: Any) -> None:
        assert isinstance(ended, KeyboardInterrupt), ended
        run(store)
        run(store)
        assert status(store).walks[0].error is None

    at_each_interruption(tmp_path, fleets.store_in, run, check)
