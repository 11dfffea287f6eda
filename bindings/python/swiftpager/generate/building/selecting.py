"""What a document asks of objects, by their types: from selection sets to a `Selection`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLString,
    GraphQLUnionType,
    InlineFragmentNode,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
)

from ...schema.signs import Composite, is_composite
from ..model import TYPE_NAME, Condition, Field, Group, Selection, Spread
from .conditions import NEVER, both, condition_of, either
from .leaves import Leaves

# A selection set, and the condition that decides whether it counts.
ConditionalSet = tuple[SelectionSetNode, Condition | None]

_TYPE_NAME_FIELD = GraphQLField(GraphQLNonNull(GraphQLString))


@dataclasses.dataclass(frozen=True)
class Asked:
    """A field or a fragment that is asked of an object.

    owner  the type whose field it is
    types  the concrete types that it is asked of; None: all that the object can have
    label  the type condition that says so
    """

    node: FieldNode | FragmentSpreadNode
    owner: Composite
    types: frozenset[str] | None
    label: str
    condition: Condition | None


@dataclasses.dataclass(frozen=True)
class FieldSource:
    """Where a field of the model comes from: the schema, and each place of the document."""

    definition: GraphQLField
    nodes: tuple[FieldNode, ...]


class Selector:
    """Makes selections, and remembers where their fields come from and which fragments they use."""

    def __init__(
        self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode], leaves: Leaves
    ) -> None:
        self._schema = schema
        self._fragments = fragments
        self._leaves = leaves
        self.sources: dict[Field, FieldSource] = {}
        self.used_fragments: dict[str, None] = {}

    def selection(self, parent: Composite, sets: Iterable[ConditionalSet], key: str = "") -> Selection:
        """What selection sets ask of an object of a type, at a key."""
        asked = [one for node, condition in sets for one in self.asked(node, parent, condition)]
        fields, spreads = self._members([one for one in asked if one.types is None], _concrete(parent))
        groups = self._groups([one for one in asked if one.types is not None], parent)
        return Selection(parent.name, key, fields, spreads, groups, isinstance(parent, GraphQLObjectType))

    def asked(
        self, node: SelectionSetNode, owner: Composite, condition: Condition | None = None,
        types: frozenset[str] | None = None, label: str = "",
    ) -> Iterator[Asked]:
        """The fields and fragments of a selection set; those of inline fragments are among them."""
        for one in node.selections:
            needed = both(condition, condition_of(one))  # type: ignore[arg-type]
            if needed == NEVER:
                continue
            if isinstance(one, FieldNode):
                yield Asked(one, owner, types, label, needed)
                continue
            assert isinstance(one, FragmentSpreadNode | InlineFragmentNode)
            on, its_types, its_label = self._narrowed(one, owner, types, label)
            if its_types is not None and not its_types:
                continue
            if isinstance(one, FragmentSpreadNode):
                yield Asked(one, on, its_types, its_label, needed)
            else:
                yield from self.asked(one.selection_set, on, needed, its_types, its_label)

    def _narrowed(
        self, node: FragmentSpreadNode | InlineFragmentNode, owner: Composite, types: frozenset[str] | None, label: str
    ) -> tuple[Composite, frozenset[str] | None, str]:
        """The type whose fields a fragment asks for, of which types, and the condition that says so."""
        definition = self._fragments[node.name.value] if isinstance(node, FragmentSpreadNode) else node
        if definition.type_condition is None:
            return owner, types, label
        on = self._schema.type_map[definition.type_condition.name.value]
        assert is_composite(on)
        if on is owner or (is_abstract_type(on) and self._is_sub_type(on, owner)):
            # The owner has all its fields, unless it is a union.
            return owner if not isinstance(owner, GraphQLUnionType) else on, types, label
        before = types if types is not None else self._possible(owner)
        return on, before & self._possible(on), on.name

    def _is_sub_type(self, on: GraphQLInterfaceType | GraphQLUnionType, owner: Composite) -> bool:
        return not isinstance(owner, GraphQLUnionType) and self._schema.is_sub_type(on, owner)

    def _possible(self, kind: Composite) -> frozenset[str]:
        return frozenset(one.name for one in self._concrete_types(kind))

    def _concrete_types(self, kind: Composite) -> list[GraphQLObjectType]:
        return [kind] if isinstance(kind, GraphQLObjectType) else list(self._schema.get_possible_types(kind))

    # Members

    def _members(
        self, asked: Iterable[Asked], concrete: GraphQLObjectType | None
    ) -> tuple[tuple[Field, ...], tuple[Spread, ...]]:
        """The fields and fragments of one type; `concrete` is the type of its objects, if only one is possible."""
        by_key: dict[str, list[Asked]] = {}
        spreads: dict[str, Condition | None] = {}
        for one in asked:
            if isinstance(one.node, FragmentSpreadNode):
                name = one.node.name.value
                self.used_fragments[name] = None
                spreads[name] = either(spreads[name], one.condition) if name in spreads else one.condition
            else:
                by_key.setdefault((one.node.alias or one.node.name).value, []).append(one)
        fields = tuple(self._field(key, places, concrete) for key, places in by_key.items())
        return fields, tuple(Spread(name, condition) for name, condition in spreads.items())

    def _field(self, key: str, places: list[Asked], concrete: GraphQLObjectType | None) -> Field:
        nodes = tuple(one.node for one in places if isinstance(one.node, FieldNode))
        definition = _definition(nodes[0].name.value, concrete or places[0].owner)
        condition = places[0].condition
        for one in places[1:]:
            condition = either(condition, one.condition)
        # What one place asks under a condition is conditional, if the field comes for another one's sake, too.
        sets = [
            (node.selection_set, None if one.condition == condition else one.condition)
            for one, node in zip(places, nodes, strict=True) if node.selection_set is not None
        ]
        named = get_named_type(definition.type)
        field = Field(
            key, nodes[0].name.value, self._leaves.type_of(definition.type),
            self.selection(named, sets, key) if sets and is_composite(named) else None,
            condition, definition.description or "", definition.deprecation_reason,
        )
        self.sources[field] = FieldSource(definition, nodes)
        return field

    # Type conditions

    def _groups(self, asked: list[Asked], parent: Composite) -> tuple[Group, ...]:
        """The types with more than the common fields; types of which the same is asked are one group."""
        by_asked: dict[tuple[int, ...], list[GraphQLObjectType]] = {}
        for kind in self._concrete_types(parent):
            indexes = tuple(index for index, one in enumerate(asked) if one.types and kind.name in one.types)
            if indexes:
                by_asked.setdefault(indexes, []).append(kind)
        taken = {kinds[0].name for kinds in by_asked.values() if len(kinds) == 1}
        groups: list[Group] = []
        # In the document's order; of types with less than others, the last.
        for indexes, kinds in sorted(by_asked.items(), key=lambda one: (*one[0], len(asked))):
            its_asked = [asked[index] for index in indexes]
            concrete = kinds[0] if len(kinds) == 1 else None
            name = concrete.name if concrete else _free("".join(dict.fromkeys(one.label for one in its_asked)), taken)
            fields, spreads = self._members(its_asked, concrete)
            selection = Selection(name, "", fields, spreads, is_concrete=concrete is not None)
            groups.append(Group(name, tuple(kind.name for kind in kinds), selection))
        return tuple(groups)


def _free(name: str, taken: set[str]) -> str:
    """The name, or the first with a number that is free; it is taken then."""
    free = name
    number = 2
    while free in taken:
        free, number = f"{name}{number}", number + 1
    taken.add(free)
    return free


def _concrete(kind: Composite) -> GraphQLObjectType | None:
    return kind if isinstance(kind, GraphQLObjectType) else None


def _definition(name: str, owner: Composite) -> GraphQLField:
    if name == TYPE_NAME or isinstance(owner, GraphQLUnionType):
        return _TYPE_NAME_FIELD
    field: GraphQLField = owner.fields[name]
    return field
