"""Offset lists that change while they are read: `{"list": {"items": […], "total": N, "pages": N}}`.

They are asked for by `offset` and `limit`, or by the number of a page, `page` from 1, and `limit`.
Items have the numbers from 1, `{"id": 1, "name": "Item 1"}`. The bad page, and all after it, see the changed list.
"""

import asyncio
import dataclasses
import json
from typing import Any

from .exchange import Exchange
from .register import on_every_page


@dataclasses.dataclass
class OffsetPage:
    """What one request asked for, and whether it sees the changed list."""

    offset: int
    limit: int
    total: int
    number: int
    is_bad: bool
    is_late: bool

    def response(self, *, first: int | None = None) -> dict[str, Any]:
        """The page; `first` is the number of its first item where that is not the one at its offset."""
        start = self.offset + 1 if first is None else first
        length = max(0, min(self.limit, self.total - self.offset))
        items = [{"id": number, "name": f"Item {number}"} for number in range(start, start + length)]
        return {"data": {"list": {"items": items, "total": self.total, "pages": -(-self.total // self.limit)}}}


def asked(exchange: Exchange) -> OffsetPage:
    """The page that a request asks for, by an offset or by a page's number."""
    variables = json.loads(exchange.request.body).get("variables") or {}
    limit = int(variables.get("limit") or exchange.options.size)
    offset = int(variables.get("offset") or 0)
    if "page" in variables:
        offset = (int(variables["page"]) - 1) * limit
    bad = 3 if exchange.options.bad is None else exchange.options.bad
    number = offset // limit + 1
    return OffsetPage(
        offset=offset, limit=limit, total=exchange.options.pages * exchange.options.size, number=number,
        is_bad=offset == (bad - 1) * limit, is_late=0 < bad <= number,
    )


@on_every_page("/offsets")
async def offsets(exchange: Exchange) -> None:
    """An offset list that stays as it is."""
    await exchange.send_json(asked(exchange).response())


@on_every_page("/offsets-uneven")
async def offsets_uneven(exchange: Exchange) -> None:
    """Pages that overtake each other: of four that come one after the other the first takes longest."""
    page = asked(exchange)
    await asyncio.sleep((3 - page.number % 4) * 0.02)
    await exchange.send_json(page.response())


@on_every_page("/offsets-hidden")
async def offsets_hidden(exchange: Exchange) -> None:
    """The items of the bad page are hidden from this reader: the page is empty, and the total counts them."""
    page = asked(exchange)
    response = page.response()
    if page.is_bad:
        response["data"]["list"]["items"] = []
    await exchange.send_json(response)


@on_every_page("/offsets-growing")
async def offsets_growing(exchange: Exchange) -> None:
    """From the bad page on the list has a page more."""
    page = asked(exchange)
    page.total += exchange.options.size if page.is_late else 0
    await exchange.send_json(page.response())


@on_every_page("/offsets-shifting")
async def offsets_shifting(exchange: Exchange) -> None:
    """From the bad page on there is an item more at the beginning: the bad page repeats the last item before it."""
    page = asked(exchange)
    page.total += 1 if page.is_late else 0
    await exchange.send_json(page.response(first=page.offset) if page.is_late else page.response())
