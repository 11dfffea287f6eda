"""A server that refuses fields of its items, as one does whose token may not read everything.

    refusing.py [--port 0] [--ready-file PATH] [--lifetime SECONDS]

Prints `listening on http://127.0.0.1:PORT` once it accepts connections. `lifecycle.py` says when it ends.

| request | answer |
| --- | --- |
| GET /requests | the queries that came, with their variables, and forgets them |
| POST / | the response to a query |

After `?`: `refuse=email,profile.phone`, the fields of a person that the server refuses, each with an error.
`times=local`, `times=number`: how `createdAt` is written. `introspection=refused`, `introspection=cut`: what is wrong
with the schema.
"""

import argparse
import asyncio
import contextlib
import json
import os
from typing import Any

import graphql
from graphql import GraphQLError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import lifecycle

COUNT = 23
SCHEMA = graphql.build_schema("""
scalar DateTime
scalar Date

type Query {
  people(first: Int!, after: String): PersonConnection!
  teams(page: Int = 1): TeamPage!
  everybody: [Person!]!
}

type PageInfo { hasNextPage: Boolean!, endCursor: String }
type PersonConnection { edges: [PersonEdge!]!, pageInfo: PageInfo! }
type PersonEdge { node: Person! }
type TeamPage { items: [Person!]!, totalPages: Int! }

type Person {
  id: ID!
  name: String
  email: String
  salary: Int!
  createdAt: DateTime
  joined: Date
  profile: Profile
}

type Profile { phone: String, address: String }
""")
TIMES = {"local": "2026-11-28T12:00:00", "number": 1_764_331_200, "": "2026-11-28T12:00:00Z"}
VALUES: dict[str, Any] = {"salary": 1, "joined": "2026-11-28", "profile": {}}


class Refusing:
    """The requests so far, and the answers."""

    def __init__(self) -> None:
        self._requests: list[Any] = []

    async def requests(self, request: Request) -> JSONResponse:
        """What came."""
        told, self._requests = self._requests, []
        return JSONResponse(told)

    async def answer(self, request: Request) -> JSONResponse:
        """The response to a query."""
        body = await request.json()
        introspection = request.query_params.get("introspection")
        if introspection == "refused" and ("__schema" in body["query"] or "__type(" in body["query"]):
            return JSONResponse({"errors": [{"message": "introspection is disabled"}]})
        if "__schema" in body["query"]:
            told: Any = graphql.graphql_sync(SCHEMA, body["query"]).formatted
            if introspection == "cut":
                described = told["data"]["__schema"]
                described["types"] = [kind for kind in described["types"] if kind["name"] != "Profile"]
            return JSONResponse(told)
        self._requests.append(body)
        result = graphql.graphql_sync(
            SCHEMA, body["query"], variable_values=body.get("variables"),
            field_resolver=lambda source, info, **given: resolved(source, info, given, request),
        )
        return JSONResponse(result.formatted)


def resolved(source: Any, info: graphql.GraphQLResolveInfo, given: dict[str, Any], request: Request) -> Any:
    """The value of a field; raises GraphQLError for one that is refused."""
    names = [step for step in info.path.as_list() if isinstance(step, str)]
    for refused in request.query_params.get("refuse", "").split(","):
        if refused and names[-len(refused.split(".")):] == refused.split("."):
            raise GraphQLError(f"{refused} needs the permission to read it", extensions={"code": "FORBIDDEN"})
    match info.field_name:
        case "people":
            first = int(given.get("after") or 0) + 1
            numbers = range(first, min(first + given["first"], COUNT + 1))
            has_next = numbers.stop <= COUNT
            return {
                "edges": [{"node": {"id": number}} for number in numbers],
                "pageInfo": {"hasNextPage": has_next, "endCursor": str(numbers.stop - 1)},
            }
        case "teams":
            numbers = range(10 * given["page"] - 9, min(10 * given["page"], COUNT) + 1)
            return {"items": [{"id": number} for number in numbers], "totalPages": -(-COUNT // 10)}
        case "everybody":
            return [{"id": number} for number in range(1, COUNT + 1)]
        case "createdAt":
            return TIMES[request.query_params.get("times", "")]
    if isinstance(source, dict) and info.field_name in source:
        return source[info.field_name]
    return VALUES.get(info.field_name, f"{info.field_name} of {json.dumps(source)}")


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    arguments = lifecycle.parse_arguments(parser)
    refusing = Refusing()
    routes = [Route("/requests", refusing.requests), Route("/", refusing.answer, methods=["POST"])]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(Starlette(routes=routes), "", arguments, parent))


if __name__ == "__main__":
    main()
