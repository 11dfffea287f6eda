"""A list of things of several types; graphql-core serves it, and executes documents on all of it as a model."""

import contextlib
import copy
import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    InlineFragmentNode,
    Node,
    OperationDefinitionNode,
    SelectionSetNode,
    build_schema,
    execute_sync,
    parse,
    visit,
)
from graphql.language import NameNode, Visitor

from raw_server import RawServer, answer, raw_server

SCHEMA = build_schema("""
interface Node { id: ID! }
interface Named { name(upper: Boolean): String size: Size }
interface Priced { price(in: Currency): Int }
interface Made implements Node & Named { id: ID! name(upper: Boolean): String size: Size maker: Person }
interface Place implements Node { id: ID! title: String owner: Person }
enum Currency { EUR USD }
# It has no id, so it is a part of the object around it.
type Size { width: Int height: Int unit: String }
type Person implements Node & Named {
  id: ID! name(upper: Boolean): String size: Size age: Int friend: Person likes: Thing
}
type Book implements Node & Named & Priced & Made {
  id: ID! name(upper: Boolean): String size: Size price(in: Currency): Int maker: Person pages: Int related: [Thing]
}
type Disc implements Node & Named & Priced & Made {
  id: ID! name(upper: Boolean): String size: Size price(in: Currency): Int maker: Person tracks: Int
}
type Ticket implements Node & Priced { id: ID! price(in: Currency): Int seat: String holder: Named }
union Thing = Person | Book | Disc | Ticket
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type ThingEdge { cursor: String! weight: Int node: Thing }
type Things { total: Int! edges: [ThingEdge!]! nodes: [Thing]! pageInfo: PageInfo! }
type MemberEdge { cursor: String! weight: Int node: Node }
type Members { total: Int! edges: [MemberEdge!]! nodes: [Node]! pageInfo: PageInfo! }
type Shelf implements Node & Place {
  id: ID! title: String owner: Person
  things(first: Int after: String last: Int before: String): Things!
  members(first: Int after: String last: Int before: String): Members!
  slice(limit: Int offset: Int): Things!
}
type Query {
  shelf: Shelf place: Place
  node(key: String!): Node thing(key: String!): Thing
  things(first: Int after: String last: Int before: String): Things!
  members(first: Int after: String last: Int before: String): Members!
  slice(limit: Int offset: Int): Things!
}
""")
# How many things of each type there are: their ids are numbers, and several types have the same ones.
TYPES = ("Person", "Book", "Disc", "Ticket")
RATES = {None: 1, "EUR": 2, "USD": 3}


@dataclasses.dataclass(frozen=True)
class Spot:
    """An object, by the key under which a cache keeps it: that of a record, or the place in the object around it."""

    type: str
    key: str
    # The positions that a page of the list has.
    window: range = range(0)


# A field of an object, with its arguments.
Shown = tuple[str, str, str]
# The value of an object's field with its arguments.
Values = Callable[[Spot, str, dict[str, Any]], Any]


