#!/usr/bin/env python3
"""Twenty lists and more of several kinds, whose items change when a test says that a night has passed.

    changing_lists.py [--items 23] [--latency-ms 0]

Prints `listening on http://127.0.0.1:PORT/graphql` once it accepts connections. graphql-core executes the queries and
answers introspection. `LISTS` says of what kind each list is:

    since     a cursor, and an order by `updatedAt`; items are added and changed
    filtered  a cursor, and a filter by `updatedAt`; items are added and changed
    cursor    a cursor; items are added, changed and deleted
    offset    an offset; items are added, changed and deleted
    whole     no pages; items are added, changed and deleted

`repository(name).issues` has the issues of each item of `repositories`. `/night` changes the items, `/truth` has the
rows that each list has now, `/stats` counts requests, and `/control` takes a JSON object: `new_field` and `new_list`
change the schema, `disorder`, `forbidden`, `partial`, `refused` and `expired` name lists that misbehave, `forbidden`
also the names of repositories. `lifecycle.py` says when the server ends.
"""

import argparse
import asyncio
import base64
import collections
import contextlib
import datetime
import os
import random
from collections.abc import Callable
from typing import Any

import graphql
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import lifecycle

Item = dict[str, Any]

KINDS = {
    "since": ("orders", "invoices", "payments", "refunds", "carts", "messages", "viewer.notes"),
    "filtered": ("tickets", "alerts", "visits"),
    "cursor": ("products", "Products", "brands", "repositories", "empty", "viewer.stars"),
    "offset": ("rows", "cells"),
    "whole": ("currencies", "countries"),
}
LISTS = {name: kind for kind, names in KINDS.items() for name in names}
SCHEMA = """
scalar DateTime
enum Direction { ASC DESC }
enum Field { CREATED_AT UPDATED_AT }
input Order { field: Field! direction: Direction! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Owner { login: String! }
type Changing { id: ID! name: String! size: Int owner: Owner! updatedAt: DateTime! %(field)s }
type Thing { id: ID! name: String! size: Int owner: Owner! %(field)s }
type ChangingConnection { nodes: [Changing!]! pageInfo: PageInfo! }
type ThingConnection { nodes: [Thing!]! pageInfo: PageInfo! }
type Repository { issues(first: Int, after: String): ThingConnection! }
type Query { %(fields)s repository(name: String!): Repository! viewer: Viewer! }
type Viewer { %(viewer)s }
"""
FIELDS = {
    "since": "(first: Int, after: String, orderBy: Order): ChangingConnection!",
    "filtered": "(first: Int, after: String, updatedSince: DateTime): ChangingConnection!",
    "cursor": "(first: Int, after: String): ThingConnection!",
    "offset": "(offset: Int, limit: Int): [Thing!]!",
    "whole": ": [Thing!]!",
}
# No test lasts as long, so that no time is in the future.
BEGIN = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=100)


