"""One server for schemas as real products have them: each list of each has rows, paged as the schema says.

    schemas.py [--port 0] [--ready-file PATH] [--lifetime SECONDS]

Prints `listening on http://127.0.0.1:PORT` once it accepts connections. `lifecycle.py` says when it ends.

| request | answer |
| --- | --- |
| GET / | the names of the schemas: those of the files in `schemas/` |
| POST /SCHEMA | the response to a query, also to an introspection |

After `?`: `items=N` (23), how many rows each paginated list has. A list without pages has WHOLE. The server refuses a
size above LARGEST, and a connection without `first`, as GitHub does. Values follow from the number of a row, and its
`updated_at` from the number as well: rows are not in the order of their changes.

This is a server of its own: it shares no code with the package that finds the lists.
"""

import argparse
import asyncio
import base64
import contextlib
import dataclasses
import functools
import os
import pathlib
import re
from collections.abc import Callable, Mapping
from typing import Any

import graphql
from graphql import GraphQLError, get_named_type, get_nullable_type
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import lifecycle

FOLDER = pathlib.Path(__file__).with_name("schemas")
LARGEST = 100
WHOLE = 5
USUAL = 10
ITEMS = 23

CURSORS, SIZES = ("after", "nextToken"), ("first", "limit", "take", "perPage", "pageSize", "size")
OFFSETS, NUMBERS = ("offset", "skip", "start"), ("page", "currentPage")
# Which schemas count pages from 0.
FROM_ZERO = ("books",)
Arguments = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Row:
    """One item: its type's name, and its number from 1."""

    type: str
    number: int


@dataclasses.dataclass(frozen=True)
class Page:
    """Rows, before the page's object says which of its fields has them. `numbers` are those of all rows of the list."""

    numbers: list[int]
    begin: int
    size: int

    @property
    def own(self) -> list[int]:
        """The numbers of the rows on this page."""
        return self.numbers[self.begin:self.begin + self.size]

    @property
    def end(self) -> int:
        """The place behind the last row."""
        return self.begin + len(self.own)

    def told(self, name: str) -> Any:
        """What the page says of itself under a name; None for a name that it does not know."""
        total, end, more = len(self.numbers), self.end, self.end < len(self.numbers)
        cursor = base64.b64encode(str(end).encode()).decode() if self.own else None
        plain = name.replace("_", "").lower()
        pages = -(-total // self.size)
        return {
            "hasnextpage": more, "hasmorepages": more, "hasmore": more, "haspreviouspage": self.begin > 0,
            "endcursor": cursor, "startcursor": cursor, "nexttoken": cursor if more else None,
            "totalcount": total, "total": total, "count": total, "totalelements": total, "issuecount": total,
            "totalpages": pages, "lastpage": pages, "pagecount": pages, "pages": pages, "pagesize": self.size,
            "currentpage": self.begin // self.size + 1, "page": self.begin // self.size + 1, "perpage": self.size,
        }.get(plain)


def page_of(field: str, kind: graphql.GraphQLObjectType | None, arguments: Arguments, items: int) -> Page | None:
    """The page that a request asks for; None if the arguments ask for none."""
    inner = [value for value in arguments.values() if isinstance(value, dict)]
    given = {name: value for one in [*inner, arguments] for name, value in one.items() if value is not None}
    size = next((given[name] for name in SIZES if name in given), USUAL)
    if size > LARGEST:
        raise GraphQLError(f"Requesting {size} records on `{field}` exceeds the limit of {LARGEST} records.")
    numbers = _chosen(kind, arguments, items)
    if cursor := next((given[name] for name in CURSORS if name in given), None):
        begin = int(base64.b64decode(cursor, validate=True).decode())
    elif (offset := next((given[name] for name in OFFSETS if name in given), None)) is not None:
        begin = offset
    else:
        number = next((given[name] for name in NUMBERS if name in given), None)
        first = 0 if field in FROM_ZERO else 1
        begin = 0 if number is None else (number - first) * size
    if begin < 0:
        raise GraphQLError(f"`{field}` has no page before the first one.")
    return Page(numbers, begin, size)


def _chosen(kind: graphql.GraphQLObjectType | None, arguments: Arguments, items: int) -> list[int]:
    """The numbers of the rows that a filter lets through, in the order that is asked for."""
    numbers = list(range(1, items + 1))
    for name in ("where", "filter", "filters", "condition"):
        if kind is not None and isinstance(arguments.get(name), dict):
            numbers = [number for number in numbers if _passes(kind, number, arguments[name])]
    if "updatedSince" in arguments:
        numbers = [number for number in numbers if changed(number) >= arguments["updatedSince"]]
    order = " ".join(_words(value) for name, value in arguments.items() if re.match(r"order|sort|reverse", name))
    if re.search(r"updated", order, re.I):
        numbers.sort(key=changed)
    return numbers[::-1] if re.search(r"desc|True", order, re.I) else numbers


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name} {_words(inner)}" for name, inner in value.items())
    return " ".join(map(_words, value)) if isinstance(value, list) else str(value)


