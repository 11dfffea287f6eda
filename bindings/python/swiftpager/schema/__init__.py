"""From a schema to rows: which lists a server has, and the query, the pagination and the columns of each.

    schema = swiftpager.schema.read("schema.graphql")
    for found in schema.lists():
        print(found.name, found.kind, found.item)
    plan = schema.plan("products", fields=["id", "name", "owner.login"])
    with swiftpager.Client("https://example.com/graphql") as client:
        table = client.pager(plan.query, plan.variables, pagination=plan.pagination).to_arrow(plan.columns)

`read` and `Schema` need graphql-core: `pip install swiftpager[schema]`. A `Plan` that was kept as JSON needs no schema,
and loads without graphql-core.
"""

from __future__ import annotations

from ._listed import List
from .errors import IntrospectionRefused, SchemaError, UnknownField, UnknownList, UnreadMark, WrongArgument
from .opened import Schema
from .plan import Plan
from .reading import INTROSPECTION_QUERY, read

__all__ = [
    "INTROSPECTION_QUERY",
    "IntrospectionRefused",
    "List",
    "Plan",
    "Schema",
    "SchemaError",
    "UnknownField",
    "UnknownList",
    "UnreadMark",
    "WrongArgument",
    "read",
]