class Lists:
    """The items, and how the lists behave."""

    def __init__(self, count: int) -> None:
        self.random = random.Random(7)
        self.night = 0
        self.moment = 0
        self.control: dict[str, Any] = {}
        self.counts: collections.Counter[str] = collections.Counter()
        self.items: dict[str, dict[int, Item]] = {name: {} for name in LISTS}
        for name in LISTS:
            self.add(name, 0 if name == "empty" else count)
        self.schema = self.built()

    def built(self) -> graphql.GraphQLSchema:
        """The schema as it is now."""
        fields = [f"{name}{FIELDS[kind]}" for name, kind in LISTS.items() if "." not in name]
        fields += ["additions: [Thing!]!"] if self.control.get("new_list") else []
        return graphql.build_schema(SCHEMA % {
            "field": "color: String" if self.control.get("new_field") else "", "fields": " ".join(fields),
            "viewer": " ".join(f"{name[7:]}{FIELDS[kind]}" for name, kind in LISTS.items() if "." in name),
        })

    def add(self, name: str, count: int) -> None:
        """New items at the end of a list."""
        items = self.items[name]
        begin = max(items, default=0) + 1
        for number in range(begin, begin + count):
            items[number] = {
                "id": f"{name}:{number}", "name": f"{name} {number}", "size": number,
                "owner": {"login": f"o{number % 3}"}, "updatedAt": self.now(), "color": "red",
            }

    def now(self) -> str:
        """A time of this night that no other item has."""
        self.moment += 1
        moment = BEGIN + datetime.timedelta(days=self.night, milliseconds=self.moment)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def pass_night(self) -> None:
        """Adds, changes and deletes items of each list."""
        self.night += 1
        for name, kind in LISTS.items():
            items = self.items[name]
            if name == "empty":
                continue
            self.add(name, self.random.randint(0, 4))
            for number in self.random.sample(sorted(items), self.random.randint(0, 5)):
                items[number] |= {"name": f"{name} {number} of night {self.night}", "updatedAt": self.now()}
            if kind not in ("since", "filtered"):
                for number in self.random.sample(sorted(items), self.random.randint(0, 3)):
                    del items[number]

    def truth(self) -> dict[str, list[list[Any]]]:
        """The id and the name of each row of each list."""
        rows = {name: [[item["id"], item["name"]] for item in items.values()] for name, items in self.items.items()}
        repositories = self.items["repositories"].values()
        issues = [[one["id"], one["name"]] for item in repositories for one in self.issues(item["name"])]
        return {**rows, "repository.issues": issues}

    def issues(self, repository: str) -> list[Item]:
        """The issues of a repository."""
        count = len(repository) % 4
        return [
            {"id": f"{repository}#{number}", "name": repository, "size": number, "owner": {"login": "o"}}
            for number in range(count)
        ]

    # Answers

    def root(self) -> dict[str, Any]:
        """What graphql-core resolves the query with."""
        fields = {name.removeprefix("viewer."): self.resolver(name, kind) for name, kind in LISTS.items()}

        def repository(info: Any, name: str) -> dict[str, Any]:
            if name in self.control.get("forbidden", ()):
                raise ValueError(f"no access to {name}")
            issues = list(enumerate(self.issues(name)))
            return {"issues": lambda info, first=100, after=None: self.page("issues", issues, first, after)}

        return {**fields, "viewer": fields, "additions": [], "repository": repository}

    def resolver(self, name: str, kind: str) -> Callable[..., Any]:
        """The resolver of a list."""
        def resolve(
            info: Any, first: int = 100, after: str | None = None, orderBy: Any = None, updatedSince: str = "",
            offset: int = 0, limit: int = 100,
        ) -> Any:
            self.counts[name] += 1
            if name in self.control.get("forbidden", ()):
                raise ValueError(f"no access to {name}")
            items = self.items[name]
            if kind == "whole":
                return list(items.values())
            if kind == "offset":
                return [items[number] for number in sorted(items)][offset:offset + limit]
            places: list[tuple[Any, Item]] = sorted(
                ((item["updatedAt"] if orderBy else number, item) for number, item in items.items()
                 if item["updatedAt"] >= updatedSince), key=lambda one: one[0], reverse=bool(orderBy),
            )
            if name in self.control.get("disorder", ()):
                self.random.shuffle(places)
            return self.page(name, places, first, after, is_descending=bool(orderBy))
        return resolve

    def page(
        self, name: str, places: list[tuple[Any, Item]], first: int, after: str | None, *, is_descending: bool = False
    ) -> Any:
        """A page of a connection, whose cursors name places that do not move."""
        if after is not None:
            if name in self.control.get("expired", ()):
                raise ValueError("the cursor has expired")
            begin = base64.b64decode(after).decode()
            places = [
                (place, item) for place, item in places
                if (f"{place:>30}" < begin if is_descending else f"{place:>30}" > begin)
            ]
        shown = places[:first]
        end = base64.b64encode(f"{shown[-1][0]:>30}".encode()).decode() if shown else None
        nodes: list[Any] = [item for _, item in shown]
        if name in self.control.get("partial", ()) and nodes:
            nodes[0] = {**nodes[0], "size": ValueError("no size")}
        if name in self.control.get("refused", ()):
            nodes = [{**node, "size": ValueError("no size")} for node in nodes]
        return {"nodes": nodes, "pageInfo": {"hasNextPage": len(places) > first, "endCursor": end}}


def application(lists: Lists, latency: float) -> Starlette:
    """The addresses of the server."""
    async def query(request: Request) -> JSONResponse:
        body = await request.json()
        lists.counts["requests"] += 1
        lists.counts["introspections"] += "__schema" in body["query"]
        if "__schema" in body["query"] and lists.control.get("closed"):
            return JSONResponse({"errors": [{"message": "introspection is off"}]})
        await asyncio.sleep(latency)
        done = graphql.graphql_sync(lists.schema, body["query"], lists.root(), variable_values=body.get("variables"))
        return JSONResponse(done.formatted)

    async def night(request: Request) -> JSONResponse:
        lists.pass_night()
        return JSONResponse({})

    async def control(request: Request) -> JSONResponse:
        lists.control = await request.json()
        lists.schema = lists.built()
        return JSONResponse({})

    async def told(request: Request) -> JSONResponse:
        return JSONResponse(lists.truth() if request.url.path == "/truth" else lists.counts)

    return Starlette(routes=[
        Route("/graphql", query, methods=["POST"]), Route("/night", night, methods=["POST"]),
        Route("/control", control, methods=["POST"]), Route("/truth", told), Route("/stats", told),
    ])


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--items", type=int, default=23, help="items of each list at first (default 23)")
    parser.add_argument("--latency-ms", type=float, default=0, help="how late an answer is (default 0)")
    arguments = lifecycle.parse_arguments(parser)
    served = application(Lists(arguments.items), arguments.latency_ms / 1_000)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(served, "/graphql", arguments, parent))


if __name__ == "__main__":
    main()
