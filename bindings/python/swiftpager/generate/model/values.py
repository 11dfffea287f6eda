"""The types of values, the conditions under which a server sends them, and defaults."""

from __future__ import annotations

import dataclasses
from typing import Literal

# GraphQL's own scalars are scalars, too: Int, Float, String, Boolean, ID.
Kind = Literal["scalar", "enum", "input", "object"]


@dataclasses.dataclass(frozen=True)
class Named:
    """A type with a name: `Int`, `Status!`, `Product`.

    kind  "object" also stands for interfaces and unions
    """

    name: str
    kind: Kind
    is_nullable: bool

    @property
    def named(self) -> Named:
        """The type itself."""
        return self


@dataclasses.dataclass(frozen=True)
class ListOf:
    """A list: `[Product!]`."""

    element: ValueType
    is_nullable: bool

    @property
    def named(self) -> Named:
        """The type of the innermost elements."""
        return self.element.named


ValueType = Named | ListOf


@dataclasses.dataclass(frozen=True)
class Flag:
    """A Boolean variable, and the value that it must have: `@skip(if: $brief)` wants False."""

    variable: str
    is_wanted: bool


@dataclasses.dataclass(frozen=True)
class Condition:
    """Whether a server sends a value: when all flags of one of the ways have the values that they want.

    A value that a document asks for without a condition has None in place of a condition.
    """

    ways: tuple[tuple[Flag, ...], ...]

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that decide, each once."""
        return tuple(dict.fromkeys(flag.variable for way in self.ways for flag in way))


class EnumName(str):
    """A value of an enum in a default; other texts are strings."""

    __slots__ = ()


# What stands behind `=` in `$first: Int = 100`: plain data, as JSON has it, with `EnumName` for values of enums.
Default = None | bool | int | float | str | EnumName | list["Default"] | dict[str, "Default"]
