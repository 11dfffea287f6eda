"""AsyncClient: walks, loads and updates in an event loop, which never waits for the network."""

import asyncio
import gc
import pickle
import threading
import time

import pytest
import trio

import swiftpager
from conftest import ITEMS_QUERY, ids, until
from loops import beside, run_asyncio, run_trio, until_async

ALL = list(range(1, 51))


def test_a_walk_yields_every_page_in_order(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            assert ids([page async for page in pager]) == ALL
            assert [int(item["id"]) async for item in pager.items()] == ALL
            assert len(pager) == 0, "the loop has had them"

    run(main)


def test_loads_are_awaited(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            await pager.fetch()
            await pager.load_next()
            assert ids(pager.pages) == list(range(1, 21))
            assert pager.can_load_next
            await pager.load_all(fetch_from_initial_page=False)
            assert ids(pager.pages) == ALL
            await pager.refetch()
            assert len(pager) == 1
            with pytest.raises(swiftpager.PageLimit):
                await pager.load_all(max_pages=2)
            pager.reset()
            assert len(pager) == 0

    run(main)


def test_usage_errors_and_failures_are_raised_where_they_are_awaited(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/html-502"), retry=False) as client:
            pager, walked = client.pager(ITEMS_QUERY, retain="all"), []
            with pytest.raises(swiftpager.MissingInitialPage):
                await pager.load_next()
            with pytest.raises(swiftpager.HTTPError):
                async for page in pager:
                    walked.append(page)
            assert ids(walked) == ids(pager.pages) == list(range(1, 21))
            with pytest.raises(TypeError, match="max_page"):
                await pager.load_all(max_page=1)

    run(main)


def test_a_request_is_executed(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            answer = await client.execute(ITEMS_QUERY, {"first": 3})
            assert len(answer["data"]["items"]["edges"]) == 3
        async with swiftpager.AsyncClient(trouble.url("/stall", bad=1), timeout=0.2, retry=False) as client:
            with pytest.raises(swiftpager.RequestTimeout) as caught:
                await client.execute(ITEMS_QUERY)
            assert isinstance(caught.value, TimeoutError) and isinstance(caught.value, swiftpager.NetworkError)

    run(main)


def test_leaving_the_loop_aborts_the_request(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/stall", bad=2)) as client:
            pager = client.pager(ITEMS_QUERY)
            async for _ in pager:
                break
            gc.collect()
            assert pager.state["loading"] is None
            await pager.fetch()

    run(main)


@pytest.mark.parametrize("start", [
    lambda pager: pager.load_all(), lambda pager: anext(aiter(pager)), lambda pager: pager.client.execute(ITEMS_QUERY),
], ids=["load_all", "walk", "execute"])
def test_cancelling_the_task_aborts_the_request(trouble, start):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/stall", bad=1)) as client:
            pager = client.pager(ITEMS_QUERY)
            task = asyncio.create_task(start_it(pager))
            await asyncio.to_thread(until, lambda: trouble.stats()["requests"] == 1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert pager.state["loading"] is None
            await asyncio.to_thread(until, lambda: trouble.stats()["aborts"] == 1)

    async def start_it(pager):
        await start(pager)

    run_asyncio(main)


def test_cancelling_a_scope_of_trio_aborts_the_request(trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/stall", bad=2)) as client:
            pager, walked = client.pager(ITEMS_QUERY), []
            with trio.move_on_after(0.3) as scope:
                async for page in pager:
                    walked.append(page)
            assert scope.cancelled_caught and len(walked) == 1
            assert pager.state["loading"] is None

    run_trio(main)


def test_another_walk_ends_the_one_before(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            first = aiter(pager)
            await anext(first)
            assert ids([page async for page in pager]) == ALL
            with pytest.raises(swiftpager.Cancelled):
                await anext(first)
            assert [page async for page in first] == []

    run(main)


def test_another_walk_ends_one_that_waits_in_another_task(trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/stall", bad=2, once=1)) as client:
            pager, walked = client.pager(ITEMS_QUERY), []

            async def walk():
                async for page in pager:
                    walked.append(page)

            task = asyncio.create_task(walk())
            await asyncio.to_thread(until, lambda: walked and trouble.stats()["requests"] == 2)
            assert ids([page async for page in pager]) == ALL
            with pytest.raises(swiftpager.Cancelled):
                await task

    run_asyncio(main)


def test_updates_are_every_state_of_the_list(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager, counts = client.pager(ITEMS_QUERY), []
            await pager.fetch()
            async with pager.updates() as updates:
                counts.append((await anext(updates)).page_count)
                await pager.load_next()
                counts.append((await anext(updates)).page_count)
            assert counts == [1, 2]
            await pager.load_all(fetch_from_initial_page=False)
            assert len(pager) == 5

    run(main)


def test_updates_end_with_the_client(trouble):
    async def main():
        client = swiftpager.AsyncClient(trouble.url("/good"))
        pager, seen = client.pager(ITEMS_QUERY), []

        async def watch():
            async for update in pager.updates():
                seen.append(update.page_count)

        task = asyncio.create_task(watch())
        await asyncio.sleep(0)
        await pager.load_all()
        await until_async(lambda: len(seen) == 5)
        await client.aclose()
        await client.aclose()
        await task
        assert seen == [1, 2, 3, 4, 5]

    run_asyncio(main)


def test_a_cached_object_that_changes_is_an_update(run, shop):
    query = """query ($after: String) { products(first: 5, after: $after) {
        nodes { id name } pageInfo { hasNextPage endCursor } } }"""

    async def main():
        async with swiftpager.AsyncClient(shop, cache="memory") as client:
            pager = client.pager(query)
            await pager.fetch()
            key = "Product:" + pager.pages[0].items[0]["id"]
            async with pager.updates() as updates:
                await anext(updates)
                client.cache[key] = {"name": "Changed"}
                update = await anext(updates)
            assert (update.source, update.page_index) == ("cache", 0)
            assert update.pages[0].items[0]["name"] == "Changed"

    run(main)


def test_closing_the_client_ends_what_waits(run, trouble):
    async def main():
        client = swiftpager.AsyncClient(trouble.url("/stall", bad=1))
        pager, ends = client.pager(ITEMS_QUERY), []

        async def load():
            try:
                await pager.load_all()
            except swiftpager.SwiftPagerError as error:
                ends.append(error.code)

        async def close():
            await until_async(lambda: pager.state["loading"] is not None)
            await client.aclose()

        if run is run_trio:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(load)
                nursery.start_soon(close)
        else:
            await asyncio.gather(load(), close())
        assert ends == ["CANCELLED"]
        with pytest.raises(swiftpager.ClosedError):
            await pager.fetch()

    run(main)


def test_hooks_and_an_authorizer_run_in_the_loop(run, trouble):
    threads, asked = set(), []

    def transform(response):
        threads.add(threading.current_thread())
        return {"count": len(response["data"]["items"]["edges"])}

    def authorize(reason):
        threads.add(threading.current_thread())
        asked.append(reason)
        return {"Authorization": "Bearer let-me-in"}

    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good"), authorizer=authorize) as client:
            pager = client.pager(ITEMS_QUERY, transform=transform)
            assert [page.model["count"] async for page in pager] == [10] * 5
            assert "data" in await client.execute(ITEMS_QUERY)

    run(main)
    assert threads == {threading.current_thread()}
    assert asked == ["start"]


def test_a_coroutine_says_who_is_calling(trouble):
    async def authorize(reason):
        await asyncio.sleep(0.01)
        return {"Authorization": "Bearer let-me-in"}

    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good"), authorizer=authorize) as client:
            assert ids([page async for page in client.pager(ITEMS_QUERY)]) == ALL

    run_asyncio(main)


def test_a_client_outlives_an_event_loop(trouble):
    client = swiftpager.AsyncClient(trouble.url("/good"))
    pager = client.pager(ITEMS_QUERY)

    async def walk():
        assert ids([page async for page in pager]) == ALL

    for _ in range(2):
        run_asyncio(walk)
    run_trio(walk)
    run_asyncio(client.aclose)


def test_loops_in_several_threads_share_a_client(trouble):
    client = swiftpager.AsyncClient(trouble.url("/good", ms=5))
    walks = []

    async def walk():
        for _ in range(10):
            walks.append(ids([page async for page in client.pager(ITEMS_QUERY)]))

    threads = [threading.Thread(target=start, args=[walk]) for start in (run_asyncio, run_asyncio, run_trio)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert walks == [ALL] * 30
    run_asyncio(client.aclose)


def test_outside_a_loop_the_error_says_so(trouble):
    client = swiftpager.AsyncClient(trouble.url("/good"))
    coroutine = client.execute(ITEMS_QUERY)
    with pytest.raises(RuntimeError, match="no running event loop: call this in a coroutine of asyncio or trio"):
        coroutine.send(None)


@pytest.mark.long
def test_two_hundred_walks_at_once_on_one_loop(trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good", ms=5)) as client:
            async def walk():
                return ids([page async for page in client.pager(ITEMS_QUERY)])

            before = threading.active_count()
            walks = await asyncio.gather(*(walk() for _ in range(200)))
            assert walks == [ALL] * 200
            assert threading.active_count() == before

    run_asyncio(main)


def own_nanoseconds():
    """How long this thread has run on a processor, or has waited for one."""
    with open("/proc/thread-self/schedstat", encoding="ascii") as file:
        running, waiting, _ = file.read().split()
    return int(running) + int(waiting)


def longest_stand(url, walks):
    """The longest time in seconds for which a loop was blocked while some walks waited for a server for 300 ms."""
    stood_still = []

    async def beat():
        before, own_before = time.perf_counter_ns(), own_nanoseconds()
        while True:
            await asyncio.sleep(0)
            now, own = time.perf_counter_ns(), own_nanoseconds()
            stood_still.append((now - before - (own - own_before)) / 1e9)
            before, own_before = now, own

    async def main():
        beating = asyncio.create_task(beat())
        async with swiftpager.AsyncClient(url) as client:
            pagers = [client.pager(ITEMS_QUERY) for _ in range(walks)]

            async def walk(pager):
                return ids([page async for page in pager])

            assert await asyncio.gather(*map(walk, pagers), asyncio.sleep(0.3, ALL)) == [ALL] * (walks + 1)
        beating.cancel()

    run_asyncio(main)
    return max(stood_still)


@pytest.mark.alone
def test_a_hundred_walks_that_nobody_goes_on_with_hide_no_other(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            left = [aiter(client.pager(ITEMS_QUERY)) for _ in range(100)]
            for walk in left:
                await anext(walk)
            assert ids([page async for page in client.pager(ITEMS_QUERY)]) == ALL
            assert ids([await anext(left[99])]) == list(range(11, 21))

    run(main)


@pytest.mark.long
def test_the_loop_is_not_blocked_by_a_slow_server(trouble):
    # A loop that waited for an answer would be blocked for 60 ms each time. The system counts in ticks of a few
    # milliseconds, so the test compares with a loop that does nothing, and takes the best of several runs.
    url = trouble.url("/good", ms=60)
    assert min(longest_stand(url, 5) - longest_stand(url, 0) for _ in range(5)) < 0.005


def test_what_is_awaited_is_not_copied():
    with pytest.raises(TypeError, match="AsyncPager objects belong to one process and cannot be pickled"):
        pickle.dumps(swiftpager.AsyncClient("http://127.0.0.1:9/").pager(ITEMS_QUERY))


def test_items_of_a_page_that_is_there_do_not_go_on_when_another_walk_has_begun(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            first, second = pager.items(), pager.items()
            assert (await anext(first))["id"] == "1"
            assert (await anext(second))["id"] == "1"
            with pytest.raises(swiftpager.Cancelled):
                await anext(first)
            assert [item async for item in first] == []
            assert (await anext(second))["id"] == "2"
            await second.aclose()

    run(main)


def test_what_waits_to_be_called_is_called_when_the_client_is_closed(run):
    class Silent:
        def __init__(self):
            self.sent, self.cancelled = [], []

        def send(self, request):
            self.sent.append(request)

        def cancel(self, request):
            self.cancelled.append(request)

    async def main():
        transport = Silent()
        client = swiftpager.AsyncClient("http://nowhere.example/graphql", transport=transport)
        ended = []

        async def ask():
            with pytest.raises(swiftpager.Cancelled):
                await client.execute("{ __typename }")
            ended.append(True)

        async def close():
            await until_async(lambda: transport.sent)
            await client.aclose()
            # It must be cancelled now, because the callbacks of a closed client do not run later.
            assert transport.cancelled == transport.sent

        await beside(ask, close)
        assert ended

    run(main)


CACHED_QUERY = (
    "query ($after: String) { products(first: 5, after: $after) {"
    " nodes { id name } pageInfo { hasNextPage endCursor } } }"
)


def test_what_a_callback_raises_under_trio_goes_to_the_log_and_the_client_goes_on(shop, caplog):
    def fail(update):
        if update.is_change:
            raise LookupError("from a callback")

    async def main():
        async with swiftpager.AsyncClient(shop, cache="memory") as client:
            pager = client.pager(CACHED_QUERY)
            pager.subscribe(fail)
            await pager.fetch()
            for number in (1, 2):
                client.cache["Product:" + pager.pages[0].items[0]["id"]] = {"name": f"Changed {number}"}
                await until_async(lambda count=number: caplog.text.count("LookupError: from a callback") == count)

    run_trio(main)
    assert {record.name for record in caplog.records} == {"swiftpager"}


def test_callbacks_that_wait_when_a_client_is_closed_under_trio_are_no_error(shop, caplog):
    async def main():
        # Either task may run first.
        for _ in range(20):
            client = swiftpager.AsyncClient(shop, cache="memory")
            pager = client.pager(CACHED_QUERY)
            pager.subscribe(lambda update: None)
            await pager.fetch()
            client.cache["Product:" + pager.pages[0].items[0]["id"]] = {"name": "Changed"}
            await trio.lowlevel.checkpoint()
            await client.aclose()

    run_trio(main)
    assert caplog.records == []


def test_updates_that_are_closed_do_not_hold_a_walk_back(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            updates = pager.updates()
            await updates.aclose()
            assert ids([page async for page in pager]) == ALL
            del updates

    run(main)
