"""Errors beside the data of pages: walks, tables, the log and the state report that parts of the list are missing."""

import logging
import pickle

import polars
import pyarrow
import pytest

import swiftpager
from conftest import ITEMS_QUERY, Trouble

# Page 2 of 5 has one error beside its data.
FIRST = (2, "The name is secret.", "/items/edges/0/node/name")
UNSIZED_QUERY = (
    "query ($after: String) { items(after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
)


@pytest.fixture
def pager(trouble: Trouble):
    with swiftpager.Client(trouble.url("/partial")) as client:
        yield client.pager(ITEMS_QUERY)


def check(error: swiftpager.PartialData) -> None:
    assert isinstance(error, swiftpager.IncompleteError)
    assert (error.pages, error.errors, error.first) == (1, 1, FIRST)
    assert error.path == FIRST[2]
    assert error.code == "PARTIAL_DATA"


def test_items_come_all_and_then_the_errors(pager):
    items = []
    with pytest.raises(swiftpager.PartialData) as caught:
        for item in pager.items():
            items.append(item)
    check(caught.value)
    assert [int(item["id"]) for item in items] == list(range(1, 51))
    assert caught.value.result is None


def test_load_all_raises_and_keeps_the_pages(pager):
    for _ in range(2):
        with pytest.raises(swiftpager.PartialData) as caught:
            pager.load_all()
        check(caught.value)
    assert len(pager) == 5
    assert pager.state["end"] == "PARTIAL_DATA"
    assert pager.state["ends"] == {"next": "complete", "previous": "complete"}
    assert pager.state["errors"] == {
        "pages": 1, "errors": 1, "first": {"page": 2, "message": FIRST[1], "path": FIRST[2]}
    }
    pager.reset()
    assert pager.state["errors"] is None


@pytest.mark.parametrize("method", ["to_arrow", "to_pandas", "to_polars"])
def test_a_table_is_finished_and_with_the_exception(pager, method):
    with pytest.raises(swiftpager.PartialData) as caught:
        getattr(pager, method)()
    check(caught.value)
    table = caught.value.result
    assert len(table) == 50
    kind = {"to_arrow": pyarrow.Table, "to_polars": polars.DataFrame}.get(method)
    assert kind is None or isinstance(table, kind)


def test_several_tables_at_once_have_their_rows(trouble):
    with swiftpager.Client(trouble.url("/partial")) as client:
        pagers = [client.pager(ITEMS_QUERY) for _ in range(3)]
        tables = []
        for pager in pagers:
            with pytest.raises(swiftpager.PartialData) as caught:
                pager.to_polars()
            tables.append(caught.value.result)
    assert [len(table) for table in tables] == [50] * 3


def test_batches_come_all_and_then_the_errors(pager):
    rows = 0
    with pytest.raises(swiftpager.PartialData) as caught:
        for batch in pager.record_batches():
            rows += batch.num_rows
    check(caught.value)
    assert rows == 50


def test_a_stream_reports_them_after_its_last_batch(pager):
    reader = pyarrow.RecordBatchReader.from_stream(pager)
    assert reader.read_next_batch().num_rows == 50
    with pytest.raises(OSError, match="PARTIAL_DATA: "):
        reader.read_next_batch()


@pytest.mark.parametrize("walk", [list, lambda pager: list(pager.items()), lambda pager: pager.to_polars()])
def test_they_can_be_kept(trouble, walk):
    with swiftpager.Client(trouble.url("/partial")) as client:
        pager = client.pager(ITEMS_QUERY, errors="keep")
        assert len(walk(pager)) in (5, 50)
        assert pager.state["errors"]["pages"] == 1
        assert pager.state["end"] == "complete"


def test_they_can_end_the_walk_at_the_page(trouble):
    with swiftpager.Client(trouble.url("/partial")) as client:
        items = []
        with pytest.raises(swiftpager.GraphQLError):
            for item in client.pager(ITEMS_QUERY, errors="fail").items():
                items.append(item)
    assert len(items) == 20


def test_what_is_no_rule_is_refused(trouble):
    with swiftpager.Client(trouble.url("/partial")) as client, pytest.raises(swiftpager.ConfigurationError):
        client.pager(ITEMS_QUERY, errors="ignore")


