"""Reads as much of a GraphQL document as the fake server needs: the selected fields and their arguments."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from typing import Any

_TOKEN = re.compile(
    r"""(?P<ignored>[\s,\ufeff]+|\#[^\r\n]*)
      | (?P<mark>\.\.\.|[!$&()\[\]{}:=@|])
      | (?P<name>[A-Za-z_]\w*)
      | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<block>\"\"\".*?(?<!\\)\"\"\")
      | (?P<string>"(?:[^"\\\r\n]|\\.)*")""",
    re.VERBOSE | re.DOTALL,
)
_LITERALS = {"true": True, "false": False, "null": None}


class QueryError(ValueError):
    """The server cannot answer the document; the message goes to the client."""


@dataclasses.dataclass(frozen=True)
class Variable:
    """A variable in place of a value."""

    name: str


@dataclasses.dataclass(frozen=True)
class Field:
    """A selected field; without selections it is a leaf."""

    name: str
    key: str
    arguments: Mapping[str, Any]
    directives: Mapping[str, Mapping[str, Any]]
    selections: tuple[Selection, ...]


@dataclasses.dataclass(frozen=True)
class Spread:
    """Fields of a fragment: a named one, or an inline fragment."""

    fragment: str | None
    condition: str | None
    directives: Mapping[str, Mapping[str, Any]]
    selections: tuple[Selection, ...]


Selection = Field | Spread


@dataclasses.dataclass(frozen=True)
class Operation:
    """A query or a mutation, with the defaults of its variables."""

    defaults: Mapping[str, Any]
    selections: tuple[Selection, ...]


@dataclasses.dataclass(frozen=True)
class Document:
    """Operations and fragments by name; an anonymous operation has the name None."""

    operations: Mapping[str | None, Operation]
    fragments: Mapping[str, Spread]

    def operation(self, name: str | None) -> Operation:
        """The operation with this name, or the only one if the name is None."""
        if name is None and len(self.operations) == 1:
            return next(iter(self.operations.values()))
        if name not in self.operations:
            raise QueryError(f"the document has no operation {name!r}")
        return self.operations[name]


def parse(text: str) -> Document:
    """Reads a document; raises `QueryError` with the place of a mistake."""
    return _Parser(text).document()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str, int]] = []
        position = 0
        while position < len(text):
            found = _TOKEN.match(text, position)
            if not found or not found.lastgroup:
                raise self._error(position, repr(text[position]))
            if found.lastgroup != "ignored":
                self._tokens.append((found.lastgroup, found.group(), position))
            position = found.end()
        self._tokens.append(("end", "end", position))
        self._next = 0

    def document(self) -> Document:
        operations: dict[str | None, Operation] = {}
        fragments: dict[str, Spread] = {}
        while self._tokens[self._next][0] != "end":
            if self._peek() == "{":
                operations[None] = Operation({}, self._selections())
            elif (word := self._take("name")) == "fragment":
                name = self._take("name")
                self._expect("on")
                fragments[name] = Spread(name, self._take("name"), self._directives(), self._selections())
            elif word in ("query", "mutation"):
                named = self._take("name") if self._tokens[self._next][0] == "name" else None
                defaults = self._variables()
                self._directives()
                operations[named] = Operation(defaults, self._selections())
            else:
                self._next -= 1
                raise self._unexpected()
        return Document(operations, fragments)

    def _selections(self) -> tuple[Selection, ...]:
        self._expect("{")
        found: list[Selection] = []
        while not self._accept("}"):
            found.append(self._spread() if self._accept("...") else self._field())
        return tuple(found)

    def _field(self) -> Field:
        key = name = self._take("name")
        if self._accept(":"):
            name = self._take("name")
        arguments, directives = self._arguments(), self._directives()
        return Field(name, key, arguments, directives, self._selections() if self._peek() == "{" else ())

    def _spread(self) -> Spread:
        if self._accept("on"):
            return Spread(None, self._take("name"), self._directives(), self._selections())
        if self._tokens[self._next][0] == "name":
            return Spread(self._take("name"), None, self._directives(), ())
        return Spread(None, None, self._directives(), self._selections())

    def _arguments(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self._accept("("):
            while not self._accept(")"):
                name = self._take("name")
                self._expect(":")
                found[name] = self._value()
        return found

    def _directives(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        while self._accept("@"):
            name = self._take("name")
            found[name] = self._arguments()
        return found

    def _variables(self) -> dict[str, Any]:
        defaults: dict[str, Any] = {}
        if self._accept("("):
            while not self._accept(")"):
                self._expect("$")
                name = self._take("name")
                self._expect(":")
                self._pass_type()
                if self._accept("="):
                    defaults[name] = self._value()
                self._directives()
        return defaults

    def _pass_type(self) -> None:
        """Skips a variable's type, which is not checked."""
        if self._accept("["):
            self._pass_type()
            self._expect("]")
        else:
            self._take("name")
        self._accept("!")

    def _value(self) -> Any:
        if self._accept("$"):
            return Variable(self._take("name"))
        if self._accept("["):
            items = []
            while not self._accept("]"):
                items.append(self._value())
            return items
        if self._accept("{"):
            fields = {}
            while not self._accept("}"):
                name = self._take("name")
                self._expect(":")
                fields[name] = self._value()
            return fields
        kind, text, _ = self._tokens[self._next]
        if kind not in ("number", "string", "block", "name"):
            raise self._unexpected()
        self._next += 1
        if kind == "block":
            return text[3:-3].replace('\\"""', '"""')
        return json.loads(text) if kind in ("number", "string") else _LITERALS.get(text, text)

    def _peek(self) -> str:
        return self._tokens[self._next][1]

    def _accept(self, text: str) -> bool:
        kind, found, _ = self._tokens[self._next]
        if found != text or kind not in ("mark", "name"):
            return False
        self._next += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise self._unexpected()

    def _take(self, kind: str) -> str:
        found, text, _ = self._tokens[self._next]
        if found != kind:
            raise self._unexpected()
        self._next += 1
        return text

    def _unexpected(self) -> QueryError:
        _, text, position = self._tokens[self._next]
        return self._error(position, text)

    def _error(self, position: int, what: str) -> QueryError:
        line = self._text.count("\n", 0, position) + 1
        return QueryError(f"the fake server cannot read the query: unexpected {what} in line {line}")
