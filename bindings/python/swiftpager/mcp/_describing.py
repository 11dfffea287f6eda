"""What an assistant is told of a schema's lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLUnionType, get_named_type, get_nullable_type
from typing_extensions import TypedDict  # Before Python 3.12, pydantic does not read those of `typing`.

from ..schema import List, Schema, WrongArgument
from ..schema.arguments import argument_name
from ..schema.items import fields_of, leaves_of
from ..schema.lists import Found, paginated_fields, shape_of
from ..schema.selecting import Column, default_columns
from ..schema.signs import is_composite, shown

# The largest numbers that one result shows: of lists, of fields, and of members of an argument's type.
_LISTS, _FIELDS, _MEMBERS = 100, 200, 30


class OneList(TypedDict):
    """A list in short."""

    name: str
    kind: str
    item: str
    needs: dict[str, str]
    note: str


class Lists(TypedDict):
    """The lists of a schema; `left_out` counts those that are not shown."""

    lists: list[OneList]
    left_out: int


class Description(TypedDict):
    """All that a schema says about one list."""

    name: str
    kind: str
    item: str
    key: str | None
    order: str | None
    since: str | None
    needs: dict[str, str]
    optional: dict[str, str]
    fields: dict[str, str]
    more_fields: dict[str, str]
    more_fields_left_out: int
    nested: list[str]
    query: str | None
    note: str


def lists(schema: Schema, search: str | None, hide: Callable[[str], str]) -> Lists:
    """The lists whose names, or the types of whose items, contain a text."""
    found = schema.lists()
    word = (search or "").strip().lower()
    fitting = [one for one in found if word in one.name.lower() or word in one.item.lower()][:_LISTS]
    return {
        "lists": [
            {"name": one.name, "kind": one.kind, "item": one.item, "needs": dict(one.arguments),
             "note": _note(schema, one, hide)}
            for one in fitting
        ],
        "left_out": len(found) - len(fitting),
    }


def described(schema: Schema, name: str, hide: Callable[[str], str]) -> Description:
    """A list of the schema. Raises `UnknownList`."""
    one, found = schema.list(name), schema.found(name)
    chosen = default_columns(found.shape.item)
    more = dict(_more_fields(found, chosen))
    return {
        "name": one.name, "kind": one.kind, "item": one.item, "key": one.key, "order": one.order, "since": one.since,
        "needs": _needed(found, one), "optional": dict(_optional(found)),
        "fields": {column.name: _field_text(column) for column in chosen},
        "more_fields": dict(list(more.items())[:_FIELDS]), "more_fields_left_out": max(0, len(more) - _FIELDS),
        "nested": paginated_fields(found.shape.item), "query": _query(schema, one),
        "note": _note(schema, one, hide),
    }


def _note(schema: Schema, one: List, hide: Callable[[str], str]) -> str:
    """The note of a list. A server writes the reasons in it, and nothing else of it."""
    note = one.skipped or one.note
    for step in schema.found(one.name).path:
        if reason := step.field.deprecation_reason:
            note = note.replace(reason, hide(reason))
    return note


def _needed(found: Found, one: List) -> dict[str, str]:
    """The arguments that only the user knows, with what their types take."""
    types = {argument_name(found, step, name): argument.type for (step, name), argument in found.needs.items()}
    return {name: _argument_text(types[name]) for name in one.arguments}


def _optional(found: Found) -> Iterator[tuple[str, str]]:
    """The other arguments, except those that a walk itself gives."""
    paging = {place[0] for place in found.shape.places.values() if len(place) == 1}
    for step, one in enumerate(found.path):
        for name, argument in one.field.args.items():
            if (step, name) not in found.needs and not (step == found.paged and name in paging):
                yield argument_name(found, step, name), _argument_text(argument.type)


def _argument_text(kind: Any) -> str:
    """A type, with the values of an enum, or the members of an input object."""
    named = get_named_type(kind)
    if isinstance(named, GraphQLEnumType):
        return f"{kind}: one of {_some(named.values)}"
    if isinstance(named, GraphQLInputObjectType):
        return f"{kind}: {{{_some(f'{name}: {one.type}' for name, one in named.fields.items())}}}"
    return str(kind)


def _some(words: Iterable[str]) -> str:
    all_words = list(words)
    more = [f"and {len(all_words) - _MEMBERS} more"] if len(all_words) > _MEMBERS else []
    return ", ".join([*all_words[:_MEMBERS], *more])


def _field_text(column: Column) -> str:
    if column.leaves:
        return f"{{{', '.join(f'{name}: {kind}' for name, kind in column.leaves)}}}"
    return str(column.type or "String!")


def _more_fields(found: Found, chosen: list[Column]) -> Iterator[tuple[str, str]]:
    """The leaves that `fields` can name and that no default column has: of the item, and of its objects."""
    known = {path for column in chosen for path in column.paths()}
    for name, field in shown(fields_of(found.shape.item)).items():
        inner = get_nullable_type(field.type)
        if is_composite(inner):
            if not isinstance(inner, GraphQLUnionType) and shape_of(field) is None:
                for leaf, one in leaves_of(inner).items():
                    if (name, leaf) not in known:
                        yield f"{name}.{leaf}", str(one.type)
        elif (name,) not in known and not is_composite(get_named_type(field.type)):
            yield name, str(field.type)


def _query(schema: Schema, one: List) -> str | None:
    """The query of a walk; None for a list that needs arguments, whose values a query depends on."""
    if one.skipped is not None:
        return None
    try:
        return schema.plan(one.name, total="end").query
    except WrongArgument:
        return None


def columns_text(columns: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The types of a plan's columns, in words."""
    return {name: _type_text(column.get("type")) for name, column in columns.items()}


def _type_text(kind: Any) -> str:
    if isinstance(kind, Mapping):
        return f"{{{', '.join(f'{name}: {_type_text(one)}' for name, one in kind.items())}}}"
    if isinstance(kind, list):
        return f"[{_type_text(kind[0])}]"
    return "from the values" if kind is None else str(kind)
