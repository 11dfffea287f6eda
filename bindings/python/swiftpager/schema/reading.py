"""Schemas in files: their text (SDL), or what a server answered to an introspection query."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import SchemaError
from .opened import Schema

if TYPE_CHECKING:
    from graphql import GraphQLSchema

__all__ = ["INTROSPECTION_QUERY", "Schema", "SchemaError", "read"]

# How much of a text an error shows.
_SHOWN = 60
# How deep a type may be wrapped in lists and non-nulls: [[Int!]!]! is five levels, and few schemas have that.
_WRAPPED = 8


def _type_reference() -> str:
    return "kind name " + "ofType { kind name " * _WRAPPED + "}" * _WRAPPED


# Old servers refuse what is new in the specification, so it asks neither for specifiedByURL nor for deprecated input
# values. Descriptions are most of a schema's bytes, and no plan needs them.
INTROSPECTION_QUERY = f"""\
query IntrospectionQuery {{
  __schema {{
    queryType {{ name }}
    mutationType {{ name }}
    subscriptionType {{ name }}
    types {{
      kind
      name
      fields(includeDeprecated: true) {{
        name
        args {{ ...InputValue }}
        type {{ ...TypeRef }}
        isDeprecated
        deprecationReason
      }}
      inputFields {{ ...InputValue }}
      interfaces {{ ...TypeRef }}
      enumValues(includeDeprecated: true) {{ name isDeprecated deprecationReason }}
      possibleTypes {{ ...TypeRef }}
    }}
    directives {{ name locations args {{ ...InputValue }} }}
  }}
}}

fragment InputValue on __InputValue {{ name type {{ ...TypeRef }} defaultValue }}

fragment TypeRef on __Type {{ {_type_reference()} }}
"""


def read(source: str | os.PathLike[str] | Mapping[str, Any]) -> Schema:
    """The schema in a file, or in an introspection result.

        schema = swiftpager.schema.read("schema.graphql")
        names = [found.name for found in schema.lists()]

    source  the path of a file with the schema's text (SDL) or with an introspection result (JSON), or such a result as
            a dict; with or without the response's "data" around it

    Raises `SchemaError`, which names the file and what is wrong with it, OSError for a file that cannot be read, and
    ImportError without graphql-core.
    """
    return Schema(*_read(source))


def _read(source: object) -> tuple[GraphQLSchema, str]:
    """The schema, and what messages call it."""
    _need_graphql_core()
    if isinstance(source, Mapping):
        label = "the introspection result"
        return _with_query_type(_of_introspection(source, label), label), label
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"source must be a path or an introspection result, not {source!r}")
    label = os.fspath(source)
    try:
        with open(label, encoding="utf-8-sig") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        raise SchemaError(f"{label}: not a text in UTF-8 (byte {error.start}); is it compressed?") from error
    schema = _of_json(text, label) if text.lstrip().startswith(("{", "[", '"')) else _of_sdl(text, label)
    return _with_query_type(schema, label), label


def _need_graphql_core() -> None:
    try:
        import graphql  # noqa: F401  (the other modules of this folder import it at their beginning)
    except ImportError as error:
        error.add_note("swiftpager needs graphql-core for this: pip install graphql-core, or swiftpager[schema]")
        raise


def _of_json(text: str, label: str) -> GraphQLSchema:
    if text.lstrip().startswith('"'):
        # A description in SDL begins like a text in JSON.
        return _of_sdl(text, label)
    try:
        result = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        cut = "; it ends too early: was the download cut off?" if error.pos >= len(text.rstrip()) - 1 else ""
        raise SchemaError(f"{label}: not JSON: {error.msg} ({place}){cut}") from error
    if not isinstance(result, dict):
        raise SchemaError(f"{label}: an introspection result is a JSON object with \"__schema\", not an array")
    return _of_introspection(result, label)


def _of_introspection(result: Mapping[str, Any], label: str) -> GraphQLSchema:
    from graphql import GraphQLError, build_client_schema

    data = result.get("data", result)
    described = data.get("__schema") if isinstance(data, Mapping) else None
    if not isinstance(described, Mapping):
        raise SchemaError(f"{label}: {_without_schema(result)}")
    try:
        # Real servers break rules that newer graphql-core checks: Shopify deprecates a field of an interface.
        return build_client_schema({"__schema": described}, assume_valid=True)  # type: ignore[typeddict-item]
    except (TypeError, KeyError, AttributeError, GraphQLError) as error:
        raise SchemaError(f"{label}: the introspection is not complete: {_told(error)}; ask for it again, with"
                          " swiftpager.schema.INTROSPECTION_QUERY") from error


def _without_schema(result: Mapping[str, Any]) -> str:
    errors = result.get("errors")
    if isinstance(errors, list) and errors:
        first = errors[0].get("message") if isinstance(errors[0], Mapping) else errors[0]
        return f"the server refused the introspection: {first}; give the schema's text (SDL) in its place"
    return 'no "__schema" in it: it must be what a server answers to swiftpager.schema.INTROSPECTION_QUERY'


def _of_sdl(text: str, label: str) -> GraphQLSchema:
    from graphql import GraphQLError, GraphQLSyntaxError, build_schema

    if not text.strip():
        raise SchemaError(f"{label}: the file is empty; it must have a schema's text (SDL) or an introspection result")
    try:
        return build_schema(text, assume_valid=True, no_location=True)
    except GraphQLSyntaxError as error:
        place = error.locations[0] if error.locations else None
        line = f"line {place.line}, column {place.column}" if place else f"it begins with {text.strip()[:_SHOWN]!r}"
        raise SchemaError(f"{label}: neither JSON nor a schema's text (SDL): {error.message} ({line})") from error
    except (TypeError, KeyError, GraphQLError) as error:
        raise SchemaError(f"{label}: the schema is not complete: {_told(error)}; add what is missing") from error


def _told(error: Exception) -> str:
    """The message of an error, in one line and without a stop."""
    text = f"{error} is missing" if isinstance(error, KeyError) else str(error)
    return " ".join(text.split()).rstrip(".")


def _with_query_type(schema: GraphQLSchema, label: str) -> GraphQLSchema:
    if schema.query_type is None:
        raise SchemaError(f"{label}: no query type, so there is nothing to read; name it by `schema {{ query: … }}`, or"
                          " call it Query")
    return schema
