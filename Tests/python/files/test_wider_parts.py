"""Parquet parts whose columns get wider, and the programs that read parts of two types."""

import json

import duckdb
import polars
import pyarrow.dataset
import pyarrow.parquet
import pytest

import swiftpager
from marked_list import SINCE
from swiftpager.testing import Connection, FakeServer

QUERY = """
query ($first: Int, $after: String) {
  items(first: $first, after: $after) { nodes { id price updatedAt } pageInfo { hasNextPage endCursor } }
}
"""
WIDER = {"id": {}, "price": {"type": "float64"}, "updatedAt": {}}


def items(*prices):
    """Items with these prices, the newest first."""
    rows = [{"id": f"i{n}", "price": price, "updatedAt": n} for n, price in enumerate(prices)]
    return {"items": Connection(rows[::-1])}


@pytest.fixture
def nights(tmp_path):
    """A function that writes the list of a night into parts."""
    with FakeServer({}) as server, swiftpager.Client(server.url) as client:
        def night(*prices, columns=None):
            server.data = items(*prices)
            return client.pager(QUERY, {"first": 2}, since=SINCE).write_parquet(tmp_path / "parts", columns=columns)

        night.folder = tmp_path / "parts"
        yield night


def prices(folder):
    """The types and the values of the prices, part by part."""
    tables = [pyarrow.parquet.read_table(part) for part in sorted(folder.glob("part-*"))]
    return [(str(table.schema.field("price").type), table["price"].to_pylist()) for table in tables]


def test_a_row_that_does_not_fit_says_how_the_column_can_widen(nights):
    assert nights(1, 2) == 2
    for _ in range(2):
        with pytest.raises(swiftpager.BadResponseError, match='the column "price"') as caught:
            nights(1, 2, 12.5)
        (note,) = caught.value.__notes__
        assert "give `columns` with all names (id, price, updatedAt)" in note and '{"type": "float64"}' in note
    assert nights(1, 2, 12.5, columns=WIDER) == 1
    assert prices(nights.folder) == [("int64", [2, 1]), ("double", [12.5])]
    # From now on, the newest part has the types.
    assert nights(1, 2, 12.5, 3, 0.25) == 2
    assert prices(nights.folder)[2] == ("double", [0.25, 3.0])
    with pytest.raises(swiftpager.BadResponseError):
        nights(1, 2, 12.5, 3, 0.25, "free")
    assert nights(1, 2, 12.5, 3, 0.25, "free", columns=WIDER | {"price": {"type": "json"}}) == 1
    assert prices(nights.folder)[3] == ("string", ['"free"'])
    assert nights(1, 2, 12.5, 3, 0.25, "free", {"a": 1}, 7) == 2
    assert [json.loads(text) for text in prices(nights.folder)[4][1]] == [7, {"a": 1}]


def test_a_type_that_loses_values_is_refused(nights):
    assert nights(1.5, 2) == 2
    for columns, told in (
        ({"price": {"type": "int64"}}, r"the column 'price' .* has the type double, which can widen .* not to int64"),
        ({"id": {"type": "int64"}}, r"the column 'id' .* has the type string, .* not to int64"),
    ):
        with pytest.raises(ValueError, match=told):
            nights(1.5, 2, 3, columns=WIDER | columns)
    with pytest.raises(ValueError, match="give the same `columns`"):
        nights(1.5, 2, 3, columns={"price": {"type": "float64"}})
    assert nights(1.5, 2, 3, columns=["id", "price", "updatedAt"]) == 1


@pytest.mark.long
def test_in_the_middle_of_a_walk_a_column_widens_too(nights):
    with pytest.raises(swiftpager.BadResponseError):
        nights(*[0.5] * 2, *range(10_000))
    assert nights.folder.exists()
    written = sum(len(values) for _, values in prices(nights.folder))
    assert 8_192 <= written < 10_002
    assert nights(*[0.5] * 2, *range(10_000), columns=WIDER) == 10_002 - written
    assert [kind for kind, _ in prices(nights.folder)] == ["int64", "double"]


def test_readers_take_parts_of_two_types(nights):
    assert nights(1, 2) == 2
    assert nights(1, 2, 12.5, columns=WIDER) == 1
    folder = nights.folder
    newest = max(folder.glob("part-*.parquet"))
    schema = pyarrow.parquet.read_schema(newest)
    assert sorted(pyarrow.dataset.dataset(folder, schema=schema).to_table()["price"].to_pylist()) == [1.0, 2.0, 12.5]
    found = duckdb.sql(f"SELECT price FROM read_parquet('{folder}/part-*.parquet', union_by_name = true)").fetchall()
    assert sorted(found) == [(1.0,), (2.0,), (12.5,)]
    parts = [polars.read_parquet(part) for part in sorted(folder.glob("part-*.parquet"))]
    assert sorted(polars.concat(parts, how="vertical_relaxed")["price"].to_list()) == [1.0, 2.0, 12.5]
