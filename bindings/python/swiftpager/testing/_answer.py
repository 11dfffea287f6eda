"""Selects from the fake server's data what a query requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ._document import Document, Field, QueryError, Selection, Variable, parse
from .lists import PagedList


def answer(data: Mapping[str, Any], query: str, variables: Mapping[str, Any], operation: str | None) -> dict[str, Any]:
    """The response's data; raises `QueryError` if the fake server's data lacks something."""
    document = parse(query)
    asked = document.operation(operation)
    return _Answer(document, {**asked.defaults, **variables}).of_object(data, asked.selections, "")


class _Answer:
    def __init__(self, document: Document, variables: Mapping[str, Any]) -> None:
        self._document = document
        self._variables = variables

    def of_object(self, value: Mapping[str, Any], selections: Sequence[Selection], path: str) -> dict[str, Any]:
        """The selected fields of an object, under the names in the query."""
        asked: dict[str, list[Field]] = {}
        for field in self._fields(value, selections):
            asked.setdefault(field.key, []).append(field)
        return {key: self._field(value, fields, f"{path}/{key}") for key, fields in asked.items()}

    def _fields(self, value: Mapping[str, Any], selections: Sequence[Selection]) -> Iterator[Field]:
        for selection in selections:
            if not self._is_included(selection.directives):
                continue
            if isinstance(selection, Field):
                yield selection
                continue
            spread = selection
            if selection.fragment is not None:
                if selection.fragment not in self._document.fragments:
                    raise QueryError(f"the document has no fragment {selection.fragment!r}")
                spread = self._document.fragments[selection.fragment]
            # An object without a type matches every type.
            if spread.condition in (None, value.get("__typename", spread.condition)):
                yield from self._fields(value, spread.selections)

    def _field(self, value: Mapping[str, Any], fields: Sequence[Field], path: str) -> Any:
        field = fields[0]
        if field.name not in value:
            if field.name == "__typename":
                return "Object" if path.count("/") > 1 else "Query"
            raise QueryError(f"the fake server's data has no field {field.name!r} at {path}")
        found = value[field.name]
        arguments = {name: self._argument(given) for name, given in field.arguments.items()}
        if callable(found):
            found = found(arguments)
        if isinstance(found, PagedList):
            found = found.page(arguments)
        return self._value(found, [selection for each in fields for selection in each.selections], path)

    def _value(self, value: Any, selections: Sequence[Selection], path: str) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._value(item, selections, f"{path}/{index}") for index, item in enumerate(value)]
        if not selections or value is None:
            return value
        if not isinstance(value, Mapping):
            raise QueryError(f"the query selects fields of {value!r} at {path}, which is not an object")
        return self.of_object(value, selections, path)

    def _argument(self, given: Any) -> Any:
        if isinstance(given, Variable):
            return self._variables.get(given.name)
        if isinstance(given, list):
            return [self._argument(item) for item in given]
        if isinstance(given, dict):
            return {name: self._argument(item) for name, item in given.items()}
        return given

    def _is_included(self, directives: Mapping[str, Mapping[str, Any]]) -> bool:
        if "include" in directives and not self._argument(directives["include"].get("if")):
            return False
        return not ("skip" in directives and self._argument(directives["skip"].get("if")))
