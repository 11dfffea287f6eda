"""Many walks at once in asyncio, written by hand: aiohttp, orjson and asyncio.gather."""

import asyncio

import aiohttp
import orjson

import peer


async def main() -> None:
    """Walks all pages, `--pagers` times at once."""
    asked = peer.arguments(__doc__)
    pages = items = 0
    headers = {"Content-Type": "application/json"}

    async def walk(session: aiohttp.ClientSession) -> None:
        nonlocal pages, items
        cursor, has_next_page = None, True
        while has_next_page:
            body = orjson.dumps({"query": peer.QUERY, "variables": {"first": asked.size, "after": cursor}})
            async with session.post(asked.url, data=body, headers=headers) as answer:
                answer.raise_for_status()
                products = orjson.loads(await answer.read())["data"]["products"]
            items += sum(edge["node"] is not None for edge in products["edges"])
            has_next_page = products["pageInfo"]["hasNextPage"]
            cursor = products["pageInfo"]["endCursor"]
            pages += 1

    start = peer.Cost.now()
    # There is no limit, so every walk has a connection of its own.
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await asyncio.gather(*(walk(session) for _ in range(asked.pagers)))
    cost = peer.Cost.since(start)

    peer.report("aiohttp_gather", asked, pages, items, cost)


if __name__ == "__main__":
    asyncio.run(main())
