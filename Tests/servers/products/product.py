"""What a product is here: a schema, the resolvers of its list, and its rows."""

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any

import graphql
from graphql import GraphQLError

from products.listing import Listing, Part, Row, Variant

Arguments = dict[str, Any]
Resolver = Callable[[Listing, Arguments], Any]

# What a connection of Relay has below it.
PAGE_INFO = "type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }\n"


@dataclasses.dataclass(frozen=True)
class Product:
    """A product whose documents are validated against its schema, as it publishes it."""

    name: str
    # The types that the list needs, as the product documents them.
    sdl: str
    # The resolvers, by "Type.field"; fields of dicts need none.
    resolvers: Mapping[str, Resolver]
    # The item with a number from 1.
    row: Callable[[int], Row]
    # Where an item's id is.
    key: tuple[str, ...] = ("id",)
    # How many items the server hands out, however many it has.
    reach: int | None = None
    # What each response has beside its data.
    extensions: Mapping[str, Any] | None = None

    @functools.cached_property
    def schema(self) -> graphql.GraphQLSchema:
        """The schema, whose fields have their resolvers."""
        schema = graphql.build_schema(self.sdl)
        for name, resolver in self.resolvers.items():
            type_name, _, field_name = name.partition(".")
            owner = schema.type_map[type_name]
            assert isinstance(owner, graphql.GraphQLObjectType)
            owner.fields[field_name].resolve = _resolving(resolver)
        return schema

    def answer(self, variant: Variant, request: Mapping[str, Any]) -> dict[str, Any]:
        """The response to a request."""
        listing = Listing(variant, self.row, self.reach)
        result = graphql.graphql_sync(
            self.schema, request["query"], variable_values=request.get("variables"),
            operation_name=request.get("operationName"), context_value=listing,
        ).formatted
        return {**result, "extensions": self.extensions} if self.extensions else {**result}

    def truth(self, variant: Variant) -> list[Any]:
        """The ids of the list in its order."""
        rows = Listing(variant, self.row, self.reach).rows
        return [functools.reduce(lambda value, name: value[name], self.key, row) for row in rows]


def _resolving(resolver: Resolver) -> Callable[..., Any]:
    return lambda _source, info, **arguments: resolver(info.context, arguments)


def size(arguments: Arguments, name: str, usual: int, largest: int | None = None, refusal: str | None = None) -> int:
    """The size of a page that a request asks for.

    A larger one than the largest is refused with a text if the product does so, otherwise cut down.
    """
    asked = arguments.get(name)
    asked = usual if asked is None else int(asked)
    if largest is not None and asked > largest and refusal is not None:
        raise GraphQLError(refusal.format(asked=asked, largest=largest))
    return max(1, asked if largest is None else min(asked, largest))


def needed_first(arguments: Arguments, field: str, largest: int) -> int:
    """The size of a page of a connection that must be asked for with `first`."""
    if arguments.get("first") is None:
        raise GraphQLError(f"You must provide a `first` or `last` value to properly paginate the `{field}` connection.")
    refusal = f"Requesting {{asked}} records on the `{field}` connection exceeds the `first` limit of {{largest}}."
    return size(arguments, "first", largest, largest, refusal)


def connection(part: Part, arguments: Arguments) -> Row:
    """A connection of Relay."""
    edges = [{"cursor": cursor, "node": row} for cursor, row in zip(part.cursors, part.rows, strict=True)]
    info = {
        "hasNextPage": part.has_more, "hasPreviousPage": arguments.get("after") is not None,
        "startCursor": part.cursors[0] if part.cursors else None, "endCursor": part.end,
    }
    return {"nodes": part.rows, "edges": edges, "pageInfo": info, "totalCount": part.total}
