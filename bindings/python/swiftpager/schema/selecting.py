"""Rows: which fields of an item a query selects, and the language of `fields`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from graphql import (
    GraphQLField,
    GraphQLList,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
)

from .errors import SchemaError, UnknownField, proposal
from .items import fields_of, leaves_of, named_key
from .lists import shape_of
from .signs import Composite, Place, element, is_composite, required, shown

TYPE_NAME = "__typename"


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of the rows: one leaf, or the leaves of an object."""

    path: Place
    # The type of the leaf; None for `__typename`.
    type: Any = None
    # The leaves of an object, by name.
    leaves: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """What the column is called."""
        return ".".join(self.path)

    def paths(self) -> list[Place]:
        """The leaves that a query selects for it."""
        return [(*self.path, name) for name, _ in self.leaves] if self.leaves else [self.path]


def default_columns(item: Composite) -> list[Column]:
    """The columns of an item: its leaves, and of an object its id, or its leaves if it has none."""
    columns = [] if isinstance(item, GraphQLObjectType) else [Column((TYPE_NAME,))]
    for name, field in shown(fields_of(item)).items():
        if field.deprecation_reason is None and (column := _column(item, (name,), field)) is not None:
            columns.append(column)
    return columns or [Column((TYPE_NAME,))]


def _column(item: Composite, path: Place, field: GraphQLField) -> Column | None:
    """The column of a field; None for lists of objects, and for objects without a leaf."""
    if is_leaf_type(get_named_type(field.type)):
        return Column(path, field.type)
    inner = get_nullable_type(field.type)
    if not is_composite(inner) or isinstance(inner, GraphQLUnionType) or shape_of(field) is not None:
        return None
    leaves = leaves_of(inner)
    key = named_key(inner)
    chosen = [key] if key else list(leaves)
    return Column(path, leaves=tuple((name, leaves[name].type) for name in chosen)) if chosen else None


def columns_of(item: Composite, wanted: Sequence[str] | str | None) -> list[Column]:
    """The columns that `fields` names, in the order of the schema.

    wanted  dotted names; "*" for the default columns; "-name" takes one of them away again. Only such names begin with
            the default columns. None: the default columns
    """
    if wanted is None:
        return default_columns(item)
    words = [word.strip() for word in (wanted.split(",") if isinstance(wanted, str) else wanted)]
    if not words or not all(words):
        raise UnknownField(f"fields must name at least one field, and no empty one, not {wanted!r}")
    columns: dict[Place, Column] = {}
    if all(word.startswith("-") for word in words):
        columns = {column.path: column for column in default_columns(item)}
    for word in words:
        if word == "*":
            columns.update((column.path, column) for column in default_columns(item))
        elif word.startswith("-"):
            _take_away(item, columns, word[1:])
        else:
            column = _named(item, word)
            columns[column.path] = column
    if not columns:
        raise SchemaError(f"fields {','.join(words)!r} leaves no field of {item.name}")
    return sorted(columns.values(), key=lambda column: _rank(item, column.path))


def in_order(item: Composite, paths: Iterable[Place]) -> list[Place]:
    """Paths below an item in the order of the schema, each once."""
    return sorted(dict.fromkeys(paths), key=lambda path: _rank(item, path))


def _rank(item: Composite, path: Place) -> list[int]:
    """The place of a path in the schema."""
    rank: list[int] = []
    kind: Any = item
    for name in path:
        fields = fields_of(kind)
        # `__typename` comes first.
        rank.append(list(fields).index(name) if name in fields else -1)
        kind = get_nullable_type(fields[name].type) if name in fields else None
    return rank


def _take_away(item: Composite, columns: dict[Place, Column], word: str) -> None:
    """Takes a column away, or a leaf of one, or all that are below the word."""
    path = tuple(word.split("."))
    below = [other for other in columns if other[: len(path)] == path]
    owner = columns.get(path[:-1])
    leaves = tuple(one for one in owner.leaves if one[0] != path[-1]) if owner else ()
    if below:
        for other in below:
            del columns[other]
    elif owner is not None and len(leaves) < len(owner.leaves):
        del columns[path[:-1]]
        if leaves:
            columns[path[:-1]] = Column(owner.path, leaves=leaves)
    else:
        known = {column.name: None for column in columns.values()}
        known |= {".".join(leaf): None for column in columns.values() for leaf in column.paths()}
        raise UnknownField(f"{item.name}: nothing to leave out at {word!r}{proposal(word, known)}")


def _named(item: Composite, word: str) -> Column:
    """The column of a dotted name."""
    *way, last = word.split(".")
    kind: Composite = item
    for index, name in enumerate(way):
        field = _field(kind, name, word)
        inner = get_nullable_type(field.type)
        place = ".".join(way[: index + 1])
        if isinstance(inner, GraphQLList):
            raise UnknownField(f"{place!r} is a list, so {word!r} has no single value;"
                               " `nested()` and `--lists --json` name the lists inside items")
        if not is_composite(inner):
            raise UnknownField(f"{place!r} is a {field.type}, which has no fields: {word!r} leads into it")
        kind = inner
    path = (*way, last)
    if last == TYPE_NAME:
        return Column(path)
    field = _field(kind, last, word)
    column = _column(kind, path, field)
    if column is None:
        raise UnknownField(_refusal(word, field))
    return column


def _refusal(word: str, field: GraphQLField) -> str:
    if element(field.type) is not None or shape_of(field) is not None:
        return (f"{word!r} is a list of objects, and a row has no room for it; `nested()` and `--lists --json` name the"
                " lists inside items")
    inner = get_nullable_type(field.type)
    names = list(fields_of(inner)) if is_composite(inner) else []
    return f"{word!r} is an object without a leaf of its own; name a field of it{proposal('', names)}"


def _field(kind: Composite, name: str, word: str) -> GraphQLField:
    fields = fields_of(kind)
    if name not in fields:
        names: Iterable[str] = [*fields, TYPE_NAME]
        shared = " that all its members share" if isinstance(kind, GraphQLUnionType) else ""
        raise UnknownField(f"{kind.name} has no field {name!r}{shared}{'' if name == word else f' ({word!r})'}"
                           f"{proposal(name, names)}")
    if needed := required(fields[name].args):
        raise UnknownField(f"{kind.name}.{name} needs arguments ({', '.join(needed)}), so it cannot be selected")
    return fields[name]
