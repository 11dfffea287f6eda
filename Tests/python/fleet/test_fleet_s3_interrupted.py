"""A store on S3 that is disturbed at each step: Ctrl-C, a death, another writer, and an answer that is lost."""

import collections
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow.parquet
import pytest

import fleets
from conftest import LONG
from interrupting import Moment, at_each_death, at_each_gap, at_each_interruption, takes_interrupts
from interrupting_s3 import Bucket, LostAnswers, Requests
from interrupting_threads import interrupt_main
from s3_server import s3_server
from swiftpager.fleet import Store, Walk, restart, run_slice, status

BUCKET, PAGES = "interrupted-fleet", 3
# Each moment is a run of a hundred requests. Both the moments before a step and those after it are among them.
FEW = slice(None) if LONG else slice(1, None, 7)


@pytest.fixture(scope="module")
def served() -> Iterator[fleets.Lists]:
    with fleets.lists("--pages", str(PAGES)) as served:
        yield served


@pytest.fixture(scope="module")
def options() -> Iterator[dict[str, Any]]:
    with s3_server(BUCKET) as options:
        yield options


@pytest.fixture
def store_in(options: dict[str, Any]) -> Callable[[pathlib.Path], Store]:
    """Makes the store whose prefix is named after a folder of a test."""

    def store_in(folder: pathlib.Path) -> Store:
        root = f"s3://{BUCKET}/{folder.parent.name}/{folder.name}"
        return Store(root, columns=fleets.COLUMNS, storage_options=options)

    return store_in


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    with takes_interrupts():
        yield


def ends(walk: Walk, store: Store) -> int:
    """Runs slices of two pages until the list ends; returns how many rows they say that they have committed."""
    rows = 0
    while True:
        ended = run_slice(walk, store, slice_pages=2)
        assert ended.error is None, ended.error
        rows += ended.rows if ended.was_committed else 0
        if ended.end is not None:
            return rows


def counted(store: Store) -> "collections.Counter[Any]":
    """How often each item is in the slices that count."""
    files = [store._folder.opened(path.removeprefix(f"{store.root}/")) for path in store.files()]
    tables = [pyarrow.parquet.read_table(file) for file in files]
    return collections.Counter(id for table in tables for id in table["id"].to_pylist())


def check_ended(store: Store, walk: Walk) -> None:
    """A further run brings the rest, and the store says so."""
    ends(walk, store)
    assert counted(store) == fleets.items(walk.key, pages=PAGES)
    (standing,) = status(store).walks
    assert (standing.end, standing.pages, standing.rows) == ("complete", PAGES, PAGES * fleets.SIZE)


def interrupted(walk: Walk, temporary: pathlib.Path) -> Callable[[Store, Moment, Any], None]:
    def check(store: Store, moment: Moment, ended: Any) -> None:
        assert isinstance(ended, KeyboardInterrupt), ended
        # A slice of two pages and one of one, each whole.
        assert set(counted(store).values()) <= {1}
        assert sum(counted(store).values()) in (0, 2 * fleets.SIZE, 3 * fleets.SIZE)
        # Ctrl-C may keep it from just the removal, or from learning the name.
        left = [path.name for path in temporary.rglob("*.new")]
        assert len(left) <= moment.name.startswith(("unlink", "open")), left
        for path in temporary.rglob("*.new"):
            path.unlink()
        check_ended(store, walk)

    return check


@pytest.mark.long
def test_a_slice_that_ctrl_c_ends_is_in_the_bucket_whole_or_not_at_all(
    served: fleets.Lists, store_in: Any, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-ended")
    at_each_interruption(
        tmp_path, store_in, lambda store: ends(walk, store), interrupted(walk, tmp_path), disk=Bucket, chosen=FEW
    )


@pytest.mark.long
def test_a_request_that_arrives_after_ctrl_c_harms_nothing(
    served: fleets.Lists, store_in: Any, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-late")
    at_each_interruption(
        tmp_path, store_in, lambda store: ends(walk, store), interrupted(walk, tmp_path), interrupt_main, disk=Requests
    )


@pytest.mark.long
def test_a_slice_whose_process_dies_is_in_the_bucket_whole_or_comes_again(
    served: fleets.Lists, store_in: Any, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-dead")

    def check(store: Store) -> None:
        assert set(counted(store).values()) <= {1}
        check_ended(store, walk)

    at_each_death(tmp_path, store_in, lambda store: ends(walk, store), check, disk=Bucket, chosen=FEW)


@pytest.mark.long
def test_of_two_runs_in_a_bucket_each_goes_on_behind_the_slices_of_the_other(
    served: fleets.Lists, store_in: Any, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-both")

    def check(store: Store, ended: Any, other: Any) -> None:
        # Each row is committed by one of them, and that one says so.
        assert ended + other == PAGES * fleets.SIZE, (ended, other)
        assert counted(store) == fleets.items("list-both", pages=PAGES)
        check_ended(store, walk)

    def run(store: Store) -> int:
        return ends(walk, store)

    at_each_gap(tmp_path, store_in, run, check, run, disk=Bucket, chosen=FEW)


@pytest.mark.long
def test_a_list_in_a_bucket_that_ctrl_c_kept_from_beginning_anew_counts_once(
    served: fleets.Lists, store_in: Any, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-anew")

    def prepare(folder: pathlib.Path) -> Store:
        store: Store = store_in(folder)
        ends(walk, store)
        return store

    def run(store: Store) -> None:
        assert restart(store, [walk.key]) == [walk.key]
        ends(walk, store)

    def check(store: Store, moment: Moment, ended: Any) -> None:
        assert isinstance(ended, KeyboardInterrupt), ended
        assert set(counted(store).values()) == {1}
        run(store)
        # Two slices of the list before, and two of this one.
        assert store.positions()[walk.key] >= 4
        check_ended(store, walk)

    at_each_interruption(tmp_path, prepare, run, check, disk=Bucket, chosen=FEW)


def test_a_bucket_whose_answer_is_lost_is_not_refused(store_in: Any, tmp_path: pathlib.Path) -> None:
    """s3fs asks again, and then the file that it has created itself exists."""

    def check(store: Store, moment: Moment, ended: Any) -> None:
        assert ended is None, ended
        assert list(store._folder.names()) == []

    at_each_interruption(tmp_path, store_in, Store.check, check, disk=LostAnswers)


@pytest.mark.long
def test_an_answer_that_is_lost_changes_neither_the_rows_nor_what_is_said_of_them(
    served: fleets.Lists, store_in: Any, tmp_path: pathlib.Path
) -> None:
    walk = served.walk("list-lost")

    def run(store: Store) -> int:
        store.check()
        return ends(walk, store)

    def check(store: Store, moment: Moment, ended: Any) -> None:
        assert ended == PAGES * fleets.SIZE, ended
        check_ended(store, walk)

    at_each_interruption(tmp_path, store_in, run, check, disk=LostAnswers)
