"""Which variables of a query ask for the pages of a field."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLInputObjectType,
    ObjectValueNode,
    ValueNode,
    VariableNode,
    get_nullable_type,
)

from ...schema.signs import Place, at, default_of, first_word, places
from ..model import VariablePlace


@dataclasses.dataclass(frozen=True)
class AskedPlaces:
    """What a field is given to ask for a page.

    variables  the variables by role: "first", "after", "last", "before", "offset", "page", "size"
    fixed      the roles that the document gives a value of its own
    defaults   the numbers that the server takes in place of those that a request leaves out, by role
    """

    variables: Mapping[str, VariablePlace]
    fixed: frozenset[str]
    defaults: Mapping[str, int]


def asked_places(node: FieldNode, definition: GraphQLField) -> AskedPlaces:
    """What a field is given to ask for a page."""
    given = {one.name.value: one.value for one in node.arguments or ()}
    taking = {name: one for name, one in definition.args.items() if name in given}
    roles = dict(places(taking))
    if "page size" in roles and "page" in roles:
        roles["size"] = roles["page size"]
    roles.pop("page size", None)
    holders: list[tuple[Place, list[str]]] = [((), list(given))]
    for name, one in taking.items():
        kind = get_nullable_type(one.type)
        if isinstance(kind, GraphQLInputObjectType) and any(place[0] == name and place[1:] for place in roles.values()):
            holders.append(((name,), list(kind.fields)))
    # Only Relay's lists are read backward; their words stand beside those that lead forward.
    for role in ("before", "last"):
        for holder, names in holders:
            if role not in roles and (word := first_word(role, names)):
                roles[role] = (*holder, word)
    variables: dict[str, VariablePlace] = {}
    fixed: set[str] = set()
    for role, place in roles.items():
        found = _at(given.get(place[0]), place[1:])
        if isinstance(found, VariablePlace):
            variables[role] = found
        elif found is not None:
            fixed.add(role)
    defaults = {role: default_of(at(definition.args, place)) for role, place in roles.items()}
    numbers = {role: one for role, one in defaults.items() if isinstance(one, int) and not isinstance(one, bool)}
    return AskedPlaces(variables, frozenset(fixed), numbers)


def _at(value: ValueNode | None, members: Place) -> VariablePlace | ValueNode | None:
    """The variable, or else the value, at a place; None if the document has nothing there."""
    if isinstance(value, VariableNode):
        return VariablePlace(value.name.value, members)
    if not members:
        return value
    if isinstance(value, ObjectValueNode):
        inner = next((one.value for one in value.fields if one.name.value == members[0]), None)
        return _at(inner, members[1:])
    return None
