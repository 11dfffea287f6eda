"""Lists that are read by the keys of their items: orders in Hasura's shape, swaps in that of The Graph.

Order n has the id n, and three orders have the same time. Hasura's servers cut a page down to the row limit of the
role, and do not say so. The Graph's servers refuse a page of more than 1,000, sort by `id` by default, and write large
numbers as strings; a swap's id is a hash.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import ariadne
from graphql import GraphQLError, GraphQLSchema

Row = dict[str, Any]

ROW_LIMIT = 100
LARGEST_FIRST = 1_000

HASURA_TYPES = """
scalar bigint
scalar timestamptz
type Query {
  orders(where: orders_bool_exp, order_by: [orders_order_by!], limit: Int, offset: Int): [orders!]!
}
type orders { id: bigint! created_at: timestamptz! status: String! }
enum order_by { asc desc }
input orders_order_by { id: order_by created_at: order_by status: order_by }
input orders_bool_exp {
  _and: [orders_bool_exp!] _or: [orders_bool_exp!] _not: orders_bool_exp
  id: bigint_comparison_exp created_at: timestamptz_comparison_exp status: String_comparison_exp
}
input bigint_comparison_exp { _eq: bigint _gt: bigint _gte: bigint _lt: bigint _lte: bigint }
input timestamptz_comparison_exp {
  _eq: timestamptz _gt: timestamptz _gte: timestamptz _lt: timestamptz _lte: timestamptz
}
input String_comparison_exp { _eq: String _gt: String _gte: String _lt: String _lte: String }
"""

SUBGRAPH_TYPES = """
scalar BigInt
type Query {
  swaps(
    skip: Int = 0 first: Int = 100 orderBy: Swap_orderBy orderDirection: OrderDirection where: Swap_filter
  ): [Swap!]!
}
type Swap { id: ID! timestamp: BigInt! pool: String! }
enum Swap_orderBy { id timestamp pool }
enum OrderDirection { asc desc }
input Swap_filter {
  id_gt: ID id_gte: ID id_lt: ID id_lte: ID
  timestamp_gt: BigInt timestamp_gte: BigInt timestamp_lt: BigInt timestamp_lte: BigInt pool: String
}
"""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda left, right: left == right, "gt": lambda left, right: left > right,
    "gte": lambda left, right: left >= right, "lt": lambda left, right: left < right,
    "lte": lambda left, right: left <= right,
}


def order(number: int) -> Row:
    """An order."""
    second = number // 3
    return {
        "id": number, "created_at": f"2026-01-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}+00:00",
        "status": "open" if number % 2 else "shipped",
    }


def swap(number: int) -> Row:
    """A swap; the ids are in no order of time."""
    return {
        "id": "0x" + hashlib.sha256(str(number).encode()).hexdigest(), "timestamp": str(1_700_000_000 + number // 3),
        "pool": "A" if number % 2 else "B",
    }


def hasura(count: int, row_limit: int = ROW_LIMIT) -> GraphQLSchema:
    """The schema of orders, with so many behind it."""
    every = [order(number) for number in range(1, count + 1)]
    query = ariadne.QueryType()

    @query.field("orders")
    def orders(_parent: object, _info: object, **given: Any) -> list[Row]:
        rows = [row for row in every if _matches(row, given.get("where") or {})]
        for column, direction in reversed([item for part in given.get("order_by") or [] for item in part.items()]):
            rows.sort(key=lambda row, column=column: row[column], reverse=direction == "desc")  # type: ignore[misc]
        start, limit = given.get("offset") or 0, given.get("limit")
        return rows[start : start + min(row_limit, row_limit if limit is None else limit)]

    return ariadne.make_executable_schema(HASURA_TYPES, query)


def subgraph(count: int) -> GraphQLSchema:
    """The schema of swaps, with so many behind it."""
    every = sorted((swap(number) for number in range(1, count + 1)), key=lambda row: row["id"])
    query = ariadne.QueryType()

    @query.field("swaps")
    def swaps(_parent: object, _info: object, skip: int, first: int, **given: Any) -> list[Row]:
        if not 0 < first <= LARGEST_FIRST:
            raise GraphQLError(f"The value of the argument `first` must be between 1 and 1000, but is {first}")
        rows = [row for row in every if _passes(row, given.get("where") or {})]
        column = given.get("orderBy") or "id"
        # Ties are in the order of the ids.
        rows.sort(key=lambda row: _sortable(row, column), reverse=given.get("orderDirection") == "desc")
        return rows[skip : skip + first]

    return ariadne.make_executable_schema(SUBGRAPH_TYPES, query)


def _matches(row: Row, where: Row) -> bool:
    """Whether a row fulfils a condition of Hasura's."""
    tests: dict[str, Callable[[Any], bool]] = {
        "_and": lambda parts: all(_matches(row, part) for part in parts),
        "_or": lambda parts: any(_matches(row, part) for part in parts),
        "_not": lambda part: not _matches(row, part),
    }
    for name, condition in where.items():
        if condition is None:
            raise GraphQLError(f"unexpected null value for the field {name!r}")
        if name in tests:
            if not tests[name](condition):
                return False
        elif not all(COMPARISONS[word[1:]](row[name], value) for word, value in condition.items()):
            return False
    return True


def _passes(row: Row, where: Row) -> bool:
    """Whether a row fulfils a filter of The Graph's."""
    for name, value in where.items():
        column, _, word = name.partition("_")
        if not COMPARISONS[word or "eq"](_sortable(row, column), _sortable({**row, column: value}, column)):
            return False
    return True


def _sortable(row: Row, column: str) -> Any:
    """A value that is compared as the column's type is: BigInts are strings, and numbers."""
    return int(row[column]) if column == "timestamp" else row[column]
