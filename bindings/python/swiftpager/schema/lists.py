"""Finds the lists of a schema."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    get_nullable_type,
    is_non_null_type,
)

from ._listed import Kind
from .items import KEYS, fields_of, key_of, named_key
from .signs import Composite, Place, element, is_list, lists_in, node_of, places, required, signs, words
from .totals import NO_TOTAL, Totals, totals

# Fields of the query type that look objects up, or that serve tools.
PASSED_OVER = ("node", "nodes", "_service", "_entities")
_NO_CURSOR = "it takes a cursor, but its answer has none that a pager can read"
_NO_WAY_ON = "it takes a size, and nothing that asks for more"
# What an object around a page calls the list that pages; of other lists beside it each page has the whole.
_PAGE_LISTS = ("items", "nodes", "edges")


@dataclasses.dataclass(frozen=True)
class Step:
    """A field on the way to a list."""

    name: str
    field: GraphQLField


@dataclasses.dataclass(frozen=True)
class Shape:
    """How a field shows a list: what it takes, what it tells, and where its items are."""

    kind: Kind
    item: Composite
    # Where the items are below the list: ("nodes",), ("edges", "node") or ().
    items: Place
    # What asks for a page, by role, and what tells of pages, by role.
    places: Mapping[str, Place]
    signs: Mapping[str, Place]
    # Where the filter by the key is, for a keyset list.
    keyset: Place | None = None
    note: str = ""
    totals: Totals = NO_TOTAL

    @property
    def keyset_key(self) -> str:
        """The key of a keyset list."""
        return key_of(self.item) or ""


@dataclasses.dataclass(frozen=True)
class Found:
    """A list of a schema."""

    path: tuple[Step, ...]
    shape: Shape
    # The step whose arguments ask for pages: the list's own, or that of the object around several lists.
    paged: int
    # The required arguments of each step, by their place, that only the user knows; of an object that is looked up by
    # one of several, these.
    needs: Mapping[tuple[int, str], GraphQLArgument]
    note: str = ""
    # Why it is not a list that pages.
    skipped: str | None = None

    @property
    def name(self) -> str:
        """The name that a user writes."""
        return ".".join(step.name for step in self.path)

    @property
    def own(self) -> GraphQLField:
        """The field of the list."""
        return self.path[-1].field


def find(schema: GraphQLSchema) -> tuple[Found, ...]:
    """The lists of a schema, in its order: of the query type, and in or behind one of its objects."""
    query = schema.query_type
    if query is None:
        return ()
    found: list[Found] = []
    for name, field in query.fields.items():
        if name.startswith("__") or name in PASSED_OVER:
            continue
        step = Step(name, field)
        own = list(_of((step,)))
        found += own
        target = get_nullable_type(field.type)
        # `query: Query!` of PostGraphile and Relay's `viewer: Query` lead back.
        if not own and isinstance(target, GraphQLObjectType) and target is not query:
            for inner, one in target.fields.items():
                if not inner.startswith("__") and get_nullable_type(one.type) is not query:
                    found += _of((step, Step(inner, one)))
    return tuple(found)


def shape_of(field: GraphQLField) -> Shape | None:
    """How a field shows a list; None for any other field."""
    target, arguments = get_nullable_type(field.type), places(field.args)
    if (item := element(target)) is not None:
        return _paged(field, item, (), arguments, {})
    if not isinstance(target, GraphQLObjectType | GraphQLInterfaceType):
        return None
    told = signs(target)
    if (placed := _items(target, is_list=bool(arguments or told))) is None:
        return None
    return dataclasses.replace(_paged(field, *placed, arguments, told), totals=totals(target))


def paginated_fields(item: Composite) -> list[str]:
    """The fields of an item that are paginated lists."""
    shapes = {name: shape_of(field) for name, field in fields_of(item).items()}
    return [name for name, shape in shapes.items() if shape is not None and shape.kind != "whole"]


def _items(target: GraphQLObjectType | GraphQLInterfaceType, is_list: bool) -> tuple[Composite, Place] | None:
    """The items of an object around a list, and where they are below it."""
    inner = lists_in(target)
    if "nodes" in inner:
        return inner["nodes"], ("nodes",)
    if "edges" in inner and (node := node_of(inner["edges"])) is not None:
        return node, ("edges", "node")
    # What has an id is a thing of its own, whose only list is not the page of one.
    if not is_list or named_key(target):
        return None
    # Magento has `items` beside lists that count them: what can be told apart are items.
    keyed = [name for name, kind in inner.items() if key_of(kind)]
    names = list(inner) if len(inner) == 1 else keyed
    if len(names) != 1:
        return None
    paging = _paging(target)
    name = names[0] if not paging or names[0] in paging else paging[0]
    # A list of texts that pages has no rows, and what is beside it does not page.
    return (inner[name], (name,)) if name in inner else None


def _paging(target: GraphQLObjectType | GraphQLInterfaceType) -> list[str]:
    """The lists that page, by their names, where lists beside them do not."""
    return [name for name in _PAGE_LISTS if name in target.fields and is_list(target.fields[name].type)]


def _paged(
    field: GraphQLField, item: Composite, items: Place, arguments: Mapping[str, Place], told: Mapping[str, Place]
) -> Shape:
    size = {"size": arguments["size"]} if "size" in arguments else {}
    if "after" in arguments and "end_cursor" in told:
        return Shape("cursor", item, items, {"after": arguments["after"], **size}, told)
    if not items and size and (keyset := _keyset(field.args, key_of(item))) is not None:
        offset = {"offset": arguments["offset"]} if "offset" in arguments else {}
        return Shape("keyset", item, items, {**offset, **size}, told, keyset)
    if (numbered := _numbered(arguments, told)) is not None:
        kind, taken = numbered
        return Shape(kind, item, items, taken, told)
    note = _NO_CURSOR if "after" in arguments else _NO_WAY_ON if size else ""
    return Shape("whole", item, items, size, told, note=note)


def _numbered(arguments: Mapping[str, Place], told: Mapping[str, Place]) -> tuple[Kind, dict[str, Place]] | None:
    """How a list of offsets or page numbers takes them; None for one that takes neither."""
    size = {"size": arguments["size"]} if "size" in arguments else {}
    # A list with both counts what its answer counts.
    if "page" in arguments and ("page_count" in told or "offset" not in arguments):
        fitting = {"size": arguments["page size"]} if "page size" in arguments else size
        return "page", {"page": arguments["page"], **fitting}
    return ("offset", {"offset": arguments["offset"], **size}) if "offset" in arguments else None


def _keyset(arguments: Mapping[str, GraphQLArgument], key: str | None) -> Place | None:
    """Where a filter takes the key of the last item: `where.id._gt` of Hasura, `where.id_gt` of The Graph."""
    for name in words("filter") if key else ():
        kind = get_nullable_type(arguments[name].type) if name in arguments else None
        if not isinstance(kind, GraphQLInputObjectType):
            continue
        if f"{key}_gt" in kind.fields:
            return (name, f"{key}_gt")
        inner = get_nullable_type(kind.fields[key].type) if key in kind.fields else None
        if key and isinstance(inner, GraphQLInputObjectType) and "_gt" in inner.fields:
            return (name, key, "_gt")
    return None


def _of(path: tuple[Step, ...]) -> Iterator[Found]:
    """The lists at a field: none, one, or those that a page holds side by side."""
    field = path[-1].field
    if (shape := shape_of(field)) is not None:
        yield _found(path, shape, len(path) - 1)
        return
    target = get_nullable_type(field.type)
    if not isinstance(target, GraphQLObjectType):
        return
    # AniList has `Page(page, perPage) { pageInfo media characters }`.
    told = signs(target)
    numbered = _numbered(places(field.args), told)
    if numbered is None or not told:
        return
    kind, taken = numbered
    # Vendure has `search(input) { items totalItems facetValues collections }`.
    paging = _paging(target)
    for name, one in target.fields.items():
        if (item := element(one.type)) is not None and not name.startswith("__"):
            shape = Shape(kind, item, (), taken, told, totals=totals(target))
            found = _found((*path, Step(name, one)), shape, len(path) - 1)
            is_beside = bool(paging) and name not in paging
            yield dataclasses.replace(found, skipped=_beside(path, paging[0])) if is_beside else found


def _beside(path: tuple[Step, ...], paging: str) -> str:
    own = ".".join(step.name for step in path)
    return f"it is beside {own}.{paging}, and the arguments of {own} ask for pages of that list"


def _found(path: tuple[Step, ...], shape: Shape, paged: int) -> Found:
    taken = {place[0] for place in (*shape.places.values(), shape.keyset) if place is not None}
    needs: dict[tuple[int, str], GraphQLArgument] = {}
    notes = [shape.note] if shape.note else []
    notes += [f"{step.name} is deprecated: {one}" for step in path if (one := step.field.deprecation_reason)]
    for index, step in enumerate(path):
        arguments = step.field.args
        needed = required(arguments)
        if index == paged:
            # A cursor that must be given is the user's; sizes and numbers are the plan's.
            after = shape.places.get("after")
            needed = [name for name in needed if name not in taken or (after == (name,))]
        elif index < paged and (looked_up := [] if needed else _looking_up(step.field)):
            needed = looked_up
            notes.append(f"{step.name} needs one of {', '.join(needed)}")
        needs.update({(index, name): arguments[name] for name in needed})
    return Found(path, shape, paged, needs, "; ".join(notes))


def _looking_up(field: GraphQLField) -> list[str]:
    """The arguments one of which an object needs: `product(id: ID, slug: String)` finds nothing without them.

    An object that is not null is there without arguments, unless one of them takes an id.
    """
    arguments = {name: get_nullable_type(one.type) for name, one in field.args.items()}
    if is_non_null_type(field.type) and not any(name in KEYS or str(kind) == "ID" for name, kind in arguments.items()):
        return []
    return [name for name, kind in arguments.items() if not isinstance(kind, GraphQLInputObjectType)]
