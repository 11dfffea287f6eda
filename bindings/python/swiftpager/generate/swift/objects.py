"""Objects of responses: structs that read themselves, and enums of what objects of certain types have."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from ..model import TYPE_NAME, Fragment, Group, Selection, Spread
from .layout import Code, initializer_head
from .naming import OTHER, Naming, ObjectNames
from .values import Values, flags
from .words import dotted, word

_UNKNOWN = "A type that the document does not ask for, or that the schema did not have."
# Of more members, each gets a line of its own.
_TUPLE_SIZE = 6


@dataclasses.dataclass(frozen=True)
class Member:
    """A stored property.

    reading      the expression that reads it from `node`
    key          its key in the response; None for a fragment, and for what objects of certain types have
    is_left_out  whether the response may lack it
    """

    name: str
    type: str
    reading: str
    key: str | None
    is_left_out: bool

    @property
    def parameter(self) -> str:
        """The parameter of the initializer."""
        return f"{self.name}: {self.type}" + (" = nil" if self.type.endswith("?") else "")

    @property
    def assignment(self) -> str:
        """The statement that reads it."""
        # The name of the initializer's parameter.
        target = "self.node" if self.name == "node" else self.name
        return f"{target} = {self.reading}"


class Objects:
    """Writes the types of selections."""

    def __init__(self, code: Code, naming: Naming, values: Values, fragments: Mapping[str, Fragment]) -> None:
        self._code = code
        self._naming = naming
        self._values = values
        self._fragments = fragments

    def write(self, selection: Selection, static: str | None = None, *, is_root: bool = False) -> None:
        """Writes a type, and those inside it.

        static   a member that it has beside its own: the text of a fragment's definition
        is_root  whether it is the data of an operation
        """
        names = self._naming.of(selection)
        if selection.is_choice:
            self._choice(names.local, selection, names, static, inner=True)
        else:
            self._struct(selection, names, static, is_root)

    def _inner(self, selection: Selection) -> None:
        """Writes the types of fields and groups."""
        inner = [field.selection for field in selection.fields] + [group.selection for group in selection.groups]
        for one in inner:
            if one is not None and not self._naming.fragment(one):
                self._code.gap()
                self.write(one)

    # Structs

    def _struct(self, selection: Selection, names: ObjectNames, static: str | None, is_root: bool) -> None:
        code = self._code
        members = list(self._members(selection, names))
        looked_up = [spread for spread in selection.spreads if spread.condition is None]
        if looked_up:
            code.line("@dynamicMemberLookup")
        with code.block(f"nonisolated public struct {names.local}: ResponseObject, Hashable, Sendable"):
            if static is not None:
                code.raw(static)
                code.gap()
            for member in members:
                code.line(f"public var {member.name}: {member.type}")
            code.gap()
            self._memberwise(members)
            code.gap()
            code.bodies("public init(from node: ResponseNode) throws", [member.assignment for member in members])
            code.gap()
            self._fields(members, selection.type_name if selection.is_concrete and not is_root else None)
            self._look_ups(looked_up, names, {member.name for member in members})
            if names.choice is not None:
                code.gap()
                self._choice(names.choice[1], selection, names, None, inner=False)
            self._inner(selection)

    def _members(self, selection: Selection, names: ObjectNames) -> Iterator[Member]:
        if names.tag is not None:
            yield Member(names.tag, "String", f'try node["{TYPE_NAME}"].string', TYPE_NAME, False)
        for field in selection.fields:
            yield Member(
                word(names.fields[field]), self._values.type_of(field), self._values.reading(field), field.key,
                field.condition is not None,
            )
        for spread in selection.spreads:
            type_ = self._naming.fragments[spread.fragment]
            if spread.condition is None:
                yield Member(word(names.fields[spread]), type_, "try node.decode()", None, False)
            else:
                reading = f"try {flags(spread.condition)} ? node.decode() : nil"
                yield Member(word(names.fields[spread]), f"{type_}?", reading, None, True)
        if names.choice is not None:
            yield Member(word(names.choice[0]), names.choice[1], "try node.decode()", None, False)

    def _memberwise(self, members: list[Member]) -> None:
        code = self._code
        names = [member.name for member in members]
        parts = [names[first : first + _TUPLE_SIZE] for first in range(0, len(names), _TUPLE_SIZE)]
        statements = [statement for part in parts for statement in self._assignments(part)]
        parameters = [member.parameter for member in members]
        if code.fits(f"{(head := initializer_head(parameters))} {{"):
            # A single statement stands in the same line.
            code.bodies(head, statements)
            return
        with code.initializer(parameters):
            for statement in statements:
                code.line(statement)

    def _assignments(self, names: list[str]) -> list[str]:
        """The statements that assign parameters to members, several at once where they fit in a line."""
        if len(names) == 1:
            return [f"self.{names[0]} = {names[0]}"]
        pair = f"({', '.join(f'self.{name}' for name in names)}) = ({', '.join(names)})"
        if self._code.fits(f"  {pair}"):
            return [pair]
        half = len(names) // 2
        return self._assignments(names[:half]) + self._assignments(names[half:])

    def _fields(self, members: list[Member], type_name: str | None) -> None:
        """What the object has in a response, and its `__typename`, which a cache needs."""
        always = [f'"{one.key}": {one.name}' for one in members if one.key is not None and not one.is_left_out]
        if type_name is not None and not any(one.key == TYPE_NAME for one in members):
            always.insert(0, f'"{TYPE_NAME}": "{type_name}"')
        left_out = [f'"{one.key}": {one.name}' for one in members if one.key is not None and one.is_left_out]
        parts = [one.name for one in members if one.key is None]
        arguments = [f"[{', '.join(always)}]"] if always else []
        if left_out:
            arguments.append(f"omittingNil: [{', '.join(left_out)}]")
        code, head = self._code, "public var responseFields: ResponseFields"
        expression = f"ResponseFields({', '.join(arguments + parts)})"
        if code.fits(whole := f"{head} {{ {expression} }}"):
            code.line(whole)
            return
        with code.block(head):
            if code.fits(expression):
                code.line(expression)
                return
            code.line("ResponseFields(")
            with code.indented():
                for index, (opening, items) in enumerate((("[", always), ("omittingNil: [", left_out))):
                    is_last = not parts and (index == 1 or not left_out)
                    if items:
                        code.listed(opening, items, "])" if is_last else "],", comma=True)
                code.filled(parts, end=")")

    # Fragments

    def _look_ups(self, spreads: list[Spread], names: ObjectNames, own: set[str]) -> None:
        """The members of fragments, and a property for each that several fragments have."""
        shown: dict[str, list[tuple[Spread, str]]] = {}
        for spread in spreads:
            for name, type_ in self._shown(self._fragments[spread.fragment].selection).items():
                shown.setdefault(name, []).append((spread, type_))
        shared = {name: places[0] for name, places in shown.items() if len(places) > 1 and name not in own}
        if shared:
            self._code.gap()
        for name, (spread, type_) in shared.items():
            self._code.body(f"public var {name}: {type_}", f"{word(names.fields[spread])}.{name}")
        if spreads:
            self._code.gap()
        for spread in spreads:
            type_ = self._naming.fragments[spread.fragment]
            self._code.body(
                f"public subscript<Member>(dynamicMember path: KeyPath<{type_}, Member>) -> Member",
                f"{word(names.fields[spread])}[keyPath: path]",
            )

    def _shown(self, selection: Selection) -> dict[str, str]:
        """The members that a fragment's type shows, with their types."""
        if selection.fragment:
            return self._shown(self._fragments[selection.fragment].selection)
        if selection.is_choice:
            return {}
        names = self._naming.of(selection)
        shown = {
            word(names.fields[field]): self._values.type_of(field, is_full=True) for field in selection.fields
        }
        for spread in selection.spreads:
            type_ = self._naming.fragments[spread.fragment]
            shown[word(names.fields[spread])] = type_ + ("?" if spread.condition is not None else "")
        if names.choice is not None:
            shown[word(names.choice[0])] = f"{names.full}.{names.choice[1]}"
        for spread in selection.spreads:
            if spread.condition is None:
                shown = {**self._shown(self._fragments[spread.fragment].selection), **shown}
        return shown

    # Enums

    def _choice(
        self, name: str, selection: Selection, names: ObjectNames, static: str | None, *, inner: bool
    ) -> None:
        code = self._code
        cases = [(group, names.cases[group], self._naming.local(group.selection)) for group in selection.groups]
        with code.block(f"nonisolated public enum {name}: ResponseObject, Hashable, Sendable"):
            if static is not None:
                code.raw(static)
                code.gap()
            for _, case, type_ in cases:
                code.line(f"case {word(case.case)}({type_})")
            code.line(f"/// {_UNKNOWN}")
            code.line(f"case {OTHER}(String)")
            code.gap()
            for _, case, type_ in cases:
                code.body(
                    f"public var {case.accessor}: {type_}?",
                    f"if case {dotted(case.case)}(let value) = self {{ value }} else {{ nil }}",
                )
            code.gap()
            with code.block("public init(from node: ResponseNode) throws"):
                with code.switch(f'try node["{TYPE_NAME}"].string'):
                    for group, case, _ in cases:
                        texts = [f'"{type_}"' for type_ in group.types]
                        code.listed("case ", texts, f": self = {dotted(case.case)}(try node.decode())")
                    code.line(f"case let name: self = .{OTHER}(name)")
            code.gap()
            with code.block("public var responseFields: ResponseFields"):
                with code.switch("self"):
                    for group, case, _ in cases:
                        code.line(f"case {dotted(case.case)}(let value): {self._case_fields(group)}")
                    code.line(f'case .{OTHER}(let name): ResponseFields(["{TYPE_NAME}": name])')
            if inner:
                self._inner(selection)

    def _case_fields(self, group: Group) -> str:
        fragment = self._naming.fragment(group.selection)
        knows = self._fragments[fragment].selection.is_concrete if fragment else True
        return "value.responseFields" if knows else f'ResponseFields(["{TYPE_NAME}": "{group.types[0]}"], value)'
