"""The text of an operation as it goes to the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLSchema,
    InlineFragmentNode,
    NameNode,
    Node,
    OperationDefinitionNode,
    SelectionSetNode,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    visit,
)

from ...schema.signs import is_composite
from ..model import TYPE_NAME
from .selecting import Selector
from .writing import definition_text


class Texts:
    """Prints operations with their fragments, and with `__typename` where types have to be told apart."""

    def __init__(
        self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode], selector: Selector
    ) -> None:
        self._schema = schema
        self._fragments = fragments
        self._selector = selector
        self._printed: dict[str, str] = {}

    def of_fragment(self, name: str) -> str:
        """The definition of a fragment."""
        if name not in self._printed:
            self._printed[name] = self.of(self._fragments[name])
        return self._printed[name]

    def of(self, definition: OperationDefinitionNode | FragmentDefinitionNode) -> str:
        """The definition alone."""
        info = TypeInfo(self._schema)
        full = visit(definition, TypeInfoVisitor(info, _WithTypeNames(info, self._selector)))
        return definition_text(full)


class _WithTypeNames(Visitor):
    """Asks for `__typename` in each selection set that asks different things of different types."""

    def __init__(self, info: TypeInfo, selector: Selector) -> None:
        super().__init__()
        self._info = info
        self._selector = selector

    def leave_selection_set(self, node: SelectionSetNode, _key: Any, owner: Any, *_: Any) -> SelectionSetNode | None:
        """Adds the field in front of the others."""
        # The set around an inline fragment asks for it.
        if isinstance(owner, InlineFragmentNode):
            return None
        parent = self._info.get_parent_type()
        if parent is None or not is_composite(parent) or any(_is_type_name(one) for one in node.selections):
            return None
        if all(one.types is None for one in self._selector.asked(node, parent)):
            return None
        field = FieldNode(name=NameNode(value=TYPE_NAME), arguments=(), directives=())
        return SelectionSetNode(selections=(field, *node.selections))


def _is_type_name(node: Node) -> bool:
    return isinstance(node, FieldNode) and node.name.value == TYPE_NAME and node.alias is None and not node.directives


def fragments_of(node: Node, fragments: Mapping[str, FragmentDefinitionNode]) -> list[str]:
    """The names of the fragments that a definition needs, directly or in another one."""
    found: list[str] = []

    class Spreads(Visitor):
        def enter_fragment_spread(self, spread: FragmentSpreadNode, *_: Any) -> None:
            """Remembers a fragment, and looks into it."""
            name = spread.name.value
            if name not in found:
                found.append(name)
                visit(fragments[name], Spreads())

    visit(node, Spreads())
    return found
