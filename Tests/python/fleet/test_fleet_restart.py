"""Lists that begin anew: the earlier slices stay, and do not count any more."""

import os
import pathlib
from collections.abc import Iterator
from typing import Any

import duckdb
import pyarrow.parquet
import pytest

import swiftpager.fleet as fleet
from list_server import Variables, list_server

QUERY = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
PAGES = 5


class Expiring:
    """A list of ten items, two on a page and the newest first. Its cursors expire with their epoch."""

    def __init__(self) -> None:
        self.epoch = 0
        self.is_down = False
        self.url = ""
        self.requests: list[Variables] = []

    def answer(self, variables: Variables) -> dict[str, Any]:
        epoch, _, place = (variables.get("after") or f"{self.epoch}/0").partition("/")
        if self.is_down or int(epoch) != self.epoch:
            return {"data": None, "errors": [{"message": "the cursor has expired"}]}
        begin = int(place)
        info = {"hasNextPage": begin + 2 < 2 * PAGES, "endCursor": f"{self.epoch}/{begin + 2}"}
        return {"data": {"items": {"nodes": [{"id": 9 - n + 100 * self.epoch} for n in (begin, begin + 1)],
                                   "pageInfo": info}}}

    def walk(self, key: str = "w", **others: Any) -> fleet.Walk:
        return fleet.Walk(self.url, QUERY, key=key, retry=False, **others)


@pytest.fixture
def expiring() -> Iterator[Expiring]:
    made = Expiring()
    with list_server(made.answer) as (made.url, made.requests):
        yield made


@pytest.fixture
def store(tmp_path: pathlib.Path) -> fleet.Store:
    return fleet.Store(tmp_path, columns={"id": {"type": "int64"}})


def counted(store: fleet.Store) -> list[int]:
    """The ids in the files that count."""
    tables = [pyarrow.parquet.read_table(path, partitioning=None) for path in store.files()]
    return sorted(pyarrow.concat_tables(tables)["id"].to_pylist()) if tables else []


def expire(expiring: Expiring, store: fleet.Store, slices: int = 2) -> dict[str, Any]:
    """Some slices of a walk, and the failure of the next one by an expired cursor."""
    for _ in range(slices):
        assert fleet.run_slice(expiring.walk(), store, slice_pages=1).was_committed
    expiring.epoch += 1
    failed = fleet.run_slice(expiring.walk(), store)
    assert failed.error is not None
    return failed.error


def to_the_end(walk: fleet.Walk, store: fleet.Store, **options: Any) -> fleet.Slice:
    while (ended := fleet.run_slice(walk, store, **options)).end is None:
        assert ended.error is None, ended.error
    return ended


def test_a_walk_whose_cursor_expired_begins_anew(expiring: Expiring, store: fleet.Store) -> None:
    assert expire(expiring, store)["message"].endswith("the cursor has expired")
    # To try it again does not help.
    assert fleet.retry(store) == ["w"]
    assert fleet.run_slice(expiring.walk(), store).error is not None
    assert fleet.restart(store, ["w", "another"]) == ["w"]
    job = fleet.run([expiring.walk()], store, slice_pages=2)
    assert (job.wait(60).complete, job.failed()) == (1, {})
    assert counted(store) == list(range(100, 110))
    assert job.files() == store.files()
    assert pathlib.Path(store.files()[0]).name == "w-000003.parquet"
    (walk,) = fleet.status(store).walks
    assert (walk.slices, walk.pages, walk.rows, walk.end) == (len(store.files()), PAGES, 10, "complete")
    # The earlier slices are there.
    assert len(list(pathlib.Path(store.root).glob("*.parquet"))) == len(store.files()) + 2
    # The new list is at its end, and rests.
    requests = len(expiring.requests)
    assert fleet.run_slice(expiring.walk(), store).end == "complete"
    assert len(expiring.requests) == requests


def test_the_earlier_slices_count_until_one_of_the_new_list_is_committed(
    expiring: Expiring, store: fleet.Store
) -> None:
    expire(expiring, store)
    fleet.restart(store, ["w"])
    assert counted(store) == [6, 7, 8, 9]
    expiring.is_down = True
    assert fleet.run_slice(expiring.walk(), store).error is not None
    assert (counted(store), fleet.status(store).walks[0].slices) == ([6, 7, 8, 9], 2)
    expiring.is_down = False
    # The walk failed for good, so it rests until it is tried again; then it still begins anew.
    assert fleet.run_slice(expiring.walk(), store).error is not None
    fleet.retry(store)
    fleet.run_slice(expiring.walk(), store, slice_pages=1)
    assert (counted(store), fleet.status(store).walks[0].slices) == ([108, 109], 1)


