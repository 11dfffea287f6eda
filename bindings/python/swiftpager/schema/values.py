"""The lists of a schema that have no plan, because their items are not objects with fields."""

from __future__ import annotations

from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLObjectType,
    GraphQLSchema,
    get_nullable_type,
    is_leaf_type,
)

from .lists import PASSED_OVER, shape_of
from .signs import is_composite, places, shown, signs


def without_objects(schema: GraphQLSchema) -> dict[str, str]:
    """Why a list of the query type has no plan, by names: `tags: [String!]!`, or a page of such values."""
    query = schema.query_type
    found: dict[str, str] = {}
    for name, field in query.fields.items() if query is not None else ():
        if name.startswith("__") or name in PASSED_OVER:
            continue
        items = _items(field)
        if items is not None:
            found[name] = f"its items are {'lists' if _is_list(items) else 'values'} ({items}), not objects with fields"
    return found


def _items(field: GraphQLField) -> Any:
    """The type of the items of a list that are not objects; None for any other field."""
    target = get_nullable_type(field.type)
    if isinstance(target, GraphQLList):
        return None if is_composite(get_nullable_type(target.of_type)) else target.of_type
    if not isinstance(target, GraphQLObjectType | GraphQLInterfaceType) or shape_of(field) is not None:
        return None
    if not (places(field.args) or signs(target)):
        return None
    kinds = [get_nullable_type(one.type) for one in shown(target.fields).values()]
    lists = [kind for kind in kinds if isinstance(kind, GraphQLList)]
    is_page = len(lists) == 1 and is_leaf_type(get_nullable_type(lists[0].of_type))
    return lists[0].of_type if is_page else None


def _is_list(kind: Any) -> bool:
    return isinstance(get_nullable_type(kind), GraphQLList)
