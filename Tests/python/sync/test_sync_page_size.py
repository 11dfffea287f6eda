"""A server whose largest page is smaller than `swiftpager sync` asks for: the first page shows it."""

import pathlib
import re
from collections.abc import Mapping
from typing import Any

import pytest

from sdl_server import serving
from sync_support import Folder

COUNT, LARGEST = 130, 50
SIZE = ("--page-size", "100")
SDL = """
    scalar DateTime
    enum Order { UPDATED_AT_DESC }
    type Item { id: ID! updatedAt: DateTime! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Connection { nodes: [Item!]! pageInfo: PageInfo! }
    input Page { limit: Int offset: Int }
    type Query {
        items(first: Int, after: String, orderBy: Order): Connection!
        plain(first: Int, after: String): Connection!
        rows(limit: Int, offset: Int): [Item!]!
        deep(page: Page): [Item!]!
    }
"""
ITEMS = [{"id": str(number), "updatedAt": f"2026-01-01T00:{number // 60:02}:{number % 60:02}Z"}
         for number in reversed(range(COUNT))]


def connection(info: object, first: int = 10, after: str | None = None, orderBy: str | None = None) -> dict[str, Any]:
    begin = int(after or 0)
    end = min(begin + first, COUNT)
    return {"nodes": ITEMS[begin:end], "pageInfo": {"hasNextPage": end < COUNT, "endCursor": str(end)}}


def rows(info: object, limit: int = 10, offset: int = 0) -> list[dict[str, Any]]:
    return ITEMS[offset: offset + limit]


ROOT = {
    "items": connection, "plain": connection, "rows": rows,
    "deep": lambda info, page: rows(info, page.get("limit") or 10, page.get("offset") or 0),
}
SAYINGS: dict[str, dict[str, Any]] = {
    "a number": {"message": "Requesting {size} records on the connection exceeds the `first` limit of 50 records."},
    "a range": {"message": "first must be between 1 and 50"},
    "a status": {"message": "take is not allowed to exceed 50", "status": 400},
    "no number": {"message": "page too large"},
}


class Limited:
    """A server with a largest size; `asked` has the sizes of the requests."""

    def __init__(self, saying: Mapping[str, Any]) -> None:
        self.largest = LARGEST
        self.saying = saying
        self.asked: list[int] = []

    def __call__(self, query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        if "__schema" in query:
            return None
        size = int(re.findall(r"'(?:first|limit)': (\d+)", str(variables))[0])
        self.asked.append(size)
        if size <= self.largest:
            return None
        message = self.saying["message"].replace("{size}", str(size))
        status = {"status": self.saying["status"]} if "status" in self.saying else {}
        return {**status, "errors": [{"message": message}]}


@pytest.mark.parametrize("name", ROOT)
@pytest.mark.parametrize("saying", SAYINGS)
@pytest.mark.long
def test_the_first_page_finds_the_largest_size(tmp_path: pathlib.Path, name: str, saying: str) -> None:
    server = Limited(SAYINGS[saying])
    with serving(SDL, ROOT, server) as served:
        folder = Folder(tmp_path, served.url)
        _, errors = folder.run("--only", name, *SIZE)
        assert f"{name}: the server refuses pages of this size; it is asked for 50 items at once" in errors
        assert folder.query(f"SELECT count(*), count(DISTINCT id) FROM {name}") == [(COUNT, COUNT)]
        assert server.asked[:3] == [1, 100, 50] and set(server.asked[2:]) == {50}
        entry = folder.plan()["lists"][name]
        assert entry["page_size"] == 50 and folder.stores(name) == [1]
        server.asked.clear()
        folder.run("--only", name, *SIZE)
        assert set(server.asked) == {50}


def test_a_size_that_falls_on_a_later_night_takes_no_new_store(tmp_path: pathlib.Path) -> None:
    server = Limited(SAYINGS["a number"])
    server.largest = 200
    with serving(SDL, ROOT, server) as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", "items", *SIZE)
        server.largest = LARGEST
        folder.run("--only", "items", *SIZE)
        assert folder.query("SELECT count(*) FROM items") == [(COUNT,)]
        assert folder.stores("items") == [1] and folder.plan()["lists"]["items"]["page_size"] == 50


@pytest.mark.long
def test_a_size_that_no_answer_proves_is_not_kept(tmp_path: pathlib.Path) -> None:
    server = Limited({"message": "too many items"})
    server.largest = 200
    with serving(SDL, ROOT, server) as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", "plain", *SIZE)
        server.largest = 0
        server.asked.clear()
        assert "too many items" in folder.run("--only", "plain", *SIZE, code=1)[1]
        # A store that failed before begins anew once.
        assert server.asked == [100, 50, 50, 25, 12, 6, 3, 1]
        assert "page_size" not in folder.plan()["lists"]["plain"]


def test_an_error_about_something_else_asks_for_no_smaller_pages(tmp_path: pathlib.Path) -> None:
    server = Limited({"message": "the shard 7 is away"})
    server.largest = 200
    with serving(SDL, ROOT, server) as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", "plain", *SIZE)
        server.largest = 0
        server.asked.clear()
        assert "the shard 7 is away" in folder.run("--only", "plain", *SIZE, code=1)[1]
        assert server.asked == [100]
