"""Enums, input objects and variables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ..model import Default, Enum, EnumName, Input, InputField, ListOf, Model, Named, ValueType, Variable
from .layout import Code, escaped
from .naming import Naming
from .values import Values
from .words import Taken, camel, dotted, word

_UNKNOWN = "unknown"
_NEW_VALUE = "A value that the schema did not have."
# What the protocols of an enum have.
_ENUM_MEMBERS = ("rawValue", "hashValue", "allCases", _UNKNOWN)


class Inputs:
    """Writes enums and input objects, and says how variables are written."""

    def __init__(self, code: Code, naming: Naming, values: Values, model: Model) -> None:
        self._code = code
        self._naming = naming
        self._values = values
        self._model = model
        self._cases = {name: enum_cases(enum) for name, enum in model.enums.items()}

    # Enums

    def enum(self, enum: Enum) -> None:
        """Writes an enum."""
        code, cases = self._code, self._cases[enum.name]
        with code.block(f"nonisolated public enum {self._naming.enums[enum.name]}: ResponseEnum"):
            for value in enum.values:
                if value.description:
                    code.line(f"/// {escaped(' '.join(value.description.split()))}")
                code.line(f"case {word(cases[value.name])}")
            code.line(f"/// {_NEW_VALUE}")
            code.line(f"case {_UNKNOWN}(String)")
            code.gap()
            names = [dotted(case) for case in cases.values()]
            head = f"public static let allCases: [{self._naming.enums[enum.name]}] = ["
            code.listed(head, names, "]")
            code.gap()
            with code.block("public init(rawValue: String)"):
                with code.switch("rawValue"):
                    for text, case in cases.items():
                        code.line(f'case "{text}": self = {dotted(case)}')
                    code.line(f"default: self = .{_UNKNOWN}(rawValue)")
            code.gap()
            with code.block("public var rawValue: String"):
                with code.switch("self"):
                    for text, case in cases.items():
                        code.line(f'case {dotted(case)}: "{text}"')
                    code.line(f"case .{_UNKNOWN}(let value): value")

    # Input objects

    def input(self, input_: Input) -> None:
        """Writes an input object: a struct whose members can be left out, or an enum if it has one of its members."""
        if input_.is_one_of:
            self._one_of(input_)
            return
        code, names = self._code, member_names(input_.fields)
        with code.block(f"nonisolated public struct {self._naming.inputs[input_.name]}: Encodable, Hashable, Sendable"):
            for field in input_.fields:
                code.line(f"public var {word(names[field.name])}: {self.type_of(field.type, field.is_required)}")
            code.gap()
            parameters = [
                f"{word(names[field.name])}: {self.type_of(field.type, field.is_required)}"
                + ("" if field.is_required else " = .none")
                for field in input_.fields
            ]
            with code.initializer(parameters):
                for name in names.values():
                    code.line(f"self.{word(name)} = {word(name)}")
            self.keys(names)

    def _one_of(self, input_: Input) -> None:
        code, names = self._code, member_names(input_.fields)
        name = self._naming.inputs[input_.name]
        with code.block(f"nonisolated public indirect enum {name}: Encodable, Hashable, Sendable"):
            for field in input_.fields:
                code.line(f"case {word(names[field.name])}({self.type_of(field.type, True)})")
            code.gap()
            with code.block("public func encode(to encoder: any Encoder) throws"):
                code.line("var container = encoder.container(keyedBy: Keys.self)")
                with code.switch("self"):
                    for one in names.values():
                        encode = f"try container.encode(value, forKey: {dotted(one)})"
                        code.line(f"case {dotted(one)}(let value): {encode}")
            code.gap()
            with code.block("private enum Keys: String, CodingKey"):
                for key, one in names.items():
                    code.line(f"case {word(one)}" + (f' = "{key}"' if key != one else ""))

    def keys(self, names: Mapping[str, str]) -> None:
        """Writes the keys of members, if their names differ from GraphQL's."""
        if any(key != name for key, name in names.items()):
            self._code.gap()
            with self._code.block("private enum CodingKeys: String, CodingKey"):
                for key, name in names.items():
                    self._code.line(f"case {word(name)}" + (f' = "{key}"' if key != name else ""))

    # Types and defaults

    def type_of(self, type_: ValueType, is_required: bool) -> str:
        """The type of a variable or a member, which may be left out unless it is required."""
        if not is_required:
            return f"GraphQLNullable<{self._present(type_)}>"
        return self._present(type_) + ("?" if type_.is_nullable else "")

    def _present(self, type_: ValueType) -> str:
        if isinstance(type_, ListOf):
            return f"[{self._present(type_.element)}{'?' if type_.element.is_nullable else ''}]"
        return self._values.leaf(type_)

    def variable_type(self, variable: Variable) -> str:
        """The type of a variable."""
        if variable.is_condition:
            return "Bool"
        return self.type_of(variable.type, self._is_required(variable))

    def _is_required(self, variable: Variable) -> bool:
        """Whether the variable always has a value; without one, the server takes the document's default."""
        if variable.type.is_nullable:
            return False
        return not variable.has_default or self.literal(variable.type, variable.default) is not None

    def variable_default(self, variable: Variable) -> str:
        """What stands behind the parameter of a variable: the document's default, or what leaves it out."""
        if variable.is_condition:
            return f" = {json.dumps(variable.default)}" if isinstance(variable.default, bool) else ""
        text = None
        if variable.has_default and variable.default is not None:
            text = self.literal(variable.type, variable.default)
        if self._is_required(variable):
            return f" = {text}" if text is not None else ""
        if text is None:
            return " = .none"
        is_literal = isinstance(variable.default, int | float | str) and not isinstance(variable.default, EnumName)
        return f" = {text}" if is_literal else f" = .some({text})"

    def literal(self, type_: ValueType, default: Default) -> str | None:
        """The expression for a default; None if its type is not known here."""
        if default is None:
            return "nil"
        if isinstance(type_, ListOf):
            elements = default if isinstance(default, list) else [default]
            texts = [self.literal(type_.element, one) for one in elements]
            return None if None in texts else f"[{', '.join(map(str, texts))}]"
        if type_.kind == "enum":
            case = self._cases[type_.name].get(str(default))
            return dotted(case) if case is not None else None
        if type_.kind == "input":
            return self._object(type_, default)
        return self._scalar(type_, default)

    def _scalar(self, type_: Named, default: Default) -> str | None:
        swift = self._values.leaf(type_)
        if swift == "Bool" and isinstance(default, bool):
            return json.dumps(default)
        if swift in ("Int", "Double") and isinstance(default, int | float) and not isinstance(default, bool):
            return json.dumps(default)
        if swift == "String" and isinstance(default, str | int) and not isinstance(default, EnumName | bool):
            return string(str(default))
        return None

    def _object(self, type_: Named, default: Default) -> str | None:
        input_ = self._model.inputs[type_.name]
        if not isinstance(default, dict) or input_.is_one_of:
            return None
        parts: list[str] = []
        names = member_names(input_.fields)
        for field in input_.fields:
            if field.name in default:
                value = default[field.name]
                text = self.literal(field.type, value)
                if text is None:
                    return None
                shown = text if field.is_required else ".null" if value is None else f".some({text})"
                parts.append(f"{names[field.name]}: {shown}")
        return f"{self._naming.inputs[input_.name]}({', '.join(parts)})"


def string(text: str) -> str:
    """A text as a literal of Swift."""
    given = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped(given)}"'


def enum_cases(enum: Enum) -> dict[str, str]:
    """The cases of an enum's values."""
    taken = Taken(_ENUM_MEMBERS)
    return {value.name: taken.member(camel(value.name), f"{camel(value.name)}Value") for value in enum.values}


def member_names(fields: Sequence[InputField]) -> dict[str, str]:
    """The members of an input object."""
    taken = Taken(("hashValue",))
    return {field.name: taken.member(field.name) for field in fields}


def variable_names(variables: Sequence[Variable]) -> dict[str, str]:
    """The members of `Variables`."""
    taken = Taken(("hashValue",))
    return {one.name: taken.member(one.name) for one in variables}
