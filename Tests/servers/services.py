"""Small GraphQL servers in the shapes of public services, for the recordings of docs/recipes.

    services.py [--port 0] [--ready-file PATH] [--lifetime SECONDS]

Prints `listening on http://127.0.0.1:PORT/github` once it accepts connections; /shopify, /hasura and /subgraph are
beside it. Each answers the fields that the recipes ask for, with the headers or extensions that say how much of a
budget is left. The pages are cut down to a few items, whatever a request asks for, so that the recordings are small.
The execution is ariadne's. `lifecycle.py` says when the server ends.
"""

import argparse
import asyncio
import contextlib
import os
from collections.abc import Mapping
from typing import Any

import ariadne
from graphql import GraphQLSchema
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import keyset_schema
import lifecycle
import services_schemas

GITHUB_HEADERS = {
    "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "4990", "x-ratelimit-used": "10",
    "x-ratelimit-reset": "1900000000", "x-ratelimit-resource": "graphql",
}
SHOPIFY_EXTENSIONS = {
    "cost": {
        "requestedQueryCost": 52, "actualQueryCost": 7,
        "throttleStatus": {"maximumAvailable": 2000.0, "currentlyAvailable": 1993, "restoreRate": 100.0},
    }
}


def route(
    path: str, schema: GraphQLSchema, *, headers: Mapping[str, str] | None = None, extensions: Any = None
) -> Route:
    """Answers the queries of a schema."""

    async def answer(request: Request) -> JSONResponse:
        _, answered = await ariadne.graphql(schema, await request.json())
        if extensions is not None:
            answered = {**answered, "extensions": extensions}
        return JSONResponse(answered, headers=headers)

    return Route(path, answer, methods=["POST"])


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    arguments = lifecycle.parse_arguments(parser)
    routes = [
        route("/github", services_schemas.github(), headers=GITHUB_HEADERS),
        route("/shopify", services_schemas.shopify(), extensions=SHOPIFY_EXTENSIONS),
        route("/hasura", keyset_schema.hasura(14, row_limit=3)),
        route("/subgraph", keyset_schema.subgraph(8)),
    ]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(Starlette(routes=routes), "/github", arguments, parent))


if __name__ == "__main__":
    main()
