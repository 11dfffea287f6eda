"""Builds the model."""

from __future__ import annotations

from graphql import (
    DirectiveNode,
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    VariableNode,
    Visitor,
    type_from_ast,
    validate,
    visit,
)

from ...schema.signs import is_composite
from ..documents import Documents, check, place_of
from ..errors import DocumentError
from ..model import Fragment, Model, Operation, OperationKind, Selection, Variable
from .completing import completed
from .leaves import Leaves, written
from .paging import PagingFinder
from .selecting import Selector
from .texts import Texts, fragments_of
from .ways import Ways

_KINDS: dict[OperationType, OperationKind] = {
    OperationType.QUERY: "query", OperationType.MUTATION: "mutation", OperationType.SUBSCRIPTION: "subscription"
}


def model_of(schema: GraphQLSchema, documents: Documents) -> Model:
    """What documents ask of a schema. Raises `DocumentError` for those that are not valid."""
    check(documents, schema)
    return _Builder(schema, documents).model()


class _Builder:
    def __init__(self, schema: GraphQLSchema, documents: Documents) -> None:
        self._schema = schema
        self._documents = documents
        self._nodes = documents.fragments
        self._leaves = Leaves()
        self._selector = Selector(schema, self._nodes, self._leaves)
        self._texts = Texts(schema, self._nodes, self._selector)

    def model(self) -> Model:
        """The model of all operations, and of the fragments that they use."""
        fragments = self._fragments()
        self._ways = Ways(fragments, self._selector.sources)
        self._finder = PagingFinder(self._ways, self._selector.sources)
        operations = tuple(self._operation(node) for node in self._documents.operations)
        return Model(
            operations, fragments, dict(sorted(self._leaves.enums.items())), dict(sorted(self._leaves.inputs.items())),
            tuple(sorted(self._leaves.scalars)), frozenset(self._schema.type_map),
        )

    # Fragments

    def _fragments(self) -> dict[str, Fragment]:
        used = {name for node in self._documents.operations for name in fragments_of(node, self._nodes)}
        selections = {name: self._of_fragment(node) for name, node in self._nodes.items() if name in used}
        return {
            name: Fragment(name, one, self._texts.of_fragment(name), _keys(one, selections))
            for name, one in selections.items()
        }

    def _of_fragment(self, node: FragmentDefinitionNode) -> Selection:
        parent = self._schema.type_map[node.type_condition.name.value]
        assert is_composite(parent)
        return self._selector.selection(parent, [(node.selection_set, None)])

    # Operations

    def _operation(self, node: OperationDefinitionNode) -> Operation:
        operation = self._as_written(node)
        if operation.kind == "query" and (operation.paging is None or not operation.paging.is_told):
            full = completed(node, operation.selection, self._finder, self._ways, self._selector.sources)
            if full is not None and self._is_valid(full) and (paged := self._as_written(full)).paging is not None:
                return paged
        return operation

    def _is_valid(self, node: OperationDefinitionNode) -> bool:
        fragments = (self._nodes[name] for name in fragments_of(node, self._nodes))
        return not validate(self._schema, DocumentNode(definitions=(node, *fragments)))

    def _as_written(self, node: OperationDefinitionNode) -> Operation:
        assert node.name is not None
        kind, place = _KINDS[node.operation], place_of(node)
        root = self._schema.get_root_type(node.operation)
        if root is None:
            # graphql-core 3.2 lets such a document pass.
            raise DocumentError(f"{place}: the schema has no {kind}s")
        variables = self._variables(node)
        selection = self._selector.selection(root, [(node.selection_set, None)])
        paging = self._finder.paging(selection, variables, place) if kind == "query" else None
        text, fragments = self._texts.of(node), tuple(fragments_of(node, self._nodes))
        document = "\n\n".join([text, *(self._texts.of_fragment(name) for name in fragments)])
        return Operation(node.name.value, kind, variables, selection, text, fragments, document, place, paging)

    def _variables(self, node: OperationDefinitionNode) -> tuple[Variable, ...]:
        deciding = self._deciding(node)
        return tuple(
            Variable(
                one.variable.name.value, self._leaves.type_of(type_from_ast(self._schema, one.type)),
                written(one.default_value), one.default_value is not None, one.variable.name.value in deciding,
            )
            for one in node.variable_definitions or ()
        )

    def _deciding(self, node: OperationDefinitionNode) -> set[str]:
        """The variables of the operation by which an @include or a @skip decides."""
        found: set[str] = set()

        class Directives(Visitor):
            def enter_directive(self, directive: DirectiveNode, *_: object) -> None:
                """Remembers the variable of a condition."""
                if directive.name.value in ("include", "skip"):
                    values = (argument.value for argument in directive.arguments or ())
                    found.update(value.name.value for value in values if isinstance(value, VariableNode))

        for one in (node, *(self._nodes[name] for name in fragments_of(node, self._nodes))):
            visit(one, Directives())
        return found


def _keys(selection: Selection, selections: dict[str, Selection]) -> frozenset[str]:
    """The keys that the type of a selection shows, with those of the fragments in it that always come."""
    keys = {field.key for field in selection.fields}
    for spread in selection.spreads:
        if spread.condition is None:
            keys |= _keys(selections[spread.fragment], selections)
    return frozenset(keys)
