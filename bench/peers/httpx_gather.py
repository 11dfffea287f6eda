"""Many walks at once in asyncio, written by hand: httpx's AsyncClient, orjson and asyncio.gather."""

import asyncio

import httpx
import orjson

import peer


async def main() -> None:
    """Walks all pages, `--pagers` times at once."""
    asked = peer.arguments(__doc__)
    pages = items = 0

    async def walk(client: httpx.AsyncClient) -> None:
        nonlocal pages, items
        cursor, has_next_page = None, True
        while has_next_page:
            body = orjson.dumps({"query": peer.QUERY, "variables": {"first": asked.size, "after": cursor}})
            answer = await client.post(asked.url, content=body, headers={"Content-Type": "application/json"})
            answer.raise_for_status()
            products = orjson.loads(answer.content)["data"]["products"]
            items += sum(edge["node"] is not None for edge in products["edges"])
            has_next_page = products["pageInfo"]["hasNextPage"]
            cursor = products["pageInfo"]["endCursor"]
            pages += 1

    start = peer.Cost.now()
    async with httpx.AsyncClient(timeout=60) as client:
        await asyncio.gather(*(walk(client) for _ in range(asked.pagers)))
    cost = peer.Cost.since(start)

    peer.report("httpx_gather", asked, pages, items, cost)


if __name__ == "__main__":
    asyncio.run(main())
