"""Items of lists: their fields, whatever kind of type they have, and the field that tells them apart."""

from __future__ import annotations

from typing import Any

from graphql import (
    GraphQLField,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
)

from .signs import Composite, is_composite, required, shown

# Fields that tell objects apart, by their names.
KEYS = ("id", "_id", "nodeId", "uuid", "uid", "documentId")


def fields_of(kind: Composite) -> dict[str, GraphQLField]:
    """The fields that each item has. The members of a union share those that all have with one type."""
    if not isinstance(kind, GraphQLUnionType):
        return {name: one for name, one in kind.fields.items() if not name.startswith("__")}
    first, *others = kind.types
    return {
        name: one
        for name, one in shown(first.fields).items()
        if all(_is_shared(name, one, other) for other in others)
    }


def _is_shared(name: str, one: GraphQLField, other: GraphQLObjectType) -> bool:
    """Whether another member of a union has the field so that one response key may have both."""
    theirs = other.fields.get(name)
    if theirs is None or required(theirs.args):
        return False
    if is_leaf_type(get_named_type(one.type)):
        return str(one.type) == str(theirs.type)
    # Objects of two types may stand under one key if they are wrapped alike and their leaves are of one type.
    return _wrapping(one.type) == _wrapping(theirs.type) and _leaf_types(one) == _leaf_types(theirs)


def _wrapping(kind: Any) -> str:
    return str(kind).replace(get_named_type(kind).name, "")


def _leaf_types(field: GraphQLField) -> dict[str, str] | None:
    kind = get_named_type(field.type)
    if not is_composite(kind) or isinstance(kind, GraphQLUnionType):
        return None
    return {name: str(one.type) for name, one in leaves_of(kind).items()}


def leaves_of(kind: Composite) -> dict[str, GraphQLField]:
    """The leaves that need no argument and are not deprecated."""
    return {
        name: one
        for name, one in shown(fields_of(kind)).items()
        if is_leaf_type(get_named_type(one.type)) and one.deprecation_reason is None
    }


def named_key(kind: Composite) -> str | None:
    """The leaf that is named for telling objects apart."""
    leaves = leaves_of(kind)
    return next((name for name in KEYS if name in leaves and is_key(leaves[name].type)), None)


def key_of(kind: Composite) -> str | None:
    """The leaf that tells items apart: one that is named so, else the only one of the type `ID!`."""
    if name := named_key(kind):
        return name
    ids = [
        name
        for name, one in leaves_of(kind).items()
        if isinstance(one.type, GraphQLNonNull) and getattr(one.type.of_type, "name", "") == "ID"
    ]
    return ids[0] if len(ids) == 1 else None


def is_key(kind: Any) -> bool:
    """Whether a type has one text or number."""
    nullable = get_nullable_type(kind)
    return isinstance(nullable, GraphQLScalarType) and nullable.name not in ("Boolean", "Float")