def test_a_resumed_walk_tells_of_the_errors_before_it(trouble):
    with swiftpager.Client(trouble.url("/partial")) as client:
        pager = client.pager(ITEMS_QUERY, max_pages=3)
        with pytest.raises(swiftpager.PageLimit) as caught:
            list(pager)
        assert caught.value.details["partial"]["pages"] == 1
        with pytest.raises(swiftpager.PartialData) as partial:
            list(client.pager(ITEMS_QUERY, checkpoint=pager.resume_token()))
    check(partial.value)


def test_the_exception_survives_pickling(pager):
    with pytest.raises(swiftpager.PartialData) as caught:
        pager.load_all()
    check(pickle.loads(pickle.dumps(caught.value)))


# The log


@pytest.mark.parametrize("errors", ["report", "keep"])
@pytest.mark.parametrize(
    "walk", [lambda pager: pager.load_all(), list, lambda pager: pager.to_polars(), lambda pager: pager.to_arrow()]
)
def test_a_walk_warns_once_in_the_log(trouble, caplog, errors, walk):
    with swiftpager.Client(trouble.url("/partial")) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager = client.pager(ITEMS_QUERY, errors=errors)
        try:
            walk(pager)
        except swiftpager.PartialData:
            assert errors == "report"
    warning = (
        "1 page of the list came with 1 error beside the data, the first on page 2 at /items/edges/0/node/name: The"
        " name is secret."
    )
    assert [record.getMessage() for record in caplog.records] == [warning]


def test_a_walk_without_them_warns_of_nothing(trouble, caplog):
    with swiftpager.Client(trouble.url("/good")) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        client.pager(ITEMS_QUERY).load_all()
    assert not caplog.records


# In an event loop


def test_an_awaited_walk_raises_them_too(run, trouble, caplog):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/partial")) as client:
            pager, items = client.pager(ITEMS_QUERY), []
            with pytest.raises(swiftpager.PartialData) as caught:
                async for item in pager.items():
                    items.append(item)
            check(caught.value)
            assert len(items) == 50
            with pytest.raises(swiftpager.PartialData):
                await pager.load_all()
            with pytest.raises(swiftpager.PartialData) as caught:
                await pager.to_arrow()
            assert caught.value.result.num_rows == 50
            batches = []
            with pytest.raises(swiftpager.PartialData):
                async for batch in pager.record_batches():
                    batches.append(batch)
            assert sum(batch.num_rows for batch in batches) == 50
            assert len(await kept(client)) == 5

    async def kept(client):
        return [page async for page in client.pager(ITEMS_QUERY, errors="keep")]

    run(main)


# Resource limits


def test_a_page_that_exceeds_the_servers_resources_is_asked_for_as_a_smaller_one(trouble):
    with swiftpager.Client(trouble.url("/resource-limits")) as client:
        pages = list(client.pager(ITEMS_QUERY, {"first": 10}))
    assert [int(node["id"]) for page in pages for node in page.items] == list(range(1, 51))
    assert all(node["name"] for page in pages for node in page.items)
    assert {page.item_count for page in pages} <= {2, 4}


def test_what_was_left_out_is_not_in_the_cache(trouble):
    with swiftpager.Client(trouble.url("/resource-limits"), cache="memory", add_typename=False) as client:
        asked = list(client.pager(ITEMS_QUERY, {"first": 10}))
        again = list(client.pager(ITEMS_QUERY, {"first": 10}, cache_policy="return_cache_data_else_fetch"))
    for pages in (asked, again):
        assert all(node["name"] for page in pages for node in page.items)


@pytest.mark.parametrize("case", ["one item", "no variable"])
def test_a_page_that_cannot_be_smaller_stands_as_it_came(trouble, case):
    with swiftpager.Client(trouble.url("/resource-limits", bytes=0)) as client:
        if case == "one item":
            pager = client.pager(ITEMS_QUERY, {"first": 1}, max_pages=3)
        else:
            pager = client.pager(UNSIZED_QUERY, max_pages=3)
        with pytest.raises(swiftpager.PageLimit) as caught:
            pager.load_all()
    assert caught.value.details["partial"]["pages"] == 3
    assert trouble.stats()["requests"] == 3