def _passes(kind: graphql.GraphQLObjectType, number: int, where: Mapping[str, Any]) -> bool:
    for name, wanted in where.items():
        field, _, comparison = name.partition("_") if name not in kind.fields else (name, "", "eq")
        for word, value in wanted.items() if isinstance(wanted, dict) else [(comparison, wanted)]:
            own = leaf(Row(kind.name, number), field, kind.fields[field].type)
            passes: Callable[[Any, Any], bool] = {
                "eq": lambda a, b: a == b, "gt": lambda a, b: a > b, "gte": lambda a, b: a >= b,
                "greaterthanorequalto": lambda a, b: a >= b, "in": lambda a, b: a in b,
            }[word.strip("_").lower()]
            if not passes(own, value):
                return False
    return True


def changed(number: int) -> str:
    """When a row was changed: in another order than the rows are."""
    return f"2026-01-{number * 7 % 23 + 1:02}T10:{number % 60:02}:00Z"


def leaf(row: Row, name: str, kind: Any) -> Any:
    """The value of a leaf."""
    kind, number = get_nullable_type(kind), row.number
    if isinstance(kind, graphql.GraphQLList):
        return [leaf(row, name, kind.of_type)] * 2
    if isinstance(kind, graphql.GraphQLEnumType):
        return list(kind.values)[number % len(kind.values)]
    is_change = "updated" in name.lower()
    typed: dict[str, Any] = {
        "Int": 1_700_000_000 + number * 7 % 23 if is_change else number, "Float": number + 0.25,
        "Boolean": number % 2 == 0, "Long": number,
        "BigInt": str(1_700_000_000 + number * 7 % 23 if is_change else number),
        "bigint": number, "FuzzyDateInt": 20260101, "numeric": number + 0.5, "Date": "2026-11-22",
        "TimelessDate": "2026-11-22", "timestamp": "2026-11-22T10:00:00.5",
        "uuid": f"00000000-0000-0000-0000-{number:012}", "UUID": f"00000000-0000-0000-0000-{number:012}",
        "UnsignedInt64": str(number), "JSON": {"a": [number]},
        "jsonb": {"a": [number]}, "JSONObject": {"a": number}, "Decimal": f"{number}.50",
    }
    if kind.name in typed:
        return typed[kind.name]
    if kind.name.lower() in ("datetime", "timestamptz"):
        return changed(number) if is_change else f"2026-02-01T00:00:{number % 60:02}Z"
    return f"{row.type}:{number:05}" if kind.name == "ID" else f"{name} {number}"


