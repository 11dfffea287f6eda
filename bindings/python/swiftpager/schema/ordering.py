"""Orders and filters of a list, as its arguments offer them: by the key, and by the time of the last change."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLScalarType,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
    is_non_null_type,
    is_required_input_field,
)

from .errors import SchemaError
from .items import key_of, leaves_of
from .lists import Found
from .signs import Place, is_time, is_whole_number, type_name, words

_ORDER = re.compile(r"(order|sort)(ing|by|key|order)?")
_CHANGED = re.compile(r"(updated|modified|changed|lastupdated|lastmodified|lastchanged)(at|on|time|date|timestamp)?")
_MOMENT = re.compile(r"(at|on|time|date|timestamp)$")
# Filters that leave out older items, with those of the mark or without them.
_FROM = ("gte", "greaterthanorequal", "greaterthanorequalto", "since", "min", "from")
_BEHIND = ("gt", "greaterthan", "after")


@dataclasses.dataclass(frozen=True)
class Since:
    """How a list is asked for what is new."""

    # Which rule matched, in words.
    text: str
    # The config for a pager, with the variable as the place of an argument: the plan names the variable.
    config: Mapping[str, Any]
    # The arguments that sort the list.
    arguments: Mapping[str, Any]
    # The place that takes the mark; None for an order.
    filter: Place | None
    # The leaf that says when an item was changed.
    leaf: str


def order_of(found: Found) -> str | None:
    """The argument that sorts a list."""
    return next((name for name in found.own.args if _ORDER.fullmatch(plain(name))), None)


def plain(name: str) -> str:
    """A name without case and underscores: updatedAt, updated_at and UPDATED_AT are one."""
    return name.replace("_", "").lower()


def changed_leaf(found: Found) -> tuple[str, GraphQLField] | None:
    """The leaf that says when an item was changed: a time, a text with one, or a whole number."""
    for name, field in leaves_of(found.shape.item).items():
        kind = get_nullable_type(field.type)
        is_moment = is_time(kind) or is_whole_number(kind) or getattr(kind, "name", "") == "String"
        if is_moment and is_leaf_type(kind) and _CHANGED.fullmatch(plain(name)):
            return name, field
    return None


def since_by(found: Found, field: str) -> Since:
    """How a list is asked for what is new by a field, like "/createdAt".

    Raises `SchemaError`, which says by which fields the schema does it.
    """
    since = since_of(found, field.removeprefix("/"))
    if since is not None:
        return since
    if key_of(found.shape.item) is None:
        raise SchemaError(f"{found.name} cannot be read since {field}: its schema has no field that tells items apart")
    known = [
        f"/{name}" for name, one in leaves_of(found.shape.item).items()
        if (is_time(one.type) or is_whole_number(one.type) or _CHANGED.fullmatch(plain(name)))
        and since_of(found, name) is not None
    ]
    others = f"; it does by {', '.join(known)}" if known else ", nor by any other field"
    raise SchemaError(f"the schema neither sorts nor filters {found.name} by {field}{others}")


def _comparable_leaf(found: Found, name: str) -> tuple[str, GraphQLField] | None:
    """A leaf that may have times or whole numbers."""
    field = leaves_of(found.shape.item).get(name)
    kind = None if field is None else get_nullable_type(field.type)
    is_comparable = isinstance(kind, GraphQLScalarType) and kind.name not in ("Boolean", "Float")
    return None if field is None or not is_comparable else (name, field)


def since_of(found: Found, name: str | None = None) -> Since | None:
    """How a list is asked for what is new, by a leaf of its items; None if its schema shows no way.

    Without a name, the leaf is the one that says when an item was changed.

    With an order and a filter, the oldest items come first: what a server cuts off then is the end, for the next run.
    An offset list takes an order only, because a change moves the items behind it; a keyset list takes a filter only,
    because its order is the key's.
    """
    leaf = changed_leaf(found) if name is None else _comparable_leaf(found, name)
    if leaf is None or key_of(found.shape.item) is None or found.shape.kind == "whole":
        return None
    name, field = leaf
    config: dict[str, Any] = {"path": f"/{name}"}
    if is_whole_number(field.type):
        config["type"] = "integer"
    if not is_non_null_type(field.type):
        # Items without a time come in every run, so that none is lost.
        config["on_missing"] = "deliver"
    filtered = _filter(found, name) if found.shape.kind in ("cursor", "keyset") else None
    if filtered is not None and not filtered[1] and found.shape.kind == "cursor":
        # A run over a list that the server cuts goes on from where it was cut.
        ordered = sorted_by(found, name, descending=False)
        if ordered is not None:
            text = f"ascending by {next(iter(ordered))}, filtered by {'.'.join(filtered[0])}"
            return Since(text, {**config, "order": "ascending"}, ordered, filtered[0], name)
    ordered = sorted_by(found, name, descending=True) if found.shape.kind != "keyset" else None
    if ordered is not None:
        text = f"descending by {next(iter(ordered))}"
        return Since(text, {**config, "order": "descending"}, ordered, None, name)
    if filtered is None:
        return None
    place, is_strict = filtered
    config["order"] = "filtered"
    if is_strict:
        # The filter leaves out items of the mark itself: a unit below it brings them back.
        config["lag"] = 1
    return Since(f"filtered by {'.'.join(place)}", config, {}, place, name)


def sorted_by(found: Found, leaf: str, *, descending: bool) -> dict[str, Any] | None:
    """The arguments that sort a list by a leaf of its items; None if none of them does."""
    for name, argument in found.own.args.items():
        if not _ORDER.fullmatch(plain(name)):
            continue
        kind = get_named_type(argument.type)
        if isinstance(kind, GraphQLEnumType):
            value: Any = _by_enum(kind, leaf, descending)
            beside = {} if value is not None else _directed(found.own.args, name, descending)
            value = value if value is not None else _bare(kind, leaf) if beside else None
        else:
            value = _by_object(kind, leaf, descending) if isinstance(kind, GraphQLInputObjectType) else None
            beside = {}
        if value is not None:
            is_list = isinstance(get_nullable_type(argument.type), GraphQLList)
            return {name: [value] if is_list else value, **beside}
    return None


def _by_enum(kind: GraphQLEnumType, leaf: str, descending: bool) -> str | None:
    """The value that names a leaf and a direction: UPDATED_AT_DESC. AniList's ID is the other direction of ID_DESC."""
    names: list[str] = list(kind.values)
    for name in names:
        if _is_named(name, leaf, "desc" if descending else "asc"):
            return name
    opposite = any(_is_named(name, leaf, "desc") for name in names)
    return _bare(kind, leaf) if opposite and not descending else None


