"""Walks into files with a limit: exactly so many items, and the next walk goes on with the next one."""

import pathlib
from typing import Any

import pyarrow.parquet
import pytest

import swiftpager
from list_server import list_server
from marked_list import QUERY, SINCE, marked_list
from swiftpager.testing import Connection, FakeServer

ITEMS_QUERY = """
query ($first: Int, $after: String) {
  items(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
}
"""
COUNT, SIZE = 50, 10


class Limited:
    """One output of a list, written by call after call."""

    def __init__(self, kind: str, folder: pathlib.Path, url: str) -> None:
        self.kind, self.folder, self.url = kind, folder, url

    def write(self, query: str = ITEMS_QUERY, since: Any = None, **limits: Any) -> int:
        with swiftpager.Client(self.url, retry=False) as client:
            pager = client.pager(query, {"first": SIZE}, since=since)
            if self.kind == "parquet":
                return pager.write_parquet(self.folder / "parts", rows=15, **limits)
            return pager.write_ndjson(self.folder / "items", checkpoint_file=self.folder / "side", **limits)

    def ids(self) -> list[int]:
        if self.kind == "parquet":
            parts = sorted((self.folder / "parts").glob("part-*.parquet"))
            return [id for part in parts for id in pyarrow.parquet.read_table(part)["id"].to_pylist()]
        lines = (self.folder / "items").read_text().splitlines()
        return [int(line.removeprefix('{"id":').partition(",")[0].rstrip("}")) for line in lines]


@pytest.fixture
def server():
    with FakeServer({"items": Connection([{"id": n} for n in range(COUNT)])}) as server:
        yield server


@pytest.fixture(params=["ndjson", "parquet"])
def output(request, tmp_path, server):
    return Limited(request.param, tmp_path, server.url)


@pytest.mark.parametrize("limit", [1, 3, 9, 10, 11, 20, 25, 49])
def test_calls_with_a_limit_write_each_item_once(output, limit):
    written = 0
    while written < COUNT:
        expected = min(limit, COUNT - written)
        assert output.write(limit=limit) == expected
        written += expected
        assert output.ids() == list(range(written))
    assert output.write(limit=limit) == output.write() == 0
    assert output.ids() == list(range(COUNT))


def test_a_limit_of_the_whole_list_completes_it(output, server):
    assert output.write(limit=COUNT) == COUNT
    requests = len(server.requests)
    assert output.write() == 0
    assert len(server.requests) == requests


@pytest.mark.parametrize("limit", [4, 10, 25])
def test_a_call_without_a_limit_goes_on_behind_one_with_it(output, limit):
    assert output.write(limit=limit) == limit
    assert output.write() == COUNT - limit
    assert output.ids() == list(range(COUNT))


def test_pages_end_a_call_well(output, server):
    assert output.write(pages=2) == 20
    assert len(server.requests) == 2
    assert output.write(pages=1, limit=5) == 5
    assert output.write(pages=1) == 5
    assert output.ids() == list(range(30))
    with pytest.raises(ValueError, match="limit must be 1 or more"):
        output.write(limit=0)


def test_a_file_without_a_checkpoint_has_so_many_lines(server, tmp_path):
    with swiftpager.Client(server.url) as client:
        assert client.pager(ITEMS_QUERY, {"first": SIZE}).write_ndjson(tmp_path / "items", limit=25) == 25
    assert len((tmp_path / "items").read_text().splitlines()) == 25


def test_a_page_that_was_cut_comes_as_the_server_has_it_then(server, tmp_path):
    output = Limited("ndjson", tmp_path, server.url)
    assert output.write(limit=25) == 25
    server.data["items"].items[23]["id"] = 230
    assert output.write() == 25
    assert output.ids() == [*range(23), 230, *range(24, COUNT)]


@pytest.mark.parametrize("kind", ["ndjson", "parquet"])
def test_a_limit_leaves_the_mark_where_it_is(kind, tmp_path):
    with marked_list() as items:
        items.fill(*range(25))
        output = Limited(kind, tmp_path, items.url)
        assert output.write(QUERY, SINCE, limit=13) == 13
        # The cursor of the place before the cut page expires: the walk begins again at the mark.
        items.epoch += 1
        output.write(QUERY, SINCE)
        assert output.ids() == list(range(24, -1, -1))
        items.fill(100)
        assert output.write(QUERY, SINCE, limit=13) == 1
        assert output.ids() == [*range(24, -1, -1), 100]


def test_errors_beside_the_data_of_a_cut_walk_are_raised_and_the_items_stay(tmp_path):
    def answer(variables):
        nodes = [{"id": n} for n in range(SIZE)]
        page = {"nodes": nodes, "pageInfo": {"hasNextPage": True, "endCursor": "c"}}
        return {"data": {"items": page}, "errors": [{"message": "one is missing"}]}

    with list_server(answer) as (url, _):
        output = Limited("ndjson", tmp_path, url)
        with pytest.raises(swiftpager.PartialData):
            output.write(limit=5)
        assert output.ids() == list(range(5))
