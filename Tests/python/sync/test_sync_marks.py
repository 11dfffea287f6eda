"""A mark whose form the trial of `swiftpager sync` does not see: its item has no time, or the list has no item yet."""

import pathlib
from typing import Any

import pytest

from sdl_server import serving
from sync_support import Folder

SDL = """
    scalar DateTime
    enum Order { UPDATED_AT_DESC }
    type Item { id: ID! updatedAt: DateTime }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Connection { nodes: [Item!]! pageInfo: PageInfo! }
    type Query { items(first: Int, after: String, orderBy: Order): Connection! }
"""
FIRST = 1_767_225_600_000


class Items:
    """A list with the newest items first, and before them those without a time."""

    def __init__(self, times: "list[Any]") -> None:
        self.times = times

    def __call__(
        self, info: object, first: int = 10, after: str | None = None, orderBy: str | None = None
    ) -> dict[str, Any]:
        begin = int(after or 0)
        end = min(begin + first, len(self.times))
        nodes = [{"id": str(len(self.times) - place), "updatedAt": self.times[place]} for place in range(begin, end)]
        return {"nodes": nodes, "pageInfo": {"hasNextPage": end < len(self.times), "endCursor": str(end)}}


@pytest.mark.parametrize("form", [int, str])
@pytest.mark.parametrize("before", [[None] * 7, []], ids=["nulls first", "no items"])
def test_a_mark_becomes_a_whole_number_in_the_same_run(tmp_path: pathlib.Path, form: Any, before: "list[Any]") -> None:
    items = Items(list(before))
    with serving(SDL, {"items": items}) as served:
        folder = Folder(tmp_path, served.url)
        if not before:
            folder.run()
        items.times = [*before, *(form(FIRST - 1_000_000 * number) for number in range(20))]
        told = folder.run_json()["items"]
        assert (told["end"], told["is_incremental"]) == ("complete", True)
        assert folder.query("SELECT count(*), count(updatedAt) FROM items") == [(20 + len(before), 20)]
        assert folder.plan()["lists"]["items"]["plan"]["since"]["type"] == "integer"
        items.times.insert(len(before), form(FIRST + 1_000))
        served.asked.clear()
        assert folder.run_json()["items"]["end"] == "complete"
        assert folder.query("SELECT count(*) FROM items") == [(21 + len(before),)]
        # Not the whole list.
        assert len(served.asked) <= 3


@pytest.mark.long
def test_a_refresh_keeps_the_form_that_values_showed(tmp_path: pathlib.Path) -> None:
    items = Items([None] * 7 + [FIRST - number for number in range(20)])
    with serving(SDL, {"items": items}) as served:
        folder = Folder(tmp_path, served.url)
        folder.run()
        newest = folder.stores("items")[-1]
        assert folder.run("--refresh")[1].endswith("swiftpager: the plans did not change\n")
        assert folder.stores("items") == [newest]