def test_a_slice_of_the_old_list_that_is_committed_late_does_not_stop_a_restart(
    expiring: Expiring, store: fleet.Store
) -> None:
    walk = expiring.walk()
    fleet.run_slice(walk, store, slice_pages=1)

    def restarted_meanwhile() -> bool:
        fleet.restart(store, ["w"])
        return True

    late = fleet.run_slice(walk, store, stopping=restarted_meanwhile)
    assert (late.number, late.was_committed) == (2, True)
    expiring.epoch += 1
    assert to_the_end(walk, store).number == 3
    assert counted(store) == list(range(100, 110))


def test_of_two_processes_one_begins_the_list_anew(expiring: Expiring, store: fleet.Store) -> None:
    walk = expiring.walk()
    to_the_end(walk, store)
    fleet.restart(store, ["w"])
    others: list[fleet.Slice] = []

    def overtaken() -> bool:
        if not others:
            others.append(fleet.run_slice(walk, store, slice_pages=2))
        return False

    loser = fleet.run_slice(walk, store, slice_pages=1, stopping=overtaken)
    assert others[0].was_committed and not loser.was_committed
    assert (loser.number, loser.rows) == (2, 4)
    to_the_end(walk, store)
    assert counted(store) == list(range(10))


def test_a_walk_with_a_mark_begins_anew_without_it(store: fleet.Store, expiring: Expiring) -> None:
    walk = expiring.walk(since={"path": "/id", "type": "integer", "order": "descending"})
    to_the_end(walk, store)
    assert fleet.run_slice(walk, store).rows == 0
    fleet.restart(store, lambda walk: walk.end == "complete")
    to_the_end(walk, store)
    assert counted(store) == list(range(10))
    # From then on it has a mark again.
    assert fleet.run_slice(walk, store).rows == 0


def test_earlier_slices_may_be_removed(expiring: Expiring, store: fleet.Store) -> None:
    expire(expiring, store, slices=3)
    fleet.restart(store, ["w"])
    fleet.run_slice(expiring.walk(), store, slice_pages=1)
    for number in (1, 2, 3):
        os.unlink(f"{store.root}/w-{number:06}.parquet")
    job = fleet.run([expiring.walk()], store)
    assert (job.wait(60).complete, job.failed()) == (1, {})
    assert to_the_end(expiring.walk(), store).number == fleet.status(store).walks[0].slices + 3
    assert counted(store) == list(range(100, 110))
    assert fleet.status(store).walks[0].end == "complete"


def test_sql_leaves_earlier_slices_out(expiring: Expiring, store: fleet.Store) -> None:
    expire(expiring, store)
    fleet.restart(store, ["w"])
    to_the_end(expiring.walk(), store, slice_pages=2)
    to_the_end(expiring.walk("other"), store, slice_pages=2)
    files = f"{store.root}/**/*.parquet"
    found = duckdb.sql(f"""
        WITH footers AS (
          SELECT file_name, decode(value)::JSON AS footer
          FROM parquet_kv_metadata('{files}') WHERE decode(key) = 'swiftpager.slice'
        ), counting AS (
          SELECT file_name FROM footers QUALIFY (footer->>'number')::INT >=
            max((footer->>'begins')::INT) OVER (PARTITION BY footer->>'key')
        )
        SELECT id FROM read_parquet('{files}', filename = true) WHERE filename IN (SELECT file_name FROM counting)
        ORDER BY id
    """)
    assert found is not None
    assert [row[0] for row in found.fetchall()] == sorted([*range(100, 110), *range(100, 110)])


def test_a_restart_names_its_walks(expiring: Expiring, store: fleet.Store) -> None:
    to_the_end(expiring.walk("c++"), store)
    with pytest.raises(TypeError, match=r"keys must be a list of keys, or a function; for one key, give \['w'\]"):
        fleet.restart(store, "w")
    with pytest.raises(TypeError, match="store must be"):
        fleet.restart(store.root, ["w"])  # type: ignore[arg-type]
    assert fleet.restart(store, lambda walk: walk.rows > 10) == []
    assert fleet.restart(store, ["c++"]) == ["c++"]
    assert fleet.run_slice(expiring.walk("c++"), store).number == 2


def test_a_damaged_note_of_a_restart_is_named(expiring: Expiring, store: fleet.Store) -> None:
    to_the_end(expiring.walk(), store)
    fleet.restart(store, ["w"])
    note = pathlib.Path(store.root) / "_restarts" / "w.json"
    for text in ("{", "[]", "{}", '{"version": 99, "after": 1}'):
        note.write_text(text)
        with pytest.raises(ValueError, match=r"_restarts/w\.json"):
            fleet.run_slice(expiring.walk(), store)
