"""`swiftpager mcp`: a list that takes a size and nothing that asks for more, cut at the limit of a call."""

import csv
import json
import pathlib
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow.parquet
import pytest
from mcp.client import Client

import sdl_server
from assistants import out, spoken, told
from sdl_server import Served

__all__ = ["out"]  # fixture

SDL = """
type Item { id: ID! name: String }
type Page { rows: [Item!]! }
type Query {
  many(limit: Int): [Item!]!
  wrapped(limit: Int): Page!
  clamped(limit: Int): [Item!]!
  few(limit: Int): [Item!]!
}
"""
COUNT, CLAMP = 333, 100


def some(count: int) -> "list[dict[str, str]]":
    return [{"id": str(number), "name": f"item {number}"} for number in range(count)]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    def refused(query: str, variables: Mapping[str, Any]) -> "dict[str, Any] | None":
        if "few" in query and (variables.get("limit") or 0) > 100:
            return {"errors": [{"message": "limit must be 100 at most"}], "data": None}
        return None

    root = {
        "many": lambda info, limit=10: some(min(limit, COUNT)),
        "wrapped": lambda info, limit=10: {"rows": some(min(limit, COUNT))},
        "clamped": lambda info, limit=10: some(min(limit, CLAMP)),
        "few": lambda info, limit=10: some(min(limit, CLAMP)),
    }
    with sdl_server.serving(SDL, root, refused) as served:
        yield served


def written(path: str) -> int:
    """How many items a file has."""
    if path.endswith(".parquet"):
        return int(pyarrow.parquet.read_table(path).num_rows)
    with open(path, newline="") as file:
        return len(list(csv.DictReader(file))) if path.endswith(".csv") else len(list(map(json.loads, file)))


@pytest.mark.long
def test_a_list_without_a_way_on_is_cut_at_the_limit(served: Served, out: pathlib.Path) -> None:
    cases: list[tuple[str, int, int, bool]] = [
        *((name, limit, limit, True) for name in ("many", "wrapped") for limit in (1, 5, 99, 100, 101, COUNT - 1)),
        *((name, limit, COUNT, False) for name in ("many", "wrapped") for limit in (COUNT, COUNT + 1, 1_000)),
        # Whether a server without more than so many items would have more, no client can tell.
        ("clamped", CLAMP, CLAMP, True), ("clamped", 1_000, CLAMP, True), ("clamped", CLAMP - 1, CLAMP - 1, True),
        ("few", 5, 5, True), ("few", 1_000, CLAMP, True),
    ]

    async def work(client: Client) -> Any:
        found = []
        for number, (name, limit, _, _) in enumerate(cases):
            ending = ("ndjson", "csv", "parquet")[number % 3]
            found.append(await told(client, "walk_list", name=name, file=f"{number}.{ending}", limit=limit))
        return found

    found = spoken(work, served.url, out)
    assert [(one["items"], one["has_more"]) for one in found] == [(items, more) for _, _, items, more in cases]
    assert [written(one["path"]) for one in found] == [one["items"] for one in found]
    assert all(len(one["preview"]) == min(3, one["items"]) for one in found)


@pytest.mark.long
def test_a_small_limit_asks_for_few_items(served: Served, out: pathlib.Path) -> None:
    async def work(client: Client) -> Any:
        return await told(client, "walk_list", name="many", file="few.ndjson", limit=3)

    served.asked.clear()
    spoken(work, served.url, out)
    # The trial, and one item more than the limit: it shows that there is more.
    assert [variables["limit"] for _, variables in served.asked] == [1, 4]
