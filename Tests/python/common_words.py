"""A server whose lists and fields have the names that the headers of a request have as values."""

import contextlib
from collections.abc import Iterator
from typing import Any

import graphql

import sdl_server
from sdl_server import Served

SDL = """
type Item { id: ID! quantity: Int inventory: String updatedAt: String }
type Page { nodes: [Item!]! pageInfo: PageInfo! totalCount: Int }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Query {
  customers(first: Int, after: String): Page!
  nothings1(offset: Int, limit: Int): [Item!]
  products(offset: Int, limit: Int): [Item!]!
  shipments(limit: Int): [Item!]! @deprecated(reason: "there is a better one")
  warehouse(offset: Int, limit: Int): [Item!]!
  addressed(streetName: String!): [Item!]!
}
"""
# Names of lists, of a column, of an argument and of what a walk reads.
# Each is the value of a header.
COMMON = ("products", "warehouse", "customers", "nothings1", "shipments", "addressed", "inventory", "quantity",
          "streetName", "totalCount", "pageInfo", "updatedAt", "pagination", "null_list", "complete", "_plan.json")


def refused(*_: Any, **__: Any) -> Any:
    raise graphql.GraphQLError("no access")


class Item:
    """An item of `products`, all of whose inventories are refused; or with one refused quantity."""

    id, updatedAt = "1", "now"

    def __init__(self, *, is_bad: bool = False) -> None:
        self._is_bad = is_bad

    def quantity(self, info: Any) -> int:
        return refused() if self._is_bad else 3

    def inventory(self, info: Any) -> Any:
        return refused()


def page(info: Any, **_: Any) -> Any:
    return {"nodes": [{"id": "1"}], "totalCount": 5, "pageInfo": {"hasNextPage": False}}


@contextlib.contextmanager
def serving() -> Iterator[Served]:
    """Serves the lists while the block runs; none of their texts has such a name."""
    root = {
        "customers": page, "nothings1": lambda info, **_: None, "shipments": refused,
        "products": lambda info, offset=0, **_: [Item()] if offset == 0 else [],
        "warehouse": lambda info, offset=0, limit=1: [Item(), Item(is_bad=True)][offset:offset + limit],
    }
    with sdl_server.serving(SDL, root) as served:
        yield served


def headers(*, are_common: bool) -> "tuple[list[str], dict[str, str]]":
    """The options that give headers, and the environment with their values: the names, or other words."""
    names = [f"WORD_{number}" for number in range(len(COMMON))]
    values = COMMON if are_common else [f"{number:012}" for number in range(len(COMMON))]
    options = [word for name in names for word in ("--header-env", f"X-{name.replace('_', '-')}: ${{{name}}}")]
    return options, dict(zip(names, values, strict=True))
