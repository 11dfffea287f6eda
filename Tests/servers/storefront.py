"""A real GraphQL server in the shape of Shopify's: every query has a cost, which a leaky bucket pays.

    storefront.py [--products 2000] [--maximum 1000] [--restore-rate 50] [--largest-query 1000] [--empty]

Prints `listening on http://127.0.0.1:PORT/graphql` once it accepts connections. Each answer tells its cost and what is
in the bucket, in `extensions.cost`; where that is not enough the answer has status 200, no data and an error with the
code THROTTLED. A query over --largest-query is refused with MAX_COST_EXCEEDED, whatever is in the bucket. `GET /stats`
tells `{"requests": 3, "throttled": 1, "refused": 0}`. The execution is ariadne's. `lifecycle.py` says when it ends.
"""

import argparse
import asyncio
import collections
import contextlib
import os
from typing import Any

import ariadne
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import lifecycle
import storefront_schema
from leaky_bucket import LeakyBucket


class Storefront:
    """Answers requests as long as the bucket pays for them."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._schema = storefront_schema.schema(arguments.products)
        level = 0 if arguments.empty else arguments.maximum
        self._bucket = LeakyBucket(arguments.maximum, arguments.restore_rate, level)
        self._largest = arguments.largest_query
        self._counts = collections.Counter(requests=0, throttled=0, refused=0)

    async def answer(self, request: Request) -> JSONResponse:
        """The answer to one request; also what is refused has status 200."""
        self._counts["requests"] += 1
        asked = await request.json()
        try:
            requested = storefront_schema.requested_cost(asked["query"], asked.get("variables") or {})
        except storefront_schema.UnknownCost as error:
            return JSONResponse({"errors": [{"message": str(error)}]})
        if requested > self._largest:
            self._counts["refused"] += 1
            message = f"Query cost is {requested}, which exceeds the single query max cost limit ({self._largest})."
            return self._refusal(message, "MAX_COST_EXCEEDED", requested)
        if not self._bucket.take(requested):
            self._counts["throttled"] += 1
            return self._refusal("Throttled", "THROTTLED", requested)
        _, answered = await ariadne.graphql(self._schema, asked)
        actual = storefront_schema.actual_cost(answered)
        self._bucket.give_back(requested - actual)
        return JSONResponse({**answered, "extensions": {"cost": self._cost(requested, actual)}})

    async def stats(self, request: Request) -> JSONResponse:
        """How many requests came, and how many of them were refused for what."""
        return JSONResponse(self._counts)

    def _refusal(self, message: str, code: str, requested: int) -> JSONResponse:
        errors = [{"message": message, "extensions": {"code": code}}]
        return JSONResponse({"errors": errors, "extensions": {"cost": self._cost(requested, None)}})

    def _cost(self, requested: int, actual: int | None) -> dict[str, Any]:
        status = self._bucket.status()
        return {"requestedQueryCost": requested, "actualQueryCost": actual, "throttleStatus": status}


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--products", type=int, default=2000, help="how many products there are (default 2000)")
    parser.add_argument("--maximum", type=float, default=1000, help="what the bucket holds (default 1000)")
    parser.add_argument("--restore-rate", type=float, default=50, help="what comes back in a second (default 50)")
    parser.add_argument("--empty", action="store_true", help="the bucket is empty at the first request")
    parser.add_argument("--largest-query", type=int, default=1000, help="the most for one query (default 1000)")
    arguments = lifecycle.parse_arguments(parser)
    front = Storefront(arguments)
    routes = [Route("/graphql", front.answer, methods=["POST"]), Route("/stats", front.stats)]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(Starlette(routes=routes), "/graphql", arguments, parent))


if __name__ == "__main__":
    main()
