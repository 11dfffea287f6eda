"""`swiftpager sync` and items without a time of a change: a list is read whole if runs since a mark would miss them."""

import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sdl_server import Served, serving
from sync_support import Folder

SDL = """
scalar DateTime
enum Direction { ASC DESC }
enum Field { UPDATED_AT }
input Order { field: Field! direction: Direction! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Item { id: ID! updatedAt: DateTime }
type Items { nodes: [Item!]! pageInfo: PageInfo! }
type Query {
  last(first: Int, after: String, orderBy: Order): Items!
  first(first: Int, after: String, orderBy: Order): Items!
  filtered(first: Int, after: String, updatedSince: DateTime): Items!
  ascending(first: Int, after: String, orderBy: Order, updatedSince: DateTime): Items!
  offsets(offset: Int, limit: Int, orderBy: Order): [Item!]!
}
"""
MISSED = ("last", "filtered", "ascending", "offsets")
NAMES = (*MISSED, "first")
SIZE = ("--page-size", "10")
WORDS = "is read whole each time: some of its items have no time of a change"


class Unchanged:
    """Lists of which each third item has not been changed yet."""

    def __init__(self) -> None:
        self.rows: dict[str, str | None] = {
            f"a{number:03}": None if number % 3 == 0 else f"2026-01-01T00:{number:02}:00Z" for number in range(50)
        }

    def root(self) -> dict[str, Any]:
        return {name: self._resolver(name) for name in NAMES}

    def _resolver(self, name: str) -> Callable[..., Any]:
        def resolve(
            _: Any, first: int = 10, after: str | None = None, orderBy: Any = None, updatedSince: Any = None,
            offset: int = 0, limit: int = 10,
        ) -> Any:
            ids = sorted(key for key, at in self.rows.items() if updatedSince is None or (at or "") >= updatedSince)
            if orderBy is not None:
                null = "~" if name == "first" else ""
                ids.sort(key=lambda key: self.rows[key] or null, reverse=orderBy["direction"] == "DESC")
            begin = offset if name == "offsets" else 0 if after is None else ids.index(after) + 1
            part = [{"id": key, "updatedAt": self.rows[key]} for key in ids[begin:begin + first]]
            if name == "offsets":
                return part[:limit]
            info = {"hasNextPage": begin + len(part) < len(ids), "endCursor": part[-1]["id"] if part else None}
            return {"nodes": part, "pageInfo": info}
        return resolve


@pytest.fixture
def unchanged() -> Iterator[tuple[Served, Unchanged]]:
    lists = Unchanged()
    with serving(SDL, lists.root()) as served:
        yield served, lists


def shown(folder: Folder, name: str) -> int:
    return int(folder.query(f'SELECT count(DISTINCT id) FROM "{name}"')[0][0])


def test_new_items_without_a_time_come(unchanged, tmp_path: pathlib.Path):
    served, lists = unchanged
    folder = Folder(tmp_path, served.url)
    assert WORDS not in folder.run(*SIZE)[1]
    columns = {name: folder.plan()["lists"][name]["plan"]["columns"] for name in NAMES}
    lists.rows |= {f"new{number}": None for number in range(5)}
    for _ in range(2):
        out, told = folder.run(*SIZE)
        assert {name for name in NAMES if f"{name} {WORDS}" in told} == set(MISSED), told
        assert out.count("complete") == len(NAMES)
        assert {shown(folder, name) for name in NAMES} == {55}
    entries = folder.plan()["lists"]
    assert {name for name in NAMES if entries[name].get("whole") == "nulls"} == set(MISSED)
    assert {name: entries[name]["plan"]["columns"] for name in NAMES} == columns
    for name in MISSED:
        # The order by what changes would move items past a walk.
        assert entries[name]["plan"]["since"] is None and "orderBy" not in entries[name]["plan"]["query"]
    assert {tuple(folder.stores(name)) for name in MISSED} == {(2, 3)} and folder.stores("first") == [1]


def test_a_list_that_is_read_whole_stays_so_with_new_plans(unchanged, tmp_path: pathlib.Path):
    served, _ = unchanged
    folder = Folder(tmp_path, served.url)
    folder.run(*SIZE)
    folder.run(*SIZE)
    told = folder.run(*SIZE, "--refresh")[1]
    assert told.count(WORDS) == len(MISSED)
    assert all(folder.plan()["lists"][name]["plan"]["since"] is None for name in MISSED)


def test_a_list_whose_nulls_come_first_asks_its_store_once(unchanged, tmp_path: pathlib.Path):
    served, lists = unchanged
    folder = Folder(tmp_path, served.url)
    only = ("--only", "first", *SIZE, "--slice-pages", "2")
    folder.run(*only)
    # The nulls of a later run are behind the values of the first one, and say nothing.
    for night in range(3):
        lists.rows[f"new{night}"] = None
        assert WORDS not in folder.run(*only)[1]
        record = (folder.path / "first" / "1" / "_sync.json").read_text()
        assert '"has_no_late_nulls": true' in record
    assert shown(folder, "first") == 53


def test_errors_beside_the_data_are_no_items_without_a_time(tmp_path: pathlib.Path):
    lists = Unchanged()
    lists.rows = {key: at or "2026-01-01T01:00:00Z" for key, at in lists.rows.items()}
    is_broken = True

    def before(query: str, variables: Any) -> dict[str, Any] | None:
        if not is_broken or "updatedAt" not in query or variables.get("first") == 1:
            return None
        nodes = [{"id": "a000", "updatedAt": "2026-01-01T01:00:00Z"}, {"id": "a001", "updatedAt": None}]
        info = {"hasNextPage": False, "endCursor": None}
        error = {"message": "broken", "path": ["last", "nodes", 1, "updatedAt"]}
        return {"data": {"last": {"nodes": nodes, "pageInfo": info}}, "errors": [error]}

    with serving(SDL, lists.root(), before) as served:
        folder = Folder(tmp_path, served.url)
        only = ("--only", "last", *SIZE)
        folder.run(*only, code=3)
        is_broken = False
        for _ in range(2):
            assert WORDS not in folder.run(*only)[1]
        assert shown(folder, "last") == 50
