"""A list that is only for those who say who they are, with tokens that expire."""

import collections

from .exchange import Exchange, graphql_error, json_bytes
from .register import on_every_page

# Which token is good, from 1, and how often it was used, for each key.
_good: collections.Counter[str] = collections.Counter()
_uses: collections.Counter[str] = collections.Counter()


@on_every_page("/tokens")
async def tokens(exchange: Exchange) -> None:
    """401 without `Authorization: Bearer N`; token 1 is good for `uses` pages, then token 2, and so on."""
    key = exchange.options.key
    good = max(_good[key], 1)
    if exchange.request.header("authorization") != f"Bearer {good}":
        await exchange.send(json_bytes({"errors": [graphql_error("Who are you?", code="UNAUTHENTICATED")]}), 401)
        return
    _uses[key] += 1
    if _uses[key] == exchange.options.uses:
        _uses[key] = 0
        _good[key] = good + 1
    await exchange.send_page()