def _is_named(value: str, leaf: str, direction: str) -> bool:
    return plain(value).endswith(direction) and _alike(plain(value).removesuffix(direction), leaf)


def _alike(word: str, leaf: str) -> bool:
    """Whether a word of an order means a leaf. Some servers write UPDATED for `updatedAt`."""
    if plain(word) == plain(leaf):
        return True
    return bool(_CHANGED.fullmatch(plain(leaf))) and _MOMENT.sub("", plain(word)) == _MOMENT.sub("", plain(leaf))


def _bare(kind: GraphQLEnumType, leaf: str) -> str | None:
    """The value that names a leaf alone."""
    return next((name for name in kind.values if _alike(name, leaf)), None)


def _direction(kind: Any, descending: bool) -> str | None:
    """The value of an enum of directions: DESC, desc, DESCENDING. Nulls come last where there is a choice."""
    if not isinstance(kind, GraphQLEnumType):
        return None
    wanted = ("desc", "descending") if descending else ("asc", "ascending")
    return next((name for word in wanted for name in kind.values if plain(name) == word), None)


def _directed(arguments: Mapping[str, GraphQLArgument], order: str, descending: bool) -> dict[str, Any]:
    """The argument beside an order that gives its direction: orderDirection of The Graph, reverse of Shopify."""
    for name, argument in arguments.items():
        direction = _direction(get_nullable_type(argument.type), descending)
        if name != order and direction is not None:
            return {name: direction}
        if name == "reverse" and type_name(argument.type) == "Boolean":
            return {name: descending}
    return {}


def _by_object(kind: GraphQLInputObjectType, leaf: str, descending: bool) -> dict[str, Any] | None:
    """The input object that sorts by a leaf: {updatedAt: DESC}, or {field: UPDATED_AT, direction: DESC}."""
    value: dict[str, Any] = {}
    if name := next((one for one in kind.fields if plain(one) == plain(leaf)), None):
        direction = _direction(get_nullable_type(kind.fields[name].type), descending)
        value = {name: direction} if direction else {}
    if not value:
        value = _pair({name: get_named_type(one.type) for name, one in kind.fields.items()}, leaf, descending)
    missing = [name for name, one in kind.fields.items() if is_required_input_field(one) and name not in value]
    return value if value and not missing else None


def _pair(enums: Mapping[str, Any], leaf: str, descending: bool) -> dict[str, Any]:
    """A field and a direction among the enums of an input object; `enums` may have other types."""
    directions = {name: one for name, kind in enums.items() if (one := _direction(kind, descending)) is not None}
    for name, kind in enums.items():
        if name in directions or not isinstance(kind, GraphQLEnumType):
            continue
        if (value := _by_enum(kind, leaf, descending)) is not None:
            return {name: value}
        if directions and (value := _bare(kind, leaf)) is not None:
            direction = next(iter(directions))
            return {name: value, direction: directions[direction]}
    return {}


def _filter(found: Found, leaf: str) -> tuple[Place, bool] | None:
    """The place that leaves out items older than a value, and whether it leaves out those of the value as well."""
    filters = list(_filters(found.own.args, leaf))
    inclusive = [place for place, is_strict in filters if not is_strict]
    return (inclusive[0], False) if inclusive else filters[0] if filters else None


def _filters(arguments: Mapping[str, GraphQLArgument], leaf: str) -> Iterator[tuple[Place, bool]]:
    for name, argument in arguments.items():
        yield from ((((name,)), strict) for strict in _compares(name, argument, leaf))
        kind = get_nullable_type(argument.type)
        if name not in words("filter") or not isinstance(kind, GraphQLInputObjectType):
            continue
        for inner, field in kind.fields.items():
            yield from (((name, inner), strict) for strict in _compares(inner, field, leaf))
            below = get_nullable_type(field.type)
            if plain(inner) == plain(leaf) and isinstance(below, GraphQLInputObjectType):
                for word, one in below.fields.items():
                    strict = _strictness(plain(word))
                    if strict is not None and is_leaf_type(get_nullable_type(one.type)):
                        yield (name, inner, word), strict


def _compares(name: str, argument: GraphQLArgument | GraphQLInputField, leaf: str) -> Iterator[bool]:
    """Whether a name compares a leaf, like updatedAt_gte, updatedSince and updatedAtMin; then whether strictly."""
    stem = _MOMENT.sub("", plain(leaf))
    if not is_leaf_type(get_nullable_type(argument.type)):
        return
    for prefix in (plain(leaf), stem):
        strict = _strictness(plain(name).removeprefix(prefix)) if plain(name).startswith(prefix) else None
        if strict is not None:
            yield strict
            return


def _strictness(word: str) -> bool | None:
    """Whether a comparison leaves out the value itself; None for any other word."""
    return False if word in _FROM else True if word in _BEHIND else None
