"""The types that documents use besides objects: enums and input objects."""

from __future__ import annotations

import dataclasses

from .values import Default, ValueType


@dataclasses.dataclass(frozen=True)
class EnumValue:
    """One value of an enum."""

    name: str
    description: str = ""
    deprecated: str | None = None


@dataclasses.dataclass(frozen=True)
class Enum:
    """An enum. A server may send values that the schema did not have."""

    name: str
    values: tuple[EnumValue, ...]
    description: str = ""


@dataclasses.dataclass(frozen=True)
class InputField:
    """A member of an input object.

    is_required  whether it cannot be left out
    default      what the server takes if it is left out; None also means that it has no default
    """

    name: str
    type: ValueType
    is_required: bool
    default: Default = None
    description: str = ""
    deprecated: str | None = None


@dataclasses.dataclass(frozen=True)
class Input:
    """An input object.

    is_one_of  whether exactly one of the members is given (`@oneOf`)
    """

    name: str
    fields: tuple[InputField, ...]
    is_one_of: bool = False
    description: str = ""
