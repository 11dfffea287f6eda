"""An event loop that drives a `Client` through its file descriptor, as for loops that `AsyncClient` does not know."""

import asyncio
import contextlib
import threading
import urllib.request

import pytest

import swiftpager
from conftest import ITEMS_QUERY, LIMIT_SECONDS


async def ended(start, *arguments, **options):
    """Waits for an operation without blocking the loop; raises its failure."""
    loop = asyncio.get_running_loop()
    future = loop.create_future()

    def completion(error):
        if future.cancelled():
            return
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    operation = start(completion, *arguments, **options)
    try:
        await future
    finally:
        operation.cancel()


async def load_all(url, updates):
    loop = asyncio.get_running_loop()
    with swiftpager.Client(url) as client:
        loop.add_reader(client.fileno(), client.dispatch)
        try:
            pager = client.pager(ITEMS_QUERY)
            pager.subscribe(updates.append)
            async with asyncio.timeout(LIMIT_SECONDS):
                await ended(pager.start_load_all)
        finally:
            loop.remove_reader(client.fileno())


def test_asyncio_drives_several_pagers_at_once(trouble):
    async def main():
        await asyncio.gather(*(load_all(trouble.url("/good", ms=5), updates) for updates in histories))

    histories = [[], [], []]
    asyncio.run(main())
    assert [[update.page_count for update in updates] for updates in histories] == [[1, 2, 3, 4, 5]] * 3


def test_a_failure_is_raised_where_it_is_awaited(trouble):
    updates = []
    with pytest.raises(swiftpager.HTTPError):
        asyncio.run(load_all(trouble.url("/http-500"), updates))
    assert [update.page_count for update in updates] == [1, 2, 2]


def test_cancelling_the_task_cancels_the_operation(trouble):
    async def main():
        task = asyncio.create_task(load_all(trouble.url("/stall", bad=2), updates))
        while not updates:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    updates = []
    asyncio.run(main())
    assert len(updates) == 1


# Hooks and transports


@contextlib.asynccontextmanager
async def driven(url, **options):
    """A client whose callbacks, hooks and transport run in the loop."""
    loop = asyncio.get_running_loop()
    with swiftpager.Client(url, **options) as client:
        loop.add_reader(client.fileno(), client.dispatch)
        try:
            async with asyncio.timeout(LIMIT_SECONDS):
                yield client
        finally:
            loop.remove_reader(client.fileno())


class AsyncTransport:
    """Sends each request in a task of the loop, with a thread that waits for the server."""

    def __init__(self):
        self.tasks = {}
        self.cancelled = []

    def send(self, request):
        self.tasks[request] = asyncio.create_task(self.answer(request))

    def cancel(self, request):
        self.cancelled.append(request)
        self.tasks[request].cancel()

    async def answer(self, request):
        try:
            response = await asyncio.to_thread(self.post, request)
        except BaseException as error:
            request.fail(repr(error))
            if isinstance(error, asyncio.CancelledError):
                raise
            return
        request.complete(200, response)

    @staticmethod
    def post(request):
        headers = dict(request.headers)
        asked = urllib.request.Request(request.url, request.body, headers, method=request.method)
        with urllib.request.urlopen(asked, timeout=LIMIT_SECONDS) as answer:
            return answer.read()


def test_the_loop_runs_hooks_and_a_transport_of_tasks(trouble):
    threads = set()

    def extract(page, is_initial):
        threads.add(threading.current_thread())
        info = page["data"]["items"]["pageInfo"]
        return {"can_load_next": info["hasNextPage"], "end_cursor": info["endCursor"], "initial": is_initial}

    def resolve(info, direction):
        threads.add(threading.current_thread())
        return {"variables": {"after": info["end_cursor"]}}

    def transform(page):
        threads.add(threading.current_thread())
        return [edge["node"]["id"] for edge in page["data"]["items"]["edges"]]

    async def main():
        async with driven(trouble.url("/good"), transport=AsyncTransport()) as client:
            pager = client.pager(
                ITEMS_QUERY, pagination={"connection": "/items", "items": "/edges"}, extract_page_info=extract,
                resolve_page=resolve, transform=transform,
            )
            await ended(pager.start_load_all)
            return [page.model for page in pager.pages]

    models = asyncio.run(main())
    assert models == [[str(10 * page + item) for item in range(1, 11)] for page in range(5)]
    assert threads == {threading.main_thread()}


def test_what_a_hook_raises_comes_where_it_is_awaited(trouble):
    def fail(page):
        raise KeyError("gone")

    async def main():
        async with driven(trouble.url("/good")) as client:
            with pytest.raises(swiftpager.HookError, match="gone") as raised:
                await ended(client.pager(ITEMS_QUERY, transform=fail).start_fetch)
            assert isinstance(raised.value.__cause__, KeyError)
            # The client still works.
            await ended(client.pager(ITEMS_QUERY).start_fetch)

    asyncio.run(main())


def test_what_a_task_of_a_transport_meets_comes_where_it_is_awaited(trouble):
    async def main():
        async with driven(trouble.url("/http-500", bad=1), transport=AsyncTransport()) as client:
            with pytest.raises(swiftpager.NetworkError, match="HTTPError 500"):
                await ended(client.pager(ITEMS_QUERY).start_fetch)

    asyncio.run(main())


def test_cancelling_the_task_cancels_that_of_the_transport(trouble):
    async def main():
        transport = AsyncTransport()
        asked = asyncio.Event()

        async def wait_for_ever(request):
            asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                request.fail("cancelled")

        transport.answer = wait_for_ever
        async with driven(trouble.url("/good"), transport=transport) as client:
            task = asyncio.create_task(ended(client.pager(ITEMS_QUERY).start_fetch))
            await asked.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            while not transport.cancelled:
                await asyncio.sleep(0)
            await asyncio.gather(*transport.tasks.values(), return_exceptions=True)
            assert all(sent.cancelled() for sent in transport.tasks.values())

    asyncio.run(main())


def test_what_returns_a_coroutine_is_no_hook_and_no_transport(trouble):
    async def send(request):
        raise AssertionError("the library does not await it")

    async def transform(page):
        raise AssertionError("the library does not await it")

    async def main():
        async with driven(trouble.url("/good"), transport=lambda request: send(request)) as client:
            with pytest.raises(swiftpager.NetworkError, match="must not be a coroutine"):
                await ended(client.pager(ITEMS_QUERY).start_fetch)
        async with driven(trouble.url("/good")) as client:
            with pytest.raises(swiftpager.HookError, match="must not be a coroutine"):
                await ended(client.pager(ITEMS_QUERY, transform=lambda page: transform(page)).start_fetch)

    asyncio.run(main())
