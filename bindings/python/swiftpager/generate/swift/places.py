"""Variables that ask for a page, and members of the input objects in variables."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import InputField, Model, ValueType, Variable, VariablePlace
from .inputs import Inputs, member_names, variable_names
from .layout import Code
from .values import Values
from .words import word


class Places:
    """Reads and changes values at places."""

    def __init__(
        self, code: Code, variables: Sequence[Variable], values: Values, inputs: Inputs, model: Model
    ) -> None:
        self._code = code
        self._variables = {one.name: one for one in variables}
        self._names = variable_names(variables)
        self._values = values
        self._inputs = inputs
        self._model = model

    def _variable(self, place: VariablePlace) -> str:
        return word(self._names[place.variable])

    def _is_nullable(self, place: VariablePlace) -> bool:
        """Whether the variable can be left out."""
        return self._inputs.variable_type(self._variables[place.variable]).startswith("GraphQLNullable")

    def _fields(self, place: VariablePlace) -> list[tuple[InputField, str]]:
        """The members on the way to a place, with their names in Swift."""
        found: list[tuple[InputField, str]] = []
        type_: ValueType = self._variables[place.variable].type
        for member in place.members:
            fields = self._model.inputs[type_.named.name].fields
            field = next(one for one in fields if one.name == member)
            found.append((field, word(member_names(fields)[member])))
            type_ = field.type
        return found

    def is_required(self, place: VariablePlace) -> bool:
        """Whether the value at a place is not a `GraphQLNullable`, and nothing around it is."""
        return not self._is_nullable(place) and all(field.is_required for field, _ in self._fields(place))

    def type_at(self, place: VariablePlace) -> str:
        """The type of the values at a place."""
        fields = self._fields(place)
        type_ = fields[-1][0].type if fields else self._variables[place.variable].type
        return self._values.leaf(type_.named)

    def get(self, place: VariablePlace) -> str:
        """The value at a place: optional, unless nothing on the way may be left out."""
        is_optional = self._is_nullable(place)
        text = f"variables.{self._variable(place)}{'.unwrapped' if is_optional else ''}"
        for field, name in self._fields(place):
            text += f"{'?' if is_optional else ''}.{name}{'' if field.is_required else '.unwrapped'}"
            is_optional = is_optional or not field.is_required
        return text

    def put(self, place: VariablePlace, value: str, *, is_optional: bool, is_value: bool = False) -> None:
        """Writes statements that put a value into `query`: an optional, a case of `GraphQLNullable`, or a value."""
        target = f"query.variables.{self._variable(place)}"
        if not place.members:
            self._store(target, value, self._is_nullable(place), is_optional, is_value)
            return
        # The library's words are found in input objects, but not in objects inside them.
        [(field, name)] = self._fields(place)
        if not self._is_nullable(place):
            self._store(f"{target}.{name}", value, not field.is_required, is_optional, is_value)
            return
        code, type_ = self._code, self._variables[place.variable].type.named
        holder = f"{place.variable}Value"
        if any(one.is_required for one in self._model.inputs[type_.name].fields):
            code.line(f"guard var {holder} = {target}.unwrapped else {{ return nil }}")
        else:
            code.line(f"var {holder} = {target}.unwrapped ?? {self._values.leaf(type_)}()")
        self._store(f"{holder}.{name}", value, not field.is_required, is_optional, is_value)
        code.line(f"{target} = .some({holder})")

    def _store(self, target: str, value: str, is_nullable: bool, is_optional: bool, is_value: bool) -> None:
        code = self._code
        if is_value:
            code.line(f"{target} = .some({value})" if is_nullable else f"{target} = {value}")
        elif not is_optional:
            code.line(f"{target} = {value}")
        elif is_nullable:
            code.line(f"{target} = {value} ?? .none")
        else:
            name = value.split(".")[1]
            code.line(f"guard let {name} = {value} else {{ return nil }}")
            code.line(f"{target} = {name}")
