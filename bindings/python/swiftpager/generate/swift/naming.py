"""The names of all types and members, before anything is written."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from ..model import TYPE_NAME, Field, Group, Model, Operation, Selection, Spread
from .words import TYPES, Taken, lower, upper

_CHOICE = "On"
# What the protocols of an object have.
_OBJECT_MEMBERS = ("hashValue", "responseFields")
OTHER = "other"


@dataclasses.dataclass(frozen=True)
class CaseName:
    """The case of a group, and the property that has its value or nil."""

    case: str
    accessor: str


@dataclasses.dataclass(frozen=True)
class ObjectNames:
    """The names of one type and of its members.

    local    the name where the type is declared
    full     the name from outside, from the operation's type or the file on
    fields   the properties of its fields and fragments
    cases    the cases of its groups
    choice   the property that has the case, and the name of its type; None if the type itself is the enum, or if it
             has no groups
    tag      the property with `__typename`, of the objects of a group with several types
    """

    local: str
    full: str
    fields: Mapping[Field | Spread, str]
    cases: Mapping[Group, CaseName]
    choice: tuple[str, str] | None = None
    tag: str | None = None


class Naming:
    """Gives names: those of GraphQL's types, with a key in front on a clash."""

    def __init__(self, model: Model, scalars: Mapping[str, str]) -> None:
        self._objects: dict[Selection, ObjectNames] = {}
        # Several types share these, so they keep which one an object has, beside the fragment that is all else.
        self._tagged: set[Selection] = set()
        top = Taken(TYPES | {part for text in scalars.values() for part in text.split(".")})
        self.enums = {name: top.free(upper(name), f"{upper(name)}Enum") for name in model.enums}
        self.inputs = {name: top.free(upper(name), f"{upper(name)}Input") for name in model.inputs}
        self.operations = {one: top.free(_operation_name(one)) for one in model.operations}
        types = {upper(name) for name in model.type_names}
        self.fragments = {
            name: top.free(*([] if upper(name) in types else [upper(name)]), f"{upper(name)}Fragment")
            for name in model.fragments
        }
        self._top = top
        for name, fragment in model.fragments.items():
            self._name(fragment.selection, self.fragments[name], ())
        for operation in model.operations:
            self._name(operation.selection, "Data", ())

    def of(self, selection: Selection) -> ObjectNames:
        """The names of the type of a selection that is not a fragment's."""
        return self._objects[selection]

    def fragment(self, selection: Selection) -> str | None:
        """The fragment whose type is the selection's; None if the selection has a type of its own."""
        return None if selection in self._tagged else selection.fragment

    def local(self, selection: Selection) -> str:
        """The name of the type of a selection, where it is declared."""
        fragment = self.fragment(selection)
        return self.fragments[fragment] if fragment else self._objects[selection].local

    def full(self, selection: Selection) -> str:
        """The name of the type of a selection, from the operation's type or the file on."""
        fragment = self.fragment(selection)
        return self.fragments[fragment] if fragment else self._objects[selection].full

    # One type

    def _name(self, selection: Selection, local: str, scope: tuple[str, ...]) -> None:
        if self.fragment(selection):
            return
        path = (*scope, local)
        taken = Taken(path)
        choice_type = taken.free(_CHOICE) if selection.groups and not selection.is_choice else None
        members = Taken(_OBJECT_MEMBERS)
        names: dict[Field | Spread, str] = {one: members.member(lower(one.key)) for one in selection.fields}
        for spread in selection.spreads:
            name = lower(spread.fragment)
            names[spread] = members.member(name, f"{name}Fragment")
        choice = (members.member("on", "onType"), choice_type) if choice_type else None
        asks_tag = any(field.key == TYPE_NAME for field in selection.fields)
        tag = members.member(TYPE_NAME) if selection in self._tagged and not asks_tag else None
        self._objects[selection] = ObjectNames(local, ".".join(path), names, self._cases(selection), choice, tag)
        for field in selection.fields:
            if field.selection is not None:
                self._inner(field.selection, field.key, taken, path)
        for group in selection.groups:
            if len(group.types) > 1:
                self._tagged.add(group.selection)
            self._inner(group.selection, _CHOICE, taken, path)

    def _inner(self, selection: Selection, key: str, taken: Taken, path: tuple[str, ...]) -> None:
        if not self.fragment(selection):
            plain, prefixed = upper(selection.type_name), upper(key) + upper(selection.type_name)
            names = [name for name in (plain, prefixed) if name not in self._top]
            self._name(selection, taken.free(*(names or [f"{prefixed}Object"])), path)

    def _cases(self, selection: Selection) -> dict[Group, CaseName]:
        taken = Taken((OTHER, "hashValue", "responseFields"))
        cases: dict[Group, CaseName] = {}
        for group in selection.groups:
            name = lower(group.name)
            case = taken.member(name, f"{name}Type")
            cases[group] = CaseName(case, taken.free(f"as{upper(group.name)}"))
        return cases


def _operation_name(operation: Operation) -> str:
    """`Products` becomes `ProductsQuery`."""
    name = upper(operation.name)
    return name if name.lower().endswith(operation.kind) else name + upper(operation.kind)