class World:
    """All data. A reference is the key of a record."""

    def __init__(self, chance: random.Random) -> None:
        self.keys = [f"{kind}:{id}" for kind in TYPES for id in range(1, chance.randint(2, 4))]
        self.records: dict[str, dict[str, Any]] = {key: {} for key in [*self.keys, "Shelf:1"]}
        for key in self.records:
            kind: Any = SCHEMA.type_map[key.partition(":")[0]]
            for field in kind.fields:
                self.records[key][field] = self.drawn(chance, field)
        # Null is an element, too.
        self.order = [None if chance.random() < 0.1 else chance.choice(self.keys) for _ in range(chance.randint(0, 12))]

    def __repr__(self) -> str:
        return f"{self.order} of {self.records}"

    def drawn(self, chance: random.Random, field: str) -> Any:
        """A value for a field."""
        if chance.random() < 0.15:
            return None
        match field:
            case "size":
                return {"width": chance.randrange(9), "height": chance.randrange(9), "unit": chance.choice("cm")}
            case "maker" | "friend" | "owner":
                return chance.choice([key for key in self.keys if key.startswith("Person")])
            case "holder":
                return chance.choice([key for key in self.keys if not key.startswith("Ticket")])
            case "likes":
                return chance.choice(self.keys)
            case "related":
                return [chance.choice([*self.keys, None]) for _ in range(chance.randrange(4))]
            case "name" | "title" | "seat":
                return f"{field} {chance.randrange(1_000)}"
        return chance.randrange(1_000)

    def changed(self, chance: random.Random) -> "World":
        """Another world, in which some fields have other values, and the list has the same things."""
        other = copy.deepcopy(self)
        for fields in other.records.values():
            for field in fields:
                if chance.random() < 0.6:
                    fields[field] = self.drawn(chance, field)
        return other

    def value(self, spot: Spot, field: str, arguments: dict[str, Any]) -> Any:
        """The value of a field: a plain one, a `Spot`, or a list of them."""
        inner = f"{spot.key}.{field}{written(arguments)}"
        match spot.type, field:
            case _, "things" | "members" | "slice":
                given = {name: value for name, value in arguments.items() if value is not None}
                return Spot("Members" if field == "members" else "Things", inner, self.window(**given))
            case "Query", "shelf" | "place":
                return self.record("Shelf:1")
            case "Query", _:
                return self.record(arguments["key"])
            case "Things" | "Members", "total":
                return len(self.order)
            case "Things" | "Members", "nodes":
                return [self.record(self.order[index]) for index in spot.window]
            case "Things" | "Members", "edges":
                kind = "ThingEdge" if spot.type == "Things" else "MemberEdge"
                return [
                    Spot(kind, f"{inner}[{place}]", range(index, index + 1)) for place, index in enumerate(spot.window)
                ]
            case "Things" | "Members", "pageInfo":
                return Spot("PageInfo", inner, spot.window)
            case "ThingEdge" | "MemberEdge", _:
                [index] = spot.window
                return {"cursor": f"c{index}", "weight": index % 3, "node": self.record(self.order[index])}[field]
            case "PageInfo", _:
                start, end = spot.window.start, spot.window.stop
                return {
                    "hasNextPage": end < len(self.order), "hasPreviousPage": start > 0,
                    "startCursor": f"c{start}" if spot.window else None,
                    "endCursor": f"c{end - 1}" if spot.window else None,
                }[field]
            case "Size", _:
                return (self.records[spot.key.rpartition(".")[0]]["size"] or {}).get(field)
            case _, "id":
                return spot.key.partition(":")[2]
        value = self.records[spot.key][field]
        if value is None:
            return None
        match field:
            case "size":
                return Spot("Size", inner)
            case "name":
                return value.upper() if arguments.get("upper") else value
            case "price":
                return value * RATES[arguments.get("in")]
            case "related":
                return [self.record(key) for key in value]
            case "maker" | "friend" | "owner" | "holder" | "likes":
                return self.record(value)
        return value

    def record(self, key: str | None) -> Spot | None:
        """The object of a reference."""
        return None if key is None else Spot(key.partition(":")[0], key)

    def window(
        self, first: int | None = None, after: str | None = None, last: int | None = None, before: str | None = None,
        limit: int | None = None, offset: int = 0,
    ) -> range:
        """The positions of a page; of the whole list without arguments."""
        start, end = offset if after is None else int(after[1:]) + 1, len(self.order)
        if before is not None:
            end = int(before[1:])
        if last is not None:
            start = max(start, end - last)
        size = first if limit is None else limit
        return range(start, end if size is None else max(start, min(end, start + size)))


def written(arguments: dict[str, Any]) -> str:
    """Arguments as text, the same for every order."""
    return json.dumps(arguments, sort_keys=True)


def answered(
    values: Values, query: str | DocumentNode, variables: dict[str, Any], shown: set[Shown] | None = None
) -> Any:
    """The data that graphql-core answers; adds to `shown` which fields of which objects the answer has."""

    def field(spot: Spot, info: Any, **arguments: Any) -> Any:
        if shown is not None:
            shown.add((spot.key, info.field_name, written(arguments)))
        return values(spot, info.field_name, arguments)

    result = execute_sync(
        SCHEMA, parsed(query) if isinstance(query, str) else query, Spot("Query", "Query"), variable_values=variables,
        field_resolver=field, type_resolver=lambda spot, *_: spot.type,
    )
    assert not result.errors, result.errors
    return result.data


@lru_cache(512)
def parsed(query: str) -> DocumentNode:
    """A document."""
    return parse(query)


class _WithTypes(Visitor):
    def leave_selection_set(
        self, node: SelectionSetNode, _key: Any, parent: Any, _path: Any, ancestors: list[Any]
    ) -> SelectionSetNode | None:
        around = [each for each in (*ancestors, parent) if isinstance(each, Node)]
        while isinstance(around[-1], (SelectionSetNode, InlineFragmentNode)):
            around.pop()
        if isinstance(around[-1], OperationDefinitionNode):
            return None
        added = FieldNode(name=NameNode(value="__typename"), arguments=(), directives=())
        return SelectionSetNode(selections=(*node.selections, added))


@lru_cache(512)
def with_types(query: str) -> DocumentNode:
    """A document that asks for `__typename` everywhere but in the operation's own selection, as the library does."""
    document: DocumentNode = visit(parsed(query), _WithTypes())
    return document


class WorldServer:
    """A GraphQL server of a world, which a test may replace."""

    def __init__(self, server: RawServer) -> None:
        self._server = server
        self.url = server.url
        self.world = World(random.Random(0))

    def requests(self) -> list[dict[str, Any]]:
        """What came since the last call: the variables of each request."""
        came = [request.get("variables") or {} for request in self._server.requests]
        self._server.requests.clear()
        return came


@contextlib.contextmanager
def world_server() -> Iterator[WorldServer]:
    """The server, which runs to the end of the block."""
    served: list[WorldServer] = []

    def reply(request: dict[str, Any]) -> bytes:
        return answer({"data": answered(served[0].world.value, request["query"], request.get("variables") or {})})

    with raw_server(reply) as server:
        served.append(WorldServer(server))
        yield served[0]
