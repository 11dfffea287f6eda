"""A real GraphQL server on the loopback address: a shop whose products come in pages.

    shop.py --port 0 --products 1000 [--max-page 100] [--max-cost 1000] [--ready-file PATH] [--lifetime SECONDS]

Prints `listening on http://127.0.0.1:PORT/graphql` once it accepts connections. `lifecycle.py` says when it ends.

A request may have a key, `/graphql?key=KEY`, and `/stats?key=KEY` says how many requests had it: `{"requests": 3}`.

Beside it, at `/forge`, are repositories with issues, labels and comments: lists inside lists (`forge_schema.py`). With
`/forge?misbehaviour=WORD` they misbehave when they are gone on with.

At `/market` is what generated types are tested with (`market_schema.py`).

At `/hasura` and `/subgraph` are lists that are read by the keys of their items (`keyset_schema.py`).
"""

import argparse
import asyncio
import collections
import contextlib
import logging
import os
from typing import Any

import ariadne
from graphql import GraphQLSchema
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from strawberry.asgi import GraphQL

import application_server
import forge_schema
import keyset_schema
import lifecycle
import market_schema
import shop_schema


class ShopApplication(GraphQL[shop_schema.State, None]):
    """strawberry's ASGI application with the shop's state as the context of every request.

    All requests share one shop, except those with `?shop=NAME`. A test that changes something names a shop of its own,
    so that no other test sees the change.
    """

    def __init__(self, max_page: int, product_count: int, max_cost: int) -> None:
        super().__init__(shop_schema.schema(max_page), graphql_ide=None)
        self.states = collections.defaultdict[str, shop_schema.State](
            lambda: shop_schema.state(product_count) | {"max_cost": max_cost})
        self.requests = collections.Counter[str]()

    async def get_context(self, request: Any, response: Any) -> shop_schema.State:
        self.requests[request.query_params.get("key", "")] += 1
        return self.states[request.query_params.get("shop", "")]

    async def stats(self, request: Request) -> JSONResponse:
        """How many requests had a key."""
        return JSONResponse({"requests": self.requests[request.query_params.get("key", "")]})


class ForgeApplication(GraphQL[forge_schema.State, None]):
    """The same with the forge's schema; what a request counts for is the shop's to know."""

    def __init__(self, requests: collections.Counter[str]) -> None:
        super().__init__(forge_schema.schema(), graphql_ide=None)
        self.state = forge_schema.state()
        self.requests = requests

    async def get_context(self, request: Any, response: Any) -> forge_schema.State:
        self.requests[request.query_params.get("key", "")] += 1
        return {**self.state, "misbehaviour": request.query_params.get("misbehaviour")}


def keyset_route(path: str, schema: GraphQLSchema, requests: collections.Counter[str]) -> Route:
    """Answers the queries of a schema with ariadne."""

    async def answer(request: Request) -> JSONResponse:
        requests[request.query_params.get("key", "")] += 1
        _, answered = await ariadne.graphql(schema, await request.json())
        return JSONResponse(answered)

    return Route(path, answer, methods=["POST"])


async def serve(arguments: argparse.Namespace, parent: int) -> None:
    """Serves until told to stop."""
    shop = ShopApplication(arguments.max_page, arguments.products, arguments.max_cost)
    forge = ForgeApplication(shop.requests)
    market = GraphQL[None, None](market_schema.schema, graphql_ide=None)
    keysets = [
        keyset_route("/hasura", keyset_schema.hasura(arguments.products), shop.requests),
        keyset_route("/subgraph", keyset_schema.subgraph(arguments.products), shop.requests),
    ]
    application = Starlette(
        routes=[
            Route("/graphql", shop), Route("/forge", forge), Route("/market", market), Route("/stats", shop.stats),
            *keysets,
        ])
    await application_server.serve(application, "/graphql", arguments, parent)


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--products", type=int, default=1000, help="how many products there are (default 1000)")
    parser.add_argument("--max-page", type=int, default=100, help="the largest page it serves (default 100)")
    parser.add_argument("--max-cost", type=int, default=1000, help="the most items that a page may cost (default 1000)")
    arguments = lifecycle.parse_arguments(parser)
    # Wrong queries are part of the tests; their stack traces would bury the tests' own output.
    logging.getLogger("strawberry.execution").setLevel(logging.CRITICAL)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments, parent))


if __name__ == "__main__":
    main()