def resolve(source: Any, info: graphql.GraphQLResolveInfo, **arguments: Any) -> Any:
    """The value of any field of any of the schemas."""
    field = info.parent_type.fields[info.field_name]
    kind = get_nullable_type(field.type)
    named = get_named_type(kind)
    if isinstance(source, Page):
        return _of_page(source, info, kind, arguments)
    row = source if isinstance(source, Row) else Row(info.parent_type.name, 1)
    if graphql.is_leaf_type(named):
        return leaf(row, info.field_name, field.type)
    is_paged = set(field.args) & {*CURSORS, *OFFSETS, *NUMBERS} or set(field.args) & {"options", "paging", "pagination"}
    if is_paged:
        if "first" in field.args and "after" in field.args and arguments.get("first", arguments.get("last")) is None:
            raise GraphQLError(f"You must provide a `first` or `last` value to properly paginate `{info.field_name}`.")
        item = named if isinstance(kind, graphql.GraphQLList) else None
        page = page_of(info.field_name, item or _item(named), arguments, info.context)
        return _rows(named, page.own) if item is not None and page is not None else page
    if isinstance(kind, graphql.GraphQLList):
        return _rows(named, list(range(1, WHOLE + 1)))
    if _is_page(kind):
        return Page(list(range(1, WHOLE + 1)), 0, WHOLE)
    looked_up = not field.args or any(value is not None for value in arguments.values())
    return Row(named.name, row.number) if looked_up else None


def _of_page(page: Page, info: graphql.GraphQLResolveInfo, kind: Any, arguments: Arguments) -> Any:
    """A field of a page's object: its rows, its edges, or what it says of itself."""
    named = get_named_type(kind)
    if graphql.is_leaf_type(named):
        told = page.told(info.field_name)
        is_other = told is None and kind.name == "Int"
        return leaf(Row(info.parent_type.name, 1), info.field_name, kind) if is_other else told
    if not isinstance(kind, graphql.GraphQLList):
        return page
    if info.field_name == "edges":
        node = get_named_type(named.fields["node"].type)
        return [{"node": row, "cursor": "unused"} for row in _rows(node, page.own)]
    if arguments:
        # AniList sorts the list inside the page.
        page = dataclasses.replace(page, numbers=_chosen(None, arguments, len(page.numbers)))
    return _rows(named, page.own)


def _rows(kind: Any, numbers: list[int]) -> list[Row]:
    return [Row(kind.name, number) for number in numbers]


def _lists(kind: Any) -> list[Any]:
    fields = getattr(kind, "fields", {})
    return [one for one in fields.values() if isinstance(get_nullable_type(one.type), graphql.GraphQLList)]


def _item(page: Any) -> Any:
    """The type of the items of a page's object."""
    named = [get_named_type(one.type) for one in _lists(page)]
    nodes = [get_named_type(one.fields["node"].type) if "node" in getattr(one, "fields", {}) else one for one in named]
    return next((one for one in nodes if isinstance(one, graphql.GraphQLObjectType)), None)


def _is_page(kind: Any) -> bool:
    return "nodes" in getattr(kind, "fields", {})


def member(value: Any, info: graphql.GraphQLResolveInfo, kind: Any) -> str:
    """The type of a row of an interface or a union: they take turns."""
    kinds = info.schema.get_possible_types(kind)
    return kinds[value.number % len(kinds)].name


@functools.cache
def schema_of(name: str) -> graphql.GraphQLSchema:
    """The schema in a file."""
    return graphql.build_schema((FOLDER / f"{name}.graphql").read_text(encoding="utf-8"))


async def names(_request: Request) -> JSONResponse:
    """The schemas."""
    return JSONResponse(sorted(path.stem for path in FOLDER.glob("*.graphql")))


async def answer(request: Request) -> JSONResponse:
    """The response to a query."""
    asked = await request.json()
    result = graphql.graphql_sync(
        schema_of(request.path_params["schema"]), asked["query"], variable_values=asked.get("variables"),
        operation_name=asked.get("operationName"), field_resolver=_resolving, type_resolver=member,
        context_value=int(request.query_params.get("items", ITEMS)),
    )
    return JSONResponse(result.formatted)


def _resolving(source: Any, info: graphql.GraphQLResolveInfo, **arguments: Any) -> Any:
    # An edge is a dict; everything else is made here.
    return source[info.field_name] if isinstance(source, dict) else resolve(source, info, **arguments)


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    arguments = lifecycle.parse_arguments(parser)
    for path in FOLDER.glob("*.graphql"):
        # A schema that is not valid is noticed before the first test.
        graphql.assert_valid_schema(schema_of(path.stem))
    routes = [Route("/", names), Route("/{schema}", answer, methods=["POST"])]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(Starlette(routes=routes), "", arguments, parent))


if __name__ == "__main__":
    main()
