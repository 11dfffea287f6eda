"""How a plan for a list is made: its query, variables, pagination and columns."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from graphql import GraphQLSchema, parse, validate

from .arguments import Arguments
from .columns import ColumnTypes
from .documents import query_text
from .errors import SchemaError
from .items import key_of
from .lists import Found
from .ordering import Since, order_of, since_by, since_of, sorted_by
from .plan import UNTRIED, Plan
from .selecting import columns_of, in_order
from .signs import Place, at, default_of, is_needed
from .totals import NO_TOTAL, Totals

PAGE_SIZE = 100


@dataclasses.dataclass(frozen=True)
class Wanted:
    """What a plan is asked for; `Schema.plan` describes each."""

    fields: Sequence[str] | str | None
    arguments: Mapping[str, Any]
    page_size: int
    since: str
    total: Literal["auto", "end", "off"]
    scalars: Mapping[str, Any] | None
    strict_columns: bool


def planned(schema: GraphQLSchema, found: Found, wanted: Wanted) -> Plan:
    """The plan for a list. Raises `SchemaError` for what the schema does not have."""
    if found.skipped is not None:
        raise SchemaError(f"{found.name} has no plan: {found.skipped}")
    arguments = Arguments(found)
    arguments.give(wanted.arguments)
    found = _with_total(_read_otherwise(found, arguments), wanted.total)
    since = _since(found, arguments, wanted.since)
    first_page = _first_page(found, arguments)
    _place(found, arguments, wanted.page_size)
    if since is not None:
        for name, value in since.arguments.items():
            arguments.put(len(found.path) - 1, (name,), value)
        if since.filter is not None:
            arguments.declare(len(found.path) - 1, since.filter)
    columns = columns_of(found.shape.item, wanted.fields)
    key = key_of(found.shape.item)
    needed = [(key,)] if key and (since or found.shape.kind == "keyset") else []
    needed += [(since.leaf,)] if since is not None else []
    paths = in_order(found.shape.item, [*needed, *(path for column in columns for path in column.paths())])
    query = query_text(found, arguments, paths, [*_signs(found).values(), *found.shape.totals.places])
    _check(schema, found, query)
    return Plan(
        name=found.name, kind=found.shape.kind, query=query, variables=arguments.variables(),
        pagination=_pagination(found, arguments, key if since is not None else None, is_since=since is not None),
        columns=ColumnTypes(schema, wanted.scalars, wanted.strict_columns).of(columns),
        since=_since_config(found, arguments, since),
        totals=[pointer(place) for place in found.shape.totals.places], first_page=first_page,
    )


def _check(schema: GraphQLSchema, found: Found, query: str) -> None:
    """Every plan is validated, because no schema was foreseen."""
    if errors := validate(schema, parse(query)):
        raise SchemaError(f"{found.name}: swiftpager made an invalid query, which is a bug of swiftpager:"
                          f" {errors[0].message}\n{query}")


def _read_otherwise(found: Found, arguments: Arguments) -> Found:
    """A keyset list in a user's own order is not in the order of its keys: it is read by offsets."""
    order = order_of(found)
    if found.shape.kind != "keyset" or order is None or not arguments.is_given(len(found.path) - 1, order):
        return found
    if "offset" not in found.shape.places:
        raise SchemaError(f"{found.name} is read in the order of its keys, and takes no offset: leave out {order!r}")
    return dataclasses.replace(found, shape=dataclasses.replace(found.shape, kind="offset", keyset=None))


def _with_total(found: Found, total: Literal["auto", "end", "off"]) -> Found:
    """The list with the total that the plan selects: any, one that alone says where the list ends, or none."""
    shape = found.shape
    if total == "auto":
        return found
    if total == "end" and "total" in _signs(found):
        shape = dataclasses.replace(shape, totals=Totals((shape.signs["total"],), is_whole_number=True))
    else:
        told = {role: place for role, place in shape.signs.items() if role != "total"}
        shape = dataclasses.replace(shape, signs=told, totals=NO_TOTAL)
    return dataclasses.replace(found, shape=shape)


def _since(found: Found, arguments: Arguments, wanted: str) -> Since | None:
    """How the list is asked for what is new, unless the user gives the same argument.

    Raises `SchemaError` if a field is named by which the schema does not ask for what is new.
    """
    if wanted == "off":
        return None
    since = since_of(found) if wanted == "auto" else since_by(found, wanted)
    given = [name for name in since.arguments if arguments.is_given(len(found.path) - 1, name)] if since else []
    if given and wanted != "auto":
        raise SchemaError(f"{found.name} cannot be sorted by {wanted}, because its argument {given[0]!r} is given")
    return None if given else since


def _place(found: Found, arguments: Arguments, page_size: int) -> None:
    """Passes what asks for a page, and gives the size, the first number and the order by the key their values."""
    places, step = found.shape.places, found.paged
    if found.shape.kind == "keyset" and found.shape.keyset is not None:
        arguments.declare(step, found.shape.keyset)
        for name, value in (sorted_by(found, found.shape.keyset_key, descending=False) or {}).items():
            arguments.put(step, (name,), value)
    for role, place in places.items():
        if role == "size":
            arguments.put(step, place, page_size)
        elif role == "after":
            arguments.declare(step, place)
        elif role == found.shape.kind:
            arguments.declare(step, place)
            _begin(found, arguments, place)


