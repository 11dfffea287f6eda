"""Values of responses: their types, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Condition, Field, ListOf, Named, ValueType
from .naming import Naming

_SCALARS = {"String": "String", "ID": "String", "Int": "Int", "Float": "Double", "Boolean": "Bool"}
UNNAMED = "JSONValue"
_READ = {"String": ".string", "Int": ".int", "Double": ".double", "Bool": ".bool", "JSONValue": ".value"}



class Values:
    """Types in Swift, and expressions that read them.

    scalars  the types of the schema's own scalars, by their names; the others are `JSONValue`
    """

    def __init__(self, naming: Naming, scalars: Mapping[str, str]) -> None:
        self._naming = naming
        self._scalars = {**_SCALARS, **scalars}

    # Types

    def scalar(self, name: str) -> str:
        """The type of a scalar."""
        return self._scalars.get(name, UNNAMED)

    def leaf(self, named: Named) -> str:
        """The type of a scalar, an enum or an input object."""
        if named.kind == "enum":
            return self._naming.enums[named.name]
        return self._naming.inputs[named.name] if named.kind == "input" else self.scalar(named.name)

    def inner(self, field: Field, *, is_full: bool = False) -> str:
        """The type of a field's innermost values."""
        if field.selection is None:
            return self.leaf(field.type.named)
        return self._naming.full(field.selection) if is_full else self._naming.local(field.selection)

    def type_of(self, field: Field, *, is_full: bool = False) -> str:
        """The type of a field's property."""
        text = wrapped(field.type, self.inner(field, is_full=is_full))
        return text + "?" if field.condition is not None and not field.type.is_nullable else text

    # Reading

    def reading(self, field: Field) -> str:
        """The expression that reads a field of `node`."""
        key, type_, condition = f'"{field.key}"', field.type, field.condition
        how = self._how(type_, self.inner(field))
        plain = f"node.optional({key})?{how}" if type_.is_nullable else f"node[{key}]{how}"
        # Any value is a JSON value, so reading one does not fail.
        attempt = "" if type_.is_nullable and how == _READ[UNNAMED] else "try "
        if condition is not None and field.selection is not None:
            # It may be there for another selection's sake, which asks something else of it.
            return f"{attempt}{flags(condition)} ? {plain} : nil"
        if condition is not None and not type_.is_nullable:
            return f"try node.contains({key}) ? {plain} : nil"
        return f"{attempt}{plain}"

    def _how(self, type_: ValueType, inner: str) -> str:
        """What reads a value that is not null, behind its node."""
        if isinstance(type_, Named):
            return self._leaf_how(type_, inner)
        element = type_.element
        if isinstance(element, Named) and not element.is_nullable and self._is_decoded(element, inner):
            return ".decode()"
        if isinstance(element, ListOf) or not self._is_decoded(element.named, inner):
            read = f"$0{self._how(element, inner)}"
        else:
            read = f"$0.decode({inner}.self)"
        attempt = "" if read == f"$0{_READ[UNNAMED]}" else "try "
        return f".map {{ {attempt}{'$0.isNull ? nil : ' if element.is_nullable else ''}{read} }}"

    def _leaf_how(self, named: Named, inner: str) -> str:
        if named.kind == "scalar" and named.name == "ID":
            return ".id"
        return ".decode()" if self._is_decoded(named, inner) else _READ[inner]

    def _is_decoded(self, named: Named, inner: str) -> bool:
        return named.kind != "scalar" or inner not in _READ


def wrapped(type_: ValueType, inner: str) -> str:
    """A type with its lists and nulls."""
    text = f"[{wrapped(type_.element, inner)}]" if isinstance(type_, ListOf) else inner
    return f"{text}?" if type_.is_nullable else text


def flags(condition: Condition) -> str:
    """The expression for a condition."""
    ways = [
        " && ".join(f'{"" if flag.is_wanted else "!"}node.flag("{flag.variable}")' for flag in way)
        for way in condition.ways
    ]
    if len(ways) == 1 and "&&" not in ways[0]:
        return ways[0]
    return "(" + " || ".join(ways) + ")"
