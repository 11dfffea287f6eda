"""Types of columns, as `Pager.to_arrow` takes them, for the types of a schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphql import GraphQLEnumType, GraphQLList, GraphQLScalarType, GraphQLSchema, get_nullable_type

from .errors import SchemaError, proposal
from .selecting import Column

# The scalars of GraphQL, and those whose values have one form wherever they are used. `Time` and `Timestamp` have
# several: a server's `Time` may be a time of the day, so they are inferred.
KNOWN_TYPES = {
    "Int": "int64", "Float": "float64", "String": "string", "ID": "string", "Boolean": "bool",
    "Date": "date", "date": "date", "ISO8601Date": "date", "AWSDate": "date", "LocalDate": "date",
    **dict.fromkeys(
        (
            "DateTime", "Datetime", "DateTimeISO", "ISO8601DateTime", "timestamptz", "AWSDateTime", "Instant",
            "OffsetDateTime", "ZonedDateTime", "DateTimeOffset", "UTCDateTime",
        ),
        "timestamp",
    ),
    # Those of Hasura and of Java have no zone.
    "timestamp": "timestamp_local", "LocalDateTime": "timestamp_local", "NaiveDateTime": "timestamp_local",
    "JSON": "json", "JSONObject": "json", "json": "json", "jsonb": "json",
    "UUID": "string", "uuid": "string", "URI": "string", "URL": "string",
}


class ColumnTypes:
    """The types of columns for one plan.

    scalars  types by the names of scalars, which go before the usual ones
    strict   whether a scalar without a known type is JSON text, so that a column has the same type in each run;
             otherwise its column has no type, and the library infers one
    """

    def __init__(self, schema: GraphQLSchema, scalars: Mapping[str, Any] | None, strict: bool) -> None:
        known = [name for name, kind in schema.type_map.items() if isinstance(kind, GraphQLScalarType)]
        for name in scalars or {}:
            if name not in known:
                raise SchemaError(f"scalars: the schema has no scalar {name!r}{proposal(name, known)}")
        self._types = {**KNOWN_TYPES, **(scalars or {})}
        self._unknown = "json" if strict else None

    def of(self, columns: Iterable[Column]) -> dict[str, dict[str, Any]]:
        """The columns as `to_arrow` takes them."""
        return {column.name: self._column(column) for column in columns}

    def _column(self, column: Column) -> dict[str, Any]:
        pointer = {"pointer": "/" + "/".join(column.path)} if len(column.path) > 1 else {}
        kind: Any = self._struct(column) if column.leaves else self._type(column.type)
        return {**pointer, **({"type": kind} if kind is not None else {})}

    def _struct(self, column: Column) -> dict[str, Any] | None:
        """The type of an object; None if one of its leaves has none, because a struct names all of them."""
        members = {name: self._type(kind) for name, kind in column.leaves}
        return None if None in members.values() else members

    def _type(self, kind: Any) -> Any:
        """The type of a leaf; None if it is to be inferred."""
        if kind is None:
            return "string"
        nullable = get_nullable_type(kind)
        if isinstance(nullable, GraphQLList):
            inner = self._type(nullable.of_type)
            return [inner] if inner == "string" else "json"
        return "string" if isinstance(nullable, GraphQLEnumType) else self._types.get(nullable.name, self._unknown)
