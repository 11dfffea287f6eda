"""Event loops for tests of coroutines: the fixture `run` runs a test in each of them."""

import asyncio

import trio
import uvloop

from conftest import LIMIT_SECONDS


def run_asyncio(main):
    asyncio.run(asyncio.wait_for(main(), LIMIT_SECONDS))


def run_uvloop(main):
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(main(), LIMIT_SECONDS))


def run_trio(main):
    async def limited():
        with trio.fail_after(LIMIT_SECONDS):
            await main()

    trio.run(limited)


async def sleep(seconds):
    """Sleeps in the running event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        await trio.sleep(seconds)
    else:
        await asyncio.sleep(seconds)


async def until_async(is_so):
    """Waits until a condition is true, while the loop continues."""
    while not is_so():
        await sleep(0.002)


async def beside(first, second):
    """Runs two coroutine functions at the same time."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(first)
            nursery.start_soon(second)
    else:
        await asyncio.gather(first(), second())


RUNNERS = {"asyncio": run_asyncio, "uvloop": run_uvloop, "trio": run_trio}