def _begin(found: Found, arguments: Arguments, place: Place) -> None:
    """Names the first page where the schema does, or where it must be named. Spring counts pages from 0."""
    kind = found.shape.kind
    taking = at(found.path[found.paged].field.args, place)
    if kind == "page" and default_of(taking) == 0:
        arguments.put(found.paged, place, 0)
    elif is_needed(taking):
        arguments.put(found.paged, place, 0 if kind == "offset" else 1)


def _signs(found: Found) -> dict[str, Place]:
    """What the query selects to know how the list goes on: the flag and the cursor, the number of pages, or the total.

    One of these says enough: of two that the server counts in their own ways, the smaller would end a walk that is
    complete. A total beside another sign does not end a walk, because the library lets the flag or the number of pages
    decide; it only says at the end whether items are missing. So `planned` selects it, too.
    """
    told = found.shape.signs
    if found.shape.kind == "whole":
        # Whatever says that there is more shows that the list is not whole. A last page has an `endCursor`, too.
        more = {role: told[role] for role in ("has_more", "page_count", "end_cursor") if role in told}
        return {role: place for role, place in more.items() if place[-1] != "endCursor"}
    if found.shape.kind == "cursor":
        return {role: told[role] for role in ("has_more", "end_cursor") if role in told}
    roles = ("has_more", "page_count", "total") if found.shape.kind == "page" else ("has_more", "total")
    first = next((role for role in roles if role in told), None)
    return {first: told[first]} if first and found.shape.kind in ("offset", "page") else {}


def _total(found: Found, *, is_since: bool) -> dict[str, Any]:
    """The total that the config names, so that the walk fails if items are missing.

    A `count` may be that of the page. Where it alone would say where the list ends, the library finds out which of the
    two it is. Beside another sign the count of a page is never too large: it is named for a list since a mark, whose
    mark would pass the items that are missing.
    """
    totals, has_sign = found.shape.totals, "total" not in _signs(found)
    if not totals.is_whole_number:
        return {}
    # The one page of a list without pages has as many items as any count of it.
    is_named = totals.is_certain or found.shape.kind == "whole" or (has_sign and is_since)
    return {"total": pointer(totals.places[0])} if is_named else {}


def _first_page(found: Found, arguments: Arguments) -> str | None:
    """That the server has to show with which number its pages begin.

    Nothing is to be shown if the schema or the user names it, or if a number of pages, or a total that ends the list,
    shows it during the walk.
    """
    if found.shape.kind != "page":
        return None
    signs, place = _signs(found), found.shape.places["page"]
    default = default_of(at(found.path[found.paged].field.args, place))
    is_shown = "page_count" in signs or ("total" in signs and found.shape.totals.is_certain)
    return None if is_shown or default in (0, 1) or arguments.has(found.paged, place) else UNTRIED


def _pagination(found: Found, arguments: Arguments, identity: str | None, *, is_since: bool) -> dict[str, Any]:
    """The config of the list, with every name, so that a pager has nothing to look for."""
    kind = found.shape.kind
    steps = [step.name for step in found.path]
    connection, items = steps[: found.paged + 1], [*steps[found.paged + 1 :], *found.shape.items[:1]]
    names = {role: _variable(found, arguments, place) for role, place in found.shape.places.items()}
    kinds = {"page": "offset", "whole": "offset"}
    config: dict[str, Any] = {"type": kinds.get(kind, kind), "connection": pointer(connection)}
    if items:
        config["items"] = pointer(items)
    if kind == "cursor":
        config |= {"direction": "forward", "after": names["after"], **_cursor_signs(found)}
        config |= {"first": names["size"]} if "size" in names else {}
    else:
        if kind == "keyset" and found.shape.keyset is not None:
            config |= {"key": f"/{found.shape.keyset_key}", "after": _variable(found, arguments, found.shape.keyset)}
        elif kind == "whole":
            config["end"] = "first_page"
        else:
            told = {role: path for role, path in _signs(found).items() if role != "total"}
            config |= {kind: names[kind], **{role: pointer(path) for role, path in told.items()}}
        config |= {"limit": names["size"]} if "size" in names else {}
    return config | _total(found, is_since=is_since) | ({"identity": f"/{identity}"} if identity else {})


def _cursor_signs(found: Found) -> dict[str, Any]:
    """Where the flag and the cursor are, below the page info if both are there."""
    told = _signs(found)
    cursor, flag = told["end_cursor"], told.get("has_more")
    if flag is None:
        return {"end": "null_cursor", "end_cursor": pointer(cursor)}
    info = cursor[:-1] if cursor[:-1] == flag[:-1] else ()
    config = {"has_next_page": pointer(flag[len(info) :]), "end_cursor": pointer(cursor[len(info) :])}
    return {"page_info": pointer(info), **config}


def _variable(found: Found, arguments: Arguments, place: Place) -> str:
    """The name of the variable of a place, or the pointer to the place inside it."""
    name = arguments.names().get((found.paged, place[0]), place[0])
    return name if len(place) == 1 else pointer([name, *place[1:]])


def _since_config(found: Found, arguments: Arguments, since: Since | None) -> dict[str, Any] | None:
    if since is None:
        return None
    variable = {"variable": _variable(found, arguments, since.filter)} if since.filter is not None else {}
    return {**since.config, **variable}


def pointer(names: Sequence[str]) -> str:
    """A JSON Pointer. Names of GraphQL need no escapes."""
    return "".join(f"/{name}" for name in names)
