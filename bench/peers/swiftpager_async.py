"""swiftpager in an event loop: many walks at once, decoded."""

import asyncio

import peer
import swiftpager


async def main() -> None:
    """Walks all pages, `--pagers` times at once."""
    asked = peer.arguments(__doc__)
    pages = items = 0

    async def walk(client: swiftpager.AsyncClient) -> None:
        nonlocal pages, items
        async for page in client.pager(peer.QUERY, {"first": asked.size}):
            pages += 1
            items += sum(node is not None for node in page.items)

    start = peer.Cost.now()
    async with swiftpager.AsyncClient(asked.url) as client:
        await asyncio.gather(*(walk(client) for _ in range(asked.pagers)))
    cost = peer.Cost.since(start)

    peer.report("swiftpager_async_py", asked, pages, items, cost)


if __name__ == "__main__":
    asyncio.run(main())
