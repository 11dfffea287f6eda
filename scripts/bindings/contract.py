"""The contract of libswiftpager.so as a generator of declarations reads it: include/swiftpager.abi.json, typed.

Each class is what include/schema/abi.schema.json describes under the same name, with the same words. `read()` gives the
whole contract, and the modules of the languages turn it into text.
"""

import json
import pathlib
import re
from dataclasses import dataclass
from typing import Any, Literal

ROOT = pathlib.Path(__file__).resolve().parents[2]
ABI = ROOT / "include" / "swiftpager.abi.json"

Direction = Literal["in", "out", "in_out"]
Ownership = Literal["borrows", "consumes", "owns"]


@dataclass(frozen=True)
class CType:
    """A type in C that is not a pointer to a function: `const swiftpager_update *` has the base `swiftpager_update`."""

    base: str
    # How many stars it has.
    pointers: int = 0
    # Whether what it points to is const.
    is_const: bool = False
    # Whether C writes `struct` before the base: of the three of Arrow.
    is_struct: bool = False

    @property
    def is_text(self) -> bool:
        """Whether it is `const char *` or `char *`."""
        return self.base == "char" and self.pointers == 1

    def pointee(self) -> "CType":
        """What it points to."""
        return CType(self.base, self.pointers - 1, self.is_const and self.pointers > 1, self.is_struct)


@dataclass(frozen=True)
class Value:
    """What a parameter and the result of a function have in common. None of a pointer's facts is set of a number."""

    # As C writes it, and its parts.
    type: str
    c_type: CType
    nullable: bool = False
    ownership: Ownership | None = None
    # The end of what is borrowed: "call returns", "destroy is called", "page is released", …
    lives_until: str | None = None
    # What gives an owned value back, the usual function first; ("release",) of Arrow's structures.
    release_with: tuple[str, ...] = ()
    # None: it is not a text.
    nul_terminated: bool | None = None
    # The parameter with its length.
    length: str | None = None

    @property
    def is_pointer(self) -> bool:
        """Whether it is an address or a function, and may have a NULL."""
        return self.ownership is not None

    @property
    def handle(self) -> str | None:
        """The type of the handle that it is, or that it leads to."""
        return self.c_type.base if self.c_type.base in HANDLES and self.c_type.pointers > 0 else None


@dataclass(frozen=True)
class Returns(Value):
    """The result of a function."""

    # "bytes", or "pairs" of two numbers.
    length_counts: str | None = None


@dataclass(frozen=True)
class Parameter(Value):
    """A parameter of a function."""

    name: str = ""
    direction: Direction = "in"
    # The parameter whose length this is; "returns": of the result.
    length_of: str | None = None
    comment: str = ""


