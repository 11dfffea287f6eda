"""How a schema shows a list: words of arguments that ask for a page, and of fields that tell how the list goes on.

The words are those of the library's own table, so this module finds no list that a pager could not read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
    value_from_ast_untyped,
)

from .._native.library import list_words

Composite = GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType
# The way to a value inside an argument: its name, or its name and the names of input fields.
Place = tuple[str, ...]

# How many objects with page info may be between a list and what they tell: Strapi has `meta { pagination { total } }`.
DEEPEST_INFO = 2
_TIMES = ("date", "time", "timestamp", "instant")
# What a word takes: a cursor, or a whole number.
_ROLES = ("after", "offset", "page", "size")


@functools.cache
def words(role: str) -> tuple[str, ...]:
    """The words for a role, in the order in which the library looks for them."""
    return tuple(list_words()[role])


def first_word(role: str, names: Iterable[str]) -> str | None:
    """The first of a role's words that is among the names."""
    present = set(names)
    return next((word for word in words(role) if word in present), None)


def is_composite(kind: Any) -> TypeGuard[Composite]:
    """Whether a type has fields, or members that have."""
    return isinstance(kind, Composite)


def element(kind: Any) -> Composite | None:
    """What a list of objects has as elements; None for anything else."""
    nullable = get_nullable_type(kind)
    if not isinstance(nullable, GraphQLList):
        return None
    inner = get_nullable_type(nullable.of_type)
    return inner if is_composite(inner) else None


def is_list(kind: Any) -> bool:
    """Whether a type is a list, of anything."""
    return isinstance(get_nullable_type(kind), GraphQLList)


def required(arguments: Mapping[str, GraphQLArgument]) -> list[str]:
    """The arguments without which the server refuses a field."""
    return [name for name, argument in arguments.items() if is_required_argument(argument)]


def shown(fields: Mapping[str, GraphQLField]) -> dict[str, GraphQLField]:
    """The fields of an object that need no argument, without those of introspection."""
    return {name: one for name, one in fields.items() if not name.startswith("__") and not required(one.args)}


def is_whole_number(kind: Any) -> bool:
    """Whether a type's name says that it has whole numbers: Int, BigInt, Long, NonNegativeInt, UInt32, IntType."""
    name = _scalar_name(kind).removesuffix("Type").rstrip("0123456789")
    return name.endswith(("Int", "Long", "Integer")) or name == "bigint"


def is_time(kind: Any) -> bool:
    """Whether a type's name says that it has dates or times."""
    name = _scalar_name(kind).lower()
    return name.startswith(_TIMES) or name.endswith((*_TIMES, "timestamptz"))


def is_named_for_pages(name: str) -> bool:
    """Whether an argument of this name holds what asks for pages."""
    lower = name.lower()
    return lower.startswith("pag") or lower.endswith(("pagination", "paging"))


def places(arguments: Mapping[str, GraphQLArgument]) -> dict[str, Place]:
    """Where a field takes a cursor, an offset, the number of a page and a size; arguments before members of objects."""
    found = _words_of(arguments)
    for name, argument in arguments.items():
        kind = get_nullable_type(argument.type)
        if not isinstance(kind, GraphQLInputObjectType) or name in words("filter"):
            continue
        inner = _words_of(kind.fields)
        # An object with a `start` alone may be a range of times: it must be named for pages, or have a size as well.
        # The word of a cursor, with the type of one, needs nothing beside it.
        is_of_pages = is_named_for_pages(name) or len(inner) > 1
        for role, place in inner.items():
            if is_of_pages or role == "after":
                found.setdefault(role, (name, *place))
    return found


def _words_of(arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField]) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for role in _ROLES:
        fitting = {name: one for name, one in arguments.items() if _takes(role, one.type)}
        if word := first_word(role, fitting):
            found[role] = (word,)
    # Strapi has `page`, `pageSize`, `start` and `limit` in one object: a page goes with the size that is named for it.
    sized = [word for word in words("size") if word in arguments and "page" in word.lower()]
    if "page" in found and sized and _takes("size", arguments[sized[0]].type):
        found["page size"] = (sized[0],)
    return found


