"""Completes a query that asks for a list and does not say how its pages are asked for.

`{ products(first: 100) { nodes { id } } }` gets the variables `$first: Int! = 100` and `$after: String`, and
`pageInfo { hasNextPage endCursor }`. Without values for them it is the same request.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphql import (
    ArgumentNode,
    FieldNode,
    GraphQLField,
    IntValueNode,
    NameNode,
    Node,
    ObjectFieldNode,
    ObjectValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValueNode,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    get_nullable_type,
    parse_type,
    visit,
)

from ...schema.lists import Shape, shape_of
from ...schema.signs import Place, at
from ..model import Field, ListOf, Selection, Spread
from ..nodes import changed
from .paging import PagingFinder
from .places import AskedPlaces, asked_places
from .selecting import FieldSource
from .ways import Ways, last_field


@dataclasses.dataclass(frozen=True)
class _Candidate:
    """A list that a query could page."""

    node: FieldNode
    definition: GraphQLField
    shape: Shape
    asked: AskedPlaces


def completed(
    node: OperationDefinitionNode, selection: Selection, finder: PagingFinder, ways: Ways,
    sources: Mapping[Field, FieldSource],
) -> OperationDefinitionNode | None:
    """The query with what its one list needs; None if it has none or several, or if it fixes what a pager changes."""
    found = list(_candidates(selection, finder, ways, sources))
    if len(found) != 1:
        return None
    edit = _Edit(node, found[0])
    return edit.completed()


def _candidates(
    selection: Selection, finder: PagingFinder, ways: Ways, sources: Mapping[Field, FieldSource]
) -> list[_Candidate]:
    found: list[_Candidate] = []
    ends: list[tuple[object, ...]] = []
    for way in finder.reached(selection):
        field = last_field(way)
        source = sources[field]
        shape = shape_of(source.definition)
        is_inside = any(way[: len(end)] == end for end in ends)
        if shape is None or shape.kind not in ("cursor", "offset", "page") or is_inside or ways.items(field) is None:
            continue
        ends.append(way)
        # A fragment may belong to other queries, too.
        if any(isinstance(step, Spread) for step in way) or len(source.nodes) != 1:
            continue
        # Fields of a connection that come from a fragment alone are found, but cannot be added to.
        if field.selection is not None or isinstance(field.type, ListOf):
            asked = asked_places(source.nodes[0], source.definition)
            if not asked.fixed & {"after", "before", "last", "offset", "page"}:
                found.append(_Candidate(source.nodes[0], source.definition, shape, asked))
    return found


class _Edit:
    """Writes the additions for one list into a query."""

    def __init__(self, operation: OperationDefinitionNode, candidate: _Candidate) -> None:
        self._operation = operation
        self._candidate = candidate
        self._declared = {one.variable.name.value for one in operation.variable_definitions or ()}
        self._added: list[VariableDefinitionNode] = []

    def completed(self) -> OperationDefinitionNode | None:
        """The query; None if the list is asked for in a way that leaves no room for it."""
        one, shape = self._candidate, self._candidate.shape
        if one.asked.variables.keys() & {"before", "last"}:
            return None
        arguments: tuple[ArgumentNode, ...] | None = tuple(one.node.arguments or ())
        moving = {"cursor": "after", "offset": "offset", "page": "page"}[shape.kind]
        missing = () if moving in one.asked.variables else ("size", moving)
        for role in missing:
            if role in shape.places and role not in one.asked.variables and arguments is not None:
                arguments = self._with_variable(arguments, shape.places[role])
        selected: SelectionSetNode | None = one.node.selection_set
        for role in self._told(moving):
            if role in shape.signs and selected is not None:
                selected = _selecting(selected, shape.signs[role])
        if arguments is None or selected is None:
            return None
        new = changed(one.node, arguments=arguments, selection_set=selected)
        operation: OperationDefinitionNode = visit(self._operation, _Replacing(one.node, new))
        return changed(
            operation, variable_definitions=(*(self._operation.variable_definitions or ()), *self._added)
        )

    def _told(self, moving: str) -> tuple[str, ...]:
        """What the query needs to know of a page."""
        signs = self._candidate.shape.signs
        if moving == "after":
            return ("has_more", "end_cursor")
        last = "page_count" if moving == "page" else "total"
        return ("has_more",) if "has_more" in signs else (last,)

    def _with_variable(self, arguments: tuple[ArgumentNode, ...], place: Place) -> tuple[ArgumentNode, ...] | None:
        """The arguments with a variable at a place; its default is the number that stands there."""
        name, *members = place
        given = next((one for one in arguments if one.name.value == name), None)
        value = given.value if given is not None else None
        if members:
            if value is not None and not isinstance(value, ObjectValueNode):
                return None
            fields = tuple(value.fields) if value is not None else ()
            inner = next((one for one in fields if one.name.value == members[0]), None)
            variable = self._variable(place, inner.value if inner is not None else None)
            if variable is None:
                return None
            added = ObjectFieldNode(name=NameNode(value=members[0]), value=variable)
            put: ValueNode = ObjectValueNode(fields=(*(one for one in fields if one is not inner), added))
        else:
            found = self._variable(place, value)
            if found is None:
                return None
            put = found
        new = ArgumentNode(name=NameNode(value=name), value=put)
        if given is None:
            return (*arguments, new)
        return tuple(new if one is given else one for one in arguments)

    def _variable(self, place: Place, value: ValueNode | None) -> VariableNode | None:
        if value is not None and not isinstance(value, IntValueNode):
            return None
        nullable = str(get_nullable_type(at(self._candidate.definition.args, place).type))
        name, number = place[-1], 2
        while name in self._declared:
            name, number = f"{place[-1]}{number}", number + 1
        self._declared.add(name)
        variable = VariableNode(name=NameNode(value=name))
        self._added.append(
            VariableDefinitionNode(
                variable=variable, type=parse_type(nullable if value is None else f"{nullable}!", no_location=True),
                default_value=value, directives=(),
            )
        )
        return variable


def _selecting(selected: SelectionSetNode, path: Place) -> SelectionSetNode | None:
    """The selection set with the field at a path; None if another field has its key."""
    name, *inner = path
    fields = (one for one in selected.selections if isinstance(one, FieldNode))
    same = next((one for one in fields if (one.alias or one.name).value == name), None)
    if same is None:
        set_ = _selecting(SelectionSetNode(selections=()), tuple(inner)) if inner else None
        field = FieldNode(name=NameNode(value=name), arguments=(), directives=(), selection_set=set_)
        return changed(selected, selections=(*selected.selections, field))
    if same.name.value != name or same.arguments or same.directives:
        return None
    if not inner:
        return selected
    assert same.selection_set is not None
    below = _selecting(same.selection_set, tuple(inner))
    if below is None:
        return None
    new = changed(same, selection_set=below)
    return changed(selected, selections=tuple(new if one is same else one for one in selected.selections))


class _Replacing(Visitor):
    """Puts a node into the place of another one."""

    def __init__(self, old: Node, new: Node) -> None:
        super().__init__()
        self._old = old
        self._new = new

    def enter_field(self, node: FieldNode, *_: object) -> Node | None:
        """Replaces the field."""
        return self._new if node is self._old else None
