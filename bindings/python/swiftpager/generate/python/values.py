"""Hints of values, and what they name: scalars, enums and input objects."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping

from ..errors import DocumentError
from ..model import Default, Enum, EnumName, Input, InputField, ListOf, Model, Named, ValueType
from .names import ANNOTATION_NAMES, Names, enum_member, pascal
from .texts import COLUMNS, block, documentation, quoted

# GraphQL's own scalars. `--scalar ID=int` is for servers that send numbers.
_OWN = {"Int": "int", "Float": "float", "String": "str", "Boolean": "bool", "ID": "str"}
# Types by their short names: the module to import, and the type.
_SHORT = {
    **{name: (None, name) for name in ("int", "float", "str", "bool")},
    "Any": (None, "Any"),
    **{name: ("datetime", f"datetime.{name}") for name in ("datetime", "date", "time", "timedelta")},
    "Decimal": ("decimal", "decimal.Decimal"), "UUID": ("uuid", "uuid.UUID"),
}

_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")


class Values:
    """The hints of values, by the names that the module gives to their types.

    scalars  Python's types by the names of scalars: a short name like "datetime" or "Decimal", or "package.module.Type"
    """

    def __init__(self, model: Model, scalars: Mapping[str, str], names: Names) -> None:
        self._model = model
        self._python: dict[str, str] = {}
        self.modules: set[str] = set()
        for name, wanted in scalars.items():
            if name not in _OWN and name not in model.type_names:
                raise DocumentError(f"--scalar {name}={wanted}: the schema has no scalar {name}")
            self._python[name] = self._imported(name, wanted)
        # An imported module keeps its name.
        for module in sorted(self.modules):
            names.free(module.partition(".")[0])
        self._names = {name: names.free(pascal(name), f"{pascal(name)}Scalar") for name in model.scalars}
        self._names |= {name: names.free(pascal(name), f"{pascal(name)}Enum") for name in model.enums}
        self._names |= {name: names.free(pascal(name), f"{pascal(name)}Input") for name in model.inputs}
        self._members = {one.name: _members(one) for one in model.enums.values()}
        self._cases = {
            (one.name, field.name): names.free(f"{self._names[one.name]}{pascal(field.name)}")
            for one in model.inputs.values() if one.is_one_of for field in one.fields
        }

    def _imported(self, name: str, wanted: str) -> str:
        module, kind = _SHORT.get(wanted, (wanted.rpartition(".")[0] or None, wanted))
        if wanted not in _SHORT and not _DOTTED.fullmatch(wanted):
            known = ", ".join(_SHORT)
            raise DocumentError(f"--scalar {name}={wanted}: expected one of {known}, or a type as package.module.Type")
        if module is not None:
            self.modules.add(module)
        return kind

    def python(self, scalar: str) -> str | None:
        """The type that the user gave for a scalar, or None."""
        return self._python.get(scalar)

    def hint(self, kind: ValueType, inner: str | None = None) -> str:
        """The hint of a value, with `inner` in place of an object's type."""
        bare = f"list[{self.hint(kind.element, inner)}]" if isinstance(kind, ListOf) else inner or self._named(kind)
        return f"{bare} | None" if kind.is_nullable else bare

    def _named(self, kind: Named) -> str:
        if kind.name in self._names:
            return self._names[kind.name]
        return self._python.get(kind.name) or _OWN[kind.name]

    def literal(self, value: Default, kind: ValueType) -> str | None:
        """A default as Python writes it; None for a list or an object, which the server knows from the document."""
        if isinstance(value, EnumName):
            member = self._members.get(kind.named.name, {}).get(str(value))
            return None if member is None or isinstance(kind, ListOf) else f"{self._named(kind.named)}.{member}"
        if isinstance(value, list | dict) or isinstance(kind, ListOf) or value is None:
            return None
        wanted = _OWN.get(kind.named.name)
        if wanted == "float" and isinstance(value, int) and not isinstance(value, bool):
            return repr(float(value))
        if wanted is None or kind.named.name in self._python or type(value).__name__ != wanted:
            return None
        return quoted(value) if isinstance(value, str) else repr(value)

    # Declarations

    def declarations(self) -> list[str]:
        """The texts of all scalars, enums and input objects."""
        scalars = "\n".join(
            f"{self._names[name]}: TypeAlias = {self._python.get(name, 'Any')}" for name in self._model.scalars
        )
        enums = [self._enum(one) for one in self._model.enums.values()]
        return [*([scalars] if scalars else []), *enums, *(self._input(one) for one in self._model.inputs.values())]

    def _enum(self, enum: Enum) -> str:
        members = self._members[enum.name]
        lines = [f"{members[value.name]} = {quoted(value.name)}" for value in enum.values]
        text = documentation(enum.description or f"The enum {enum.name} of the schema.")
        return block(f"class {self._names[enum.name]}(ServerEnum):", text, "\n" + "\n".join(lines))

    def _input(self, one: Input) -> str:
        name = self._names[one.name]
        if one.is_one_of:
            return self._choice(name, one)
        return self._dict(name, one.fields, one.description or f"The input object {one.name} of the schema.")

    def _dict(self, name: str, fields: tuple[InputField, ...], description: str) -> str:
        hints = {field.name: self._member_hint(field) for field in fields}
        return self._typed_dict(name, hints, description)

    def _member_hint(self, field: InputField) -> str:
        hint = self.hint(field.type)
        return hint if field.is_required else f"NotRequired[{hint}]"

    def _choice(self, name: str, one: Input) -> str:
        """An input object of which exactly one member is given: a dict for each of them."""
        cases = {self._cases[one.name, field.name]: field for field in one.fields}
        dicts = [
            self._typed_dict(
                case, {field.name: self.hint(field.type).removesuffix(" | None")}, f"`{name}` by `{field.name}`."
            )
            for case, field in cases.items()
        ]
        return "\n\n\n".join([*dicts, f"{name}: TypeAlias = {' | '.join(cases)}"])

    def _typed_dict(self, name: str, hints: Mapping[str, str], description: str) -> str:
        if hints and all(self._is_attribute(key) for key in hints):
            lines = [f"{key}: {hint}" for key, hint in hints.items()]
            return block(f"class {name}(TypedDict):", documentation(description), "\n" + "\n".join(lines))
        # Only this form has keys that are keywords, or names of types.
        members = [f'{quoted(key)}: "{hint}"' for key, hint in hints.items()]
        line = f'{name} = TypedDict("{name}", {{{", ".join(members)}}})'
        if len(line) <= COLUMNS:
            return line
        return block(f'{name} = TypedDict("{name}", {{', *(f"{one}," for one in members)) + "\n})"

    def _is_attribute(self, key: str) -> bool:
        """Whether a class of a TypedDict may have a key."""
        hides = key in ANNOTATION_NAMES or key in self._names.values() or key in self.modules
        return not (hides or keyword.iskeyword(key) or key.startswith("__"))


def _members(enum: Enum) -> dict[str, str]:
    names = Names()
    return {value.name: enum_member(value.name, names) for value in enum.values}
