"""Closed asynchronous iterators: later steps, and steps that were waiting."""

import pytest

import swiftpager
from conftest import ITEMS_QUERY, ids
from loops import beside, sleep, until_async

ITERATORS = {
    "pages": lambda pager: aiter(pager),
    "items": lambda pager: pager.items(),
    "updates": lambda pager: pager.updates(),
    "batches": lambda pager: aiter(pager.record_batches()),
}


@pytest.mark.parametrize("name", ITERATORS)
@pytest.mark.parametrize("begun", [False, True])
def test_a_closed_iterator_is_at_its_end(run, trouble, name, begun):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY, retain="all")
            if name == "updates" and begun:
                await pager.fetch()
            iterator = ITERATORS[name](pager)
            if begun:
                await anext(iterator)
            await iterator.aclose()
            await iterator.aclose()
            before = trouble.stats()["requests"]
            for _ in range(2):
                with pytest.raises(StopAsyncIteration):
                    await anext(iterator)
            assert await anext(iterator, None) is None
            assert trouble.stats()["requests"] == before
        with pytest.raises(StopAsyncIteration):
            await anext(iterator)

    run(main)


@pytest.mark.parametrize("name", ITERATORS)
def test_closing_an_iterator_ends_what_awaits_it(run, trouble, name):
    ended = []

    async def main():
        async with swiftpager.AsyncClient(trouble.url("/stall", bad=1)) as client:
            pager = client.pager(ITEMS_QUERY)
            iterator = ITERATORS[name](pager)

            async def take():
                with pytest.raises(StopAsyncIteration):
                    await anext(iterator)
                ended.append(True)

            async def close():
                await sleep(0.1)
                with pytest.raises(RuntimeError, match="another task already awaits this iterator"):
                    await anext(iterator)
                assert not ended
                await iterator.aclose()
                await until_async(lambda: ended)

            await beside(take, close)
            assert ended
            # The operation has ended, so the next walk is a new one.
            assert "load_all" not in repr(pager)

    run(main)


def test_a_walk_may_follow_one_that_was_closed(run, trouble):
    async def main():
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            pager = client.pager(ITEMS_QUERY)
            for _ in range(3):
                walk = aiter(pager)
                await anext(walk)
                await walk.aclose()
            assert ids([page async for page in pager]) == list(range(1, 51))

    run(main)
