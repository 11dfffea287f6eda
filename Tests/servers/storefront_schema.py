"""A shop's products in the shape of Shopify's schema, and what a query for them costs.

A connection costs 2 points and one for each object on it: as many as are asked for before, as many as came afterwards.
"""

import base64
from typing import Any

import ariadne
from graphql import FieldNode, GraphQLError, GraphQLSchema, IntValueNode, VariableNode, Visitor, parse, visit

CONNECTION_COST = 2

TYPES = """
type Query { products(first: Int!, after: String): ProductConnection! }
type ProductConnection { edges: [ProductEdge!]! nodes: [Product!]! pageInfo: PageInfo! }
type ProductEdge { cursor: String! node: Product! }
type Product { id: ID! title: String! handle: String! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
"""


class UnknownCost(Exception):
    """The query does not parse, or does not say how much it asks for."""


def schema(count: int) -> GraphQLSchema:
    """The schema, with so many products behind it."""
    every = [
        {"id": f"gid://shopify/Product/{number}", "title": f"Product {number}", "handle": f"product-{number}"}
        for number in range(1, count + 1)
    ]
    query = ariadne.QueryType()

    @query.field("products")
    def products(_parent: object, _info: object, first: int, after: str | None = None) -> dict[str, Any]:
        start = 0 if after is None else _position(after)
        edges = [{"cursor": _cursor(at + 1), "node": every[at]} for at in range(start, min(start + first, count))]
        info = {
            "hasNextPage": start + first < count,
            "hasPreviousPage": start > 0,
            "startCursor": edges[0]["cursor"] if edges else None,
            "endCursor": edges[-1]["cursor"] if edges else None,
        }
        return {"edges": edges, "nodes": [edge["node"] for edge in edges], "pageInfo": info}

    return ariadne.make_executable_schema(TYPES, query)


def requested_cost(query: str, variables: dict[str, Any]) -> int:
    """What the query may cost; raises `UnknownCost`."""
    sizes: list[Any] = []

    class Connections(Visitor):
        def enter_field(self, field: FieldNode, *_: object) -> None:
            for argument in field.arguments or ():
                if argument.name.value == "first" and isinstance(argument.value, VariableNode):
                    sizes.append(variables.get(argument.value.name.value))
                elif argument.name.value == "first" and isinstance(argument.value, IntValueNode):
                    sizes.append(int(argument.value.value))

    try:
        visit(parse(query), Connections())
    except GraphQLError as error:
        raise UnknownCost(str(error)) from error
    if not sizes or not all(isinstance(size, int) for size in sizes):
        raise UnknownCost("The query does not say how many products it asks for.")
    return CONNECTION_COST * len(sizes) + sum(sizes)


def actual_cost(answered: dict[str, Any]) -> int:
    """What the answer cost."""
    connections: list[dict[str, list[Any]]] = [part for part in (answered.get("data") or {}).values() if part]
    return sum(CONNECTION_COST + len(part.get("edges") or part.get("nodes") or []) for part in connections)


def _cursor(position: int) -> str:
    return base64.b64encode(f"last:{position}".encode()).decode()


def _position(cursor: str) -> int:
    try:
        return int(base64.b64decode(cursor).decode().removeprefix("last:"))
    except ValueError as error:
        raise GraphQLError("Invalid cursor for current pagination sort.") from error
