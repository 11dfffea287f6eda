"""Types of values, and the enums, input objects and scalars that documents use."""

from __future__ import annotations

from typing import Any

from graphql import (
    BooleanValueNode,
    EnumValueNode,
    FloatValueNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    IntValueNode,
    ListValueNode,
    ObjectValueNode,
    StringValueNode,
    ValueNode,
    is_required_input_field,
    is_specified_scalar_type,
)

from ...schema.signs import default_of
from ..model import Default, Enum, EnumName, EnumValue, Input, InputField, Kind, ListOf, Named, ValueType


class Leaves:
    """Types of values, and what was used of them."""

    def __init__(self) -> None:
        self.enums: dict[str, Enum] = {}
        self.inputs: dict[str, Input] = {}
        self.scalars: set[str] = set()

    def type_of(self, kind: Any) -> ValueType:
        """A type of the schema as the model has it; its enum, input object or scalar counts as used."""
        if isinstance(kind, GraphQLNonNull):
            return self._wrapped(kind.of_type, is_nullable=False)
        return self._wrapped(kind, is_nullable=True)

    def _wrapped(self, kind: Any, *, is_nullable: bool) -> ValueType:
        if isinstance(kind, GraphQLList):
            return ListOf(self.type_of(kind.of_type), is_nullable)
        return Named(kind.name, self._used(kind), is_nullable)

    def _used(self, kind: Any) -> Kind:
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType):
            return "object"
        if isinstance(kind, GraphQLEnumType):
            if kind.name not in self.enums:
                self.enums[kind.name] = _enum(kind)
            return "enum"
        if isinstance(kind, GraphQLInputObjectType):
            if kind.name not in self.inputs:
                # It may have members of its own type.
                self.inputs[kind.name] = Input(kind.name, ())
                self.inputs[kind.name] = self._input(kind)
            return "input"
        if not is_specified_scalar_type(kind):
            self.scalars.add(kind.name)
        return "scalar"

    def _input(self, kind: GraphQLInputObjectType) -> Input:
        fields = tuple(
            InputField(
                name, self.type_of(field.type), is_required_input_field(field), _plain(default_of(field)),
                field.description or "", field.deprecation_reason,
            )
            for name, field in kind.fields.items()
        )
        return Input(kind.name, fields, bool(getattr(kind, "is_one_of", False)), kind.description or "")


def _enum(kind: GraphQLEnumType) -> Enum:
    values = (
        EnumValue(name, value.description or "", value.deprecation_reason) for name, value in kind.values.items()
    )
    return Enum(kind.name, tuple(values), kind.description or "")


def _plain(default: Any) -> Default:
    """A default of the schema; graphql-core has `Undefined` for none."""
    return default if isinstance(default, bool | int | float | str | list | dict) else None


def written(value: ValueNode | None) -> Default:
    """A value as a document writes it, as plain data."""
    if isinstance(value, IntValueNode):
        return int(value.value)
    if isinstance(value, FloatValueNode):
        return float(value.value)
    if isinstance(value, EnumValueNode):
        return EnumName(value.value)
    if isinstance(value, StringValueNode | BooleanValueNode):
        return value.value
    if isinstance(value, ListValueNode):
        return [written(one) for one in value.values]
    if isinstance(value, ObjectValueNode):
        return {one.name.value: written(one.value) for one in value.fields}
    return None
