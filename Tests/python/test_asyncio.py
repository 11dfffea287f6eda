"""The recipe of docs/python.md: asyncio drives the client through its file descriptor."""

import asyncio

import pytest

import swiftpager
from conftest import ITEMS_QUERY, LIMIT_SECONDS


async def ended(start, *arguments, **options):
    """Waits for an operation without blocking the loop; raises how it failed."""
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