def _takes(role: str, kind: Any) -> bool:
    if role == "after":
        return isinstance(get_nullable_type(kind), GraphQLScalarType) and not is_time(kind) and (
            _scalar_name(kind) != "Boolean"
        )
    return is_whole_number(kind)


def _scalar_name(kind: Any) -> str:
    nullable = get_nullable_type(kind)
    return nullable.name if isinstance(nullable, GraphQLScalarType) else ""


def at(arguments: Mapping[str, GraphQLArgument], place: Place) -> GraphQLArgument | GraphQLInputField:
    """The argument, or the member of an input object, at a place."""
    found: GraphQLArgument | GraphQLInputField = arguments[place[0]]
    for name in place[1:]:
        kind = get_nullable_type(found.type)
        assert isinstance(kind, GraphQLInputObjectType)
        found = kind.fields[name]
    return found


def is_needed(taking: GraphQLArgument | GraphQLInputField) -> bool:
    """Whether an argument, or a member of an input object, must be given."""
    return is_required_input_field(taking) if isinstance(taking, GraphQLInputField) else is_required_argument(taking)


def default_of(taking: GraphQLArgument | GraphQLInputField) -> Any:
    """The default of an argument as plain data; graphql-core 3.3 keeps it as the schema wrote it."""
    default: Any = getattr(taking, "default", None)
    if default is None:
        return taking.default_value
    return value_from_ast_untyped(default.literal) if default.literal is not None else default.value


def signs(kind: GraphQLObjectType | GraphQLInterfaceType) -> dict[str, Place]:
    """Where an object tells of a list's pages: for each role the nearest field, and of those the first word's."""
    found: dict[str, Place] = {}
    level: list[tuple[Place, GraphQLObjectType | GraphQLInterfaceType]] = [((), kind)]
    for _ in range(DEEPEST_INFO + 1):
        below: list[tuple[Place, GraphQLObjectType | GraphQLInterfaceType]] = []
        for path, owner in level:
            fields = shown(owner.fields)
            leaves = {name: one for name, one in fields.items() if is_leaf_type(get_nullable_type(one.type))}
            for role in ("has_more", "page_count", "total", "end_cursor"):
                fitting = [name for name, one in leaves.items() if tells(role, one.type)]
                if role not in found and (word := first_word(role, fitting)):
                    found[role] = (*path, word)
            for name, one in fields.items():
                inner = get_nullable_type(one.type)
                if name in words("info") and isinstance(inner, GraphQLObjectType | GraphQLInterfaceType):
                    below.append(((*path, name), inner))
        level = below
    return found


def tells(role: str, kind: Any) -> bool:
    """Whether a field of a type can tell what a role says of pages."""
    if role in ("has_more", "has_previous"):
        return _scalar_name(kind) == "Boolean"
    if role in ("end_cursor", "start_cursor"):
        return isinstance(get_nullable_type(kind), GraphQLScalarType) and _scalar_name(kind) != "Boolean"
    return is_whole_number(kind)


def lists_in(kind: GraphQLObjectType | GraphQLInterfaceType) -> dict[str, Composite]:
    """The fields of an object that are lists of objects."""
    found = ((name, element(one.type)) for name, one in shown(kind.fields).items())
    return {name: inner for name, inner in found if inner is not None}


def node_of(edge: Composite) -> Composite | None:
    """What an edge has as its node; None for any other object."""
    if isinstance(edge, GraphQLUnionType) or "node" not in edge.fields:
        return None
    node = get_nullable_type(edge.fields["node"].type)
    return node if is_composite(node) else None


def type_name(kind: Any) -> str:
    """The name of a type without its lists and non-nulls."""
    return str(get_named_type(kind).name)
