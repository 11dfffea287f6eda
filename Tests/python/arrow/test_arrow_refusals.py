"""What the columns of Python refuse."""

import pytest

import swiftpager
from swiftpager.testing import Connection, FakeServer

QUERY = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"


@pytest.fixture
def table() -> swiftpager.Table:
    """A table with one row."""
    made = swiftpager.Table()
    with FakeServer({"items": Connection([{"id": 1}])}) as server, swiftpager.Client(server.url) as client:
        (page,) = client.pager(QUERY)
        made.add(page)
    return made


def test_a_batch_is_taken_once_by_a_consumer_without_pyarrow(table: swiftpager.Table) -> None:
    batch = table.take()
    capsules = batch.__arrow_c_array__()
    assert len(capsules) == 2
    with pytest.raises(ValueError, match=r"the batch was taken already: with pyarrow, call to_pyarrow\(\) before the"):
        batch.__arrow_c_array__()


def test_pyarrow_keeps_a_batch_for_many_consumers(table: swiftpager.Table) -> None:
    pytest.importorskip("pyarrow")
    batch = table.take()
    assert batch.to_pyarrow().to_pylist() == [{"id": 1}]
    assert len(batch.__arrow_c_array__()) == len(batch.__arrow_c_array__()) == 2
