"""Another writer is faster at each step of a run: the rows of two walks never mix, and no row comes twice."""

import pathlib
import pickle
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest

import fleets
from interrupting import at_each_gap, takes_interrupts
from list_server import Variables, list_server
from swiftpager.fleet import Store, Walk, WalkConflict, run_slice, status

PAGES = 3


@pytest.fixture(scope="module")
def served() -> Iterator[fleets.Lists]:
    with fleets.lists("--pages", str(PAGES)) as served:
        yield served


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    with takes_interrupts():
        yield


def ends(walk: Walk, store: Store, slices: int = 99) -> None:
    """Runs slices until the list ends, or so many."""
    for _ in range(slices):
        ended = run_slice(walk, store, slice_pages=2)
        assert ended.error is None, ended.error
        if ended.end is not None:
            return


def anew(store: Store) -> Store:
    """The same store, as another process has it."""
    copy: Store = pickle.loads(pickle.dumps(store))
    return copy


@pytest.mark.parametrize("slices", [1, 99])
@pytest.mark.long
def test_of_two_runs_of_one_walk_each_goes_on_behind_the_slices_of_the_other(
    served: fleets.Lists, tmp_path: pathlib.Path, slices: int
) -> None:
    walk = served.walk("list-both")

    def check(store: Store, ended: Any, other: Any) -> None:
        assert (ended, other) == (None, None)
        folder = pathlib.Path(store.root)
        assert fleets.ids(folder) == fleets.items("list-both", pages=PAGES)
        assert list(folder.glob("_temporary/*")) == []
        (standing,) = status(store).walks
        assert (standing.end, standing.pages, standing.rows) == ("complete", PAGES, PAGES * fleets.SIZE)

    at_each_gap(
        tmp_path, fleets.store_in, lambda store: ends(walk, store), check,
        lambda store: ends(walk, anew(store), slices),
    )


@pytest.mark.parametrize("others", [{}, {"partition": {"shop": "b"}}], ids=["one folder", "two folders"])
@pytest.mark.long
def test_of_two_walks_with_one_key_one_has_the_store_and_the_other_is_told(
    served: fleets.Lists, tmp_path: pathlib.Path, others: Any
) -> None:
    """In two folders, no slice of one walk is in the place of the other's: only the file of the walk tells."""
    walk = served.walk("list-mine")
    other = Walk(served.url, fleets.QUERY, {"list": "list-theirs", "first": fleets.SIZE}, key=walk.key, **others)

    def check(store: Store, ended: Any, told: Any) -> None:
        found = fleets.ids(pathlib.Path(store.root))
        if ended is None:
            assert isinstance(told, WalkConflict)
            assert found == fleets.items("list-mine", pages=PAGES)
        else:
            assert isinstance(ended, WalkConflict) and told is None
            assert found == fleets.items("list-theirs", pages=PAGES)
        # It says what differs.
        assert "variables" in str(ended or told) and ("partition" in str(ended or told)) is bool(others)

    at_each_gap(
        tmp_path, fleets.store_in, lambda store: ends(walk, store), check, lambda store: ends(other, anew(store))
    )


def test_of_two_first_slices_one_settles_the_columns_of_both(tmp_path: pathlib.Path) -> None:
    """One list has nulls, whose column holds text if they come first, and the other has numbers."""

    def answer(variables: Variables) -> dict[str, Any]:
        name = variables["list"]
        node = {"id": f"{name}:0", "n": 1 if name == "numbers" else None}
        return {"data": {"items": {"nodes": [node], "pageInfo": {"hasNextPage": False, "endCursor": "1"}}}}

    def check(store: Store, ended: Any, other: Any) -> None:
        assert (ended, other) == (None, None)
        kinds = {str(pyarrow.parquet.read_schema(path).field("n").type) for path in store.files()}
        assert len(kinds) == 1
        found.update(kinds)
        assert fleets.ids(pathlib.Path(store.root)) == {"nulls:0": 1, "numbers:0": 1}

    found: set[str] = set()
    with list_server(answer) as (url, _):
        query = fleets.QUERY.replace("place child", "n")
        nulls, numbers = (Walk(url, query, {"list": name, "first": 1}, key=name) for name in ("nulls", "numbers"))
        at_each_gap(
            tmp_path, Store, lambda store: ends(nulls, store), check, lambda store: ends(numbers, anew(store))
        )
    assert found == {"string", "int64"}
