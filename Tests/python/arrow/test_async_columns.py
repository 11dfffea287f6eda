"""AsyncPager: items as columns, and subscriptions."""

import pyarrow
import pytest

import swiftpager
from conftest import ITEMS_QUERY
from loops import until_async
from swiftpager.testing import Connection, FakeServer

COLUMNS = {"number": {"pointer": "/id", "type": "string"}, "name": {}}


@pytest.mark.parametrize("columns", [None, ["name"], COLUMNS])
def test_a_table_is_the_one_that_is_waited_for(run, trouble, columns):
    with swiftpager.Client(trouble.url("/good")) as client:
        expected = client.pager(ITEMS_QUERY).to_arrow(columns)

    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            table = await pager.to_arrow(columns)
            assert table.equals(expected) and table.schema.equals(expected.schema, check_metadata=True)
            batches = [batch async for batch in pager.record_batches(columns)]
            assert pyarrow.Table.from_batches([batch.to_pyarrow() for batch in batches]).equals(expected)
            assert len(pager) == 0

    run(main)


def test_types_of_a_table_fit_all_pages_and_those_of_batches_the_first(run):
    items = [{"id": n, "name": n} for n in range(9_000)] + [{"id": 1, "name": "text"}]
    with FakeServer({"items": Connection(items)}) as server:

        async def main():
            async with swiftpager.AsyncClient(server.url) as client:
                pager = client.pager(ITEMS_QUERY, {"first": 3_000})
                table = await pager.to_arrow()
                assert (table.num_rows, str(table.schema.field("name").type)) == (9_001, "string")
                sizes = []
                with pytest.raises(swiftpager.BadResponseError, match='page 4, item at index 0: the column "name"'):
                    async for batch in pager.record_batches():
                        sizes.append(batch.num_rows)
                assert sizes == [3_000, 6_000]

        run(main)


def test_a_column_that_no_item_has_is_one_of_nulls(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            table = await client.pager(ITEMS_QUERY).to_arrow(["id", "nmae"])
            assert table.column("nmae").null_count == table.num_rows == 50
            assert str(table.schema.field("nmae").type) == "null"

    with swiftpager.Client(trouble.url("/good")) as client:
        assert client.pager(ITEMS_QUERY).to_arrow(["nmae"]).column("nmae").null_count == 50
    run(main)


def test_an_empty_list_has_columns(run):
    with FakeServer({"items": Connection([])}) as server:
        with swiftpager.Client(server.url) as client:
            expected = client.pager(ITEMS_QUERY).to_arrow(["id"])
            batches = list(client.pager(ITEMS_QUERY).record_batches(["id"]))

        async def main():
            async with swiftpager.AsyncClient(server.url) as client:
                assert (await client.pager(ITEMS_QUERY).to_arrow(["id"])).equals(expected)
                assert [batch async for batch in client.pager(ITEMS_QUERY).record_batches(["id"])] == batches

        run(main)


def test_a_failure_comes_after_the_rows_before_it(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/html-502"), retry=False) as client:
            pager, rows = client.pager(ITEMS_QUERY), 0
            with pytest.raises(swiftpager.HTTPError):
                async for batch in pager.record_batches():
                    rows += batch.num_rows
            assert rows == 20
            with pytest.raises(swiftpager.HTTPError):
                await pager.to_arrow()
            with pytest.raises(TypeError, match="columns must be a list of names"):
                pager.record_batches(5)

    run(main)


def test_a_subscription_is_told_in_the_loop(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager, updates, late = client.pager(ITEMS_QUERY), [], []
            with pager.subscribe(updates.append):
                await pager.fetch()
                await until_async(lambda: updates)
                assert [update.page_count for update in updates] == [1]
                # The current state comes at once.
                subscription = pager.subscribe(late.append)
                await until_async(lambda: late)
            subscription.cancel()
            await pager.load_next()
            assert (len(updates), len(late)) == (1, 1)

            async def coroutine(update):
                raise AssertionError("the library does not await it")

            with pytest.raises(TypeError, match="callback must be a plain function, not a coroutine function"):
                pager.subscribe(coroutine)
            again = pager.subscribe(updates.append)
            pager.close()
            again.cancel()

    run(main)
    with swiftpager.Client(trouble.url("/good")), pytest.raises(RuntimeError, match="no running event loop"):
        swiftpager.AsyncClient(trouble.url("/good")).pager(ITEMS_QUERY).subscribe(print)


def test_a_batch_that_fails_ends_its_stream(run):
    items = [{"id": n, "name": n} for n in range(9_000)] + [{"id": n, "name": "text"} for n in range(9_000, 40_000)]
    with FakeServer({"items": Connection(items)}) as server:

        async def main():
            async with swiftpager.AsyncClient(server.url) as client:
                pager = client.pager(ITEMS_QUERY, {"first": 1_000})
                batches = aiter(pager.record_batches())
                assert [(await anext(batches)).num_rows for _ in range(2)] == [2_000, 7_000]
                with pytest.raises(swiftpager.BadResponseError, match='page 10, item at index 0: the column "name"'):
                    await anext(batches)
                # The walk is over, although the list is not, and no later step gives rows or fails again.
                assert pager.state["loading"] is None
                for _ in range(2):
                    with pytest.raises(StopAsyncIteration):
                        await anext(batches)
                # The rows of the first batches were taken, and those of the failed one were not.
                later = client.pager(ITEMS_QUERY, {"first": 1_000}, checkpoint=pager.resume_token())
                assert (await anext(later.items()))["id"] == 9_000

        run(main)
