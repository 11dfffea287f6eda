"""Operations: structs with their document, their variables and the type of their data."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Fragment, Operation
from .inputs import Inputs, variable_names
from .layout import Code
from .naming import Naming
from .objects import Objects
from .paging import PagedQueries
from .words import word

_PROTOCOLS = {"query": "GraphQLQuery", "mutation": "GraphQLMutation"}


class Operations:
    """Writes operations."""

    def __init__(
        self, code: Code, naming: Naming, objects: Objects, inputs: Inputs, paged: PagedQueries,
        fragments: Mapping[str, Fragment],
    ) -> None:
        self._code = code
        self._naming = naming
        self._objects = objects
        self._inputs = inputs
        self._paged = paged
        self._fragments = fragments

    def write(self, operation: Operation) -> None:
        """Writes an operation."""
        code = self._code
        name = self._naming.operations[operation]
        protocol = "PagedQuery" if operation.paging is not None else _PROTOCOLS[operation.kind]
        with code.block(f"nonisolated public struct {name}: {protocol}"):
            code.line(f'public static let operationName = "{operation.name}"')
            self._document(operation)
            code.gap()
            self._variables(operation)
            if operation.paging is not None:
                code.gap()
                self._paged.write(operation, operation.paging)
            code.gap()
            if fragment := operation.selection.fragment:
                code.line(f"public typealias Data = {self._naming.fragments[fragment]}")
            else:
                self._objects.write(operation.selection, is_root=True)

    def _document(self, operation: Operation) -> None:
        """The text: the operation's own, and those of the fragments that it needs."""
        head = "public static let document = "
        if not operation.fragments:
            self._code.raw(literal(head, operation.text))
            return
        # A fragment that is nothing but another one has the other one's type, which has the text of the other one.
        aliases = [name for name in operation.fragments if self._fragments[name].selection.fragment]
        others = [self._naming.fragments[name] for name in operation.fragments if name not in aliases]
        self._code.line(f"{head}[")
        with self._code.indented():
            for text in (operation.text, *(self._fragments[name].text for name in aliases)):
                self._code.raw(literal("", text) + ",")
            self._code.filled([f"{other}.definition" for other in others], end=",")
        self._code.line('].joined(separator: "\\n")')

    def _variables(self, operation: Operation) -> None:
        code, names = self._code, variable_names(operation.variables)
        if not names:
            code.line("public init() {}")
            return
        types = {one.name: self._inputs.variable_type(one) for one in operation.variables}
        with code.block("nonisolated public struct Variables: Encodable, Hashable, Sendable"):
            for key, name in names.items():
                code.line(f"public var {word(name)}: {types[key]}")
            self._inputs.keys(names)
        code.line("public var variables: Variables")
        code.gap()
        parameters = [
            f"{word(names[one.name])}: {types[one.name]}{self._inputs.variable_default(one)}"
            for one in operation.variables
        ]
        with code.initializer(parameters):
            code.listed("variables = Variables(", [f"{name}: {word(name)}" for name in names.values()], ")")


def literal(head: str, text: str) -> str:
    """A text of several lines as a literal, which takes it as it is."""
    marks = "#"
    while f'"""{marks}' in text or f"\\{marks}" in text:
        marks += "#"
    lines = [f"  {line}" if line else "" for line in text.split("\n")]
    indent = "  " if head else ""
    body = [line if head else line[2:] for line in lines]
    return "\n".join([f'{head}{marks}"""', *body, f'{indent}"""{marks}'])


def definition(text: str) -> str:
    """The text of a fragment, as a member of its type."""
    return literal("public static let definition = ", text)