@dataclass(frozen=True)
class FunctionType:
    """What a function returns and takes."""

    returns: Returns
    parameters: tuple[Parameter, ...]

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name."""
        return next(parameter for parameter in self.parameters if parameter.name == name)


@dataclass(frozen=True)
class Function(FunctionType):
    """A function of the library."""

    name: str
    comment: str
    # The type of the handle that it is called on, of the handle that it hands out, and of the one that this belongs to.
    receiver: str | None
    makes: str | None
    parent: str | None
    # None: it does not wait. "timeout_ms", "store", "50 ms".
    waits: str | None
    # "client", "pager", "cancel", "destroy", "resolve_page", "refused".
    calls_back: tuple[str, ...]
    # The names, without prefix, of the statuses that it returns beside OK.
    statuses: tuple[str, ...]
    returns_end_of_operation: bool

    @property
    def returns_status(self) -> bool:
        """Whether its result is a status."""
        return self.returns.type == "swiftpager_status"

    @property
    def may_block(self) -> bool:
        """Whether it waits or runs functions of the host: a runtime with a global lock gives the lock up for it."""
        return self.waits is not None or bool(self.calls_back)


@dataclass(frozen=True)
class Callback(FunctionType):
    """A type of functions of the host that the library calls."""

    name: str
    comment: str


@dataclass(frozen=True)
class Field:
    """A member of a structure."""

    name: str
    type: str
    # None: it is a pointer to a function.
    c_type: CType | None
    function: FunctionType | None
    comment: str


@dataclass(frozen=True)
class Structure:
    """A structure: the transport, the hooks, and the three of Arrow."""

    name: str
    fields: tuple[Field, ...]
    comment: str

    @property
    def is_arrow(self) -> bool:
        """Whether Apache Arrow defines it, and a library of the language may define it, too."""
        return self.name.startswith("Arrow")


@dataclass(frozen=True)
class Member:
    """A value of an enumeration."""

    name: str
    value: int
    comment: str


@dataclass(frozen=True)
class Band:
    """A range of values that have a meaning as a whole."""

    first: int
    last: int
    comment: str


@dataclass(frozen=True)
class Enumeration:
    """An enumeration of int32_t: swiftpager_status, _source, _kind. A newer library may return other values."""

    name: str
    comment: str
    members: tuple[Member, ...]
    bands: tuple[Band, ...]


@dataclass(frozen=True)
class Handle:
    """An opaque type, whose values are keys and not addresses."""

    name: str
    comment: str
    release_with: tuple[str, ...]


@dataclass(frozen=True)
class Contract:
    """All of it."""

    abi_version: int
    handles: tuple[Handle, ...]
    enumerations: tuple[Enumeration, ...]
    callbacks: tuple[Callback, ...]
    structures: tuple[Structure, ...]
    functions: tuple[Function, ...]

    def function(self, name: str) -> Function:
        """The function of this name, with or without its prefix."""
        full = f"swiftpager_{name.removeprefix('swiftpager_')}"
        return next(function for function in self.functions if function.name == full)

    def functions_of(self, handle: str) -> list[Function]:
        """The functions that are called on handles of a type."""
        return [function for function in self.functions if function.receiver == handle]


HANDLES = frozenset(
    f"swiftpager_{kind}" for kind in
    ("client", "pager", "subscription", "operation", "update", "page", "request", "authorization", "table"))


def c_type(text: str) -> CType:
    """The parts of a type as C writes it."""
    match = re.fullmatch(r"(const )?(struct )?(\w+) ?(\**)", text)
    assert match is not None, text
    return CType(match[3], len(match[4]), match[1] is not None, match[2] is not None)


def read(path: pathlib.Path = ABI) -> Contract:
    """The contract that a file has."""
    whole: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    contract = Contract(
        abi_version=whole["abi_version"],
        handles=tuple(Handle(row["name"], row["comment"], tuple(row["release_with"])) for row in whole["handles"]),
        enumerations=tuple(map(_enumeration, whole["enums"])),
        callbacks=tuple(
            Callback(name=row["name"], comment=row["comment"], **_signature(row)) for row in whole["callbacks"]),
        structures=tuple(map(_structure, whole["structures"])),
        functions=tuple(map(_function, whole["functions"])),
    )
    assert {handle.name for handle in contract.handles} == HANDLES
    return contract


def _enumeration(row: dict[str, Any]) -> Enumeration:
    return Enumeration(
        row["name"], row["comment"],
        tuple(Member(each["name"], each["value"], each.get("comment", "")) for each in row["members"]),
        tuple(Band(**each) for each in row["bands"]))


def _structure(row: dict[str, Any]) -> Structure:
    return Structure(row["name"], tuple(map(_field, row["members"])), row.get("comment", ""))


def _field(row: dict[str, Any]) -> Field:
    function = FunctionType(**_signature(row["function"])) if "function" in row else None
    kind = None if function else c_type(row["type"])
    return Field(row["name"], row["type"], kind, function, row.get("comment", ""))


def _function(row: dict[str, Any]) -> Function:
    lists = {name: tuple(row[name]) for name in ("calls_back", "statuses")}
    return Function(**{**row, **lists, **_signature(row)})


def _signature(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "returns": Returns(**_value(row["returns"])),
        "parameters": tuple(Parameter(**_value(parameter)) for parameter in row["parameters"]),
    }


def _value(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "c_type": c_type(row["type"]), "release_with": tuple(row.get("release_with", ()))}
