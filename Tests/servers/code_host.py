"""A real GraphQL server in the shape of GitHub's: points for a window of time, headers that tell them, refusals.

    code_host.py [--repositories 200] [--points 5000] [--window-seconds 3600] [--node-limit 500000] [--abuse-at N]

Prints `listening on http://127.0.0.1:PORT/graphql` once it accepts connections. Every request costs a point. When there
are none left, until the window ends, the answer has status 200, no data and an error of the type RATE_LIMITED; the
headers `x-ratelimit-remaining` and `-reset` tell as much. A query that might bring more nodes than --node-limit gets
MAX_NODE_LIMIT_EXCEEDED. Request --abuse-at is met by a secondary limit: status 403 and `Retry-After: 1`. `GET /stats`
tells `{"requests": 3, "limited": 1, "refused": 0, "abuse": 0}`. The execution is ariadne's. `lifecycle.py` says when it
ends.
"""

import argparse
import asyncio
import collections
import contextlib
import os
import time
from typing import Any

import ariadne
from graphql import GraphQLError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import code_host_schema
import lifecycle

ABUSE = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."


class CodeHost:
    """Answers requests as long as the window has points."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._schema = code_host_schema.schema(arguments.repositories)
        self._counts = collections.Counter(requests=0, limited=0, refused=0, abuse=0)
        self._used = 0
        self._window_ends = 0

    async def answer(self, request: Request) -> JSONResponse:
        """The answer to one request."""
        self._counts["requests"] += 1
        if self._counts["requests"] == self._arguments.abuse_at:
            self._counts["abuse"] += 1
            return JSONResponse({"message": ABUSE}, 403, {"Retry-After": "1"})
        asked = await request.json()
        if not self._has_point():
            self._counts["limited"] += 1
            return self._refusal("API rate limit exceeded for user ID 7.", "RATE_LIMITED")
        try:
            nodes = code_host_schema.possible_nodes(asked["query"], asked.get("variables") or {})
        except GraphQLError as error:
            return self._refusal(str(error), "INVALID")
        if nodes > self._arguments.node_limit:
            self._counts["refused"] += 1
            message = f"This query requests up to {nodes:,} possible nodes which exceeds the maximum limit of"
            return self._refusal(f"{message} {self._arguments.node_limit:,}.", "MAX_NODE_LIMIT_EXCEEDED")
        self._used += 1
        _, answered = await ariadne.graphql(self._schema, asked, context_value=self._rate_limit())
        return JSONResponse(answered, headers=self._headers())

    async def stats(self, request: Request) -> JSONResponse:
        """How many requests came, and how many of them were refused for what."""
        return JSONResponse(self._counts)

    def _has_point(self) -> bool:
        if time.time() >= self._window_ends:
            self._used = 0
            # In whole seconds, as the header tells it.
            self._window_ends = int(time.time()) + self._arguments.window_seconds
        return self._used < self._arguments.points

    def _refusal(self, message: str, kind: str) -> JSONResponse:
        return JSONResponse({"errors": [{"type": kind, "message": message}]}, headers=self._headers())

    def _rate_limit(self) -> dict[str, Any]:
        limit = self._arguments.points
        return {"limit": limit, "cost": 1, "remaining": limit - self._used, "used": self._used}

    def _headers(self) -> dict[str, str]:
        told = self._rate_limit()
        headers = {f"x-ratelimit-{name}": str(told[name]) for name in ("limit", "remaining", "used")}
        return {**headers, "x-ratelimit-reset": str(self._window_ends), "x-ratelimit-resource": "graphql"}


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--repositories", type=int, default=200, help="how many there are (default 200)")
    parser.add_argument("--points", type=int, default=5000, help="requests for a window (default 5000)")
    parser.add_argument("--window-seconds", type=int, default=3600, help="how long one is (default 3600)")
    parser.add_argument("--node-limit", type=int, default=500_000, help="for one query (default 500,000)")
    parser.add_argument("--abuse-at", type=int, default=0, metavar="N", help="the request that is too much (0: none)")
    arguments = lifecycle.parse_arguments(parser)
    host = CodeHost(arguments)
    routes = [Route("/graphql", host.answer, methods=["POST"]), Route("/stats", host.stats)]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(Starlette(routes=routes), "/graphql", arguments, parent))


if __name__ == "__main__":
    main()
