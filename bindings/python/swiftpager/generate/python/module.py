"""The whole module."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from ..model import Model, Operation
from .classes import Classes, ClassNames, RootClass
from .columns import ColumnTypes
from .functions import Functions, Item, OperationNames, is_nullable_item
from .merging import Asked, Place, fragments_below
from .names import IMPORTS, MODULE_NAMES, Names, constant, pascal, snake
from .pagination import Paginations
from .texts import literal, raw_text
from .values import Values

_HEAD = '''\
"""Operations of GraphQL documents, written by `swiftpager generate`: change the documents, not this file."""

# ruff: noqa

from __future__ import annotations
'''


def printed(model: Model, scalars: Mapping[str, str]) -> str:
    """The module of Python for a model: its text depends on the arguments only.

    scalars  Python's types by the names of scalars: "datetime", "Decimal", or "package.module.Type". `Any` for others

    Raises `DocumentError` for a type that is neither of these.
    """
    return _Module(model, scalars).text()


class _Module:
    def __init__(self, model: Model, scalars: Mapping[str, str]) -> None:
        self._model = model
        self._names = Names(MODULE_NAMES)
        self._values = Values(model, scalars, self._names)
        fragments: dict[str, ClassNames] = {}
        for name in model.fragments:
            free = self._names.free(pascal(name), f"{pascal(name)}Fragment")
            fragments[name] = ClassNames(free, free)
        # All classes come first: those of operations are named in more places than their functions.
        kinds = [self._kind(one) for one in model.operations]
        self._operations = {
            one.name: self._named(one, kind) for one, kind in zip(model.operations, kinds, strict=True)
        }
        self._texts = {name: self._names.free(f"{constant(name)}_FRAGMENT") for name in model.fragments}
        self._classes = Classes(model, self._values, fragments, self._names)
        for name, names in fragments.items():
            if self._classes.merging.groups(self._classes.merging.of_fragment(name)):
                fragments[name] = ClassNames(names.name, self._names.free(f"Any{names.name}"))

    def _kind(self, operation: Operation) -> str:
        name = pascal(operation.name)
        return self._names.free(name, f"{name}{operation.kind.capitalize()}")

    def _named(self, operation: Operation, kind: str) -> OperationNames:
        function = self._names.free(snake(operation.name), f"{snake(operation.name)}_{operation.kind}")
        document = self._names.free(f"{constant(operation.name)}_DOCUMENT")
        columns = self._names.free(f"{constant(operation.name)}_COLUMNS")
        pagination = self._names.free(f"{constant(operation.name)}_PAGINATION")
        return OperationNames(kind, function, self._names.free(f"{function}_async"), document, columns, pagination)

    def text(self) -> str:
        """The text of the module."""
        fragments = self._fragments()
        texts = [*self._values.declarations(), *(one.text for one in fragments)]
        paginations = self._paginations()
        for operation in self._model.operations:
            root = self._operation(operation)
            texts += [root.text, *self._calls(operation, self._classes.shared | root.inside, paginations)]
        body = "\n\n\n".join([*texts, "\n\n".join(self._constants(paginations))]) + "\n"
        return _HEAD + "\n" + self._imports(body) + "\n\n" + body

    def _paginations(self) -> dict[str, dict[str, Any]]:
        with Paginations() as paginations:
            found = {one.name: paginations.of(one) for one in self._model.operations if one.paging is not None}
        return {name: pagination for name, pagination in found.items() if pagination is not None}

    def _fragments(self) -> list[RootClass]:
        """The classes of fragments, each behind those that it needs."""
        done: dict[str, RootClass] = {}

        def add(name: str) -> None:
            selection = self._model.fragments[name].selection
            for inner in fragments_below(selection):
                add(inner)
            if name not in done:
                done[name] = self._classes.fragment(name, f"The fragment {name} on {selection.type_name}.")

        for name in self._model.fragments:
            add(name)
        return list(done.values())

    def _operation(self, operation: Operation) -> RootClass:
        described = f"The data of the {operation.kind} {operation.name}."
        return self._classes.operation(self._operations[operation.name].kind, operation.selection, described)

    def _constants(self, paginations: Mapping[str, dict[str, Any]]) -> list[str]:
        """Columns, paginations and documents: they are long, and stand behind what a reader looks for."""
        types = ColumnTypes(self._classes.merging, self._values)
        texts = [f"{self._texts[name]} = {raw_text(one.text)}" for name, one in self._model.fragments.items()]
        for one in self._model.operations:
            names = self._operations[one.name]
            if one.paging is not None:
                selection = one.paging.item_field.selection
                assert selection is not None
                texts.append(literal(types.of(Place((Asked(selection),))), f"{names.columns}: Columns = "))
            if one.name in paginations:
                texts.append(literal(paginations[one.name], f"{names.pagination}: PaginationDict = "))
            document = [raw_text(one.text), *(self._texts[name] for name in one.fragments)]
            texts.append(f"{names.document} = {' + '.join(document)}")
        return texts

    def _calls(
        self, operation: Operation, inside: Mapping[int, ClassNames], paginations: Mapping[str, object]
    ) -> list[str]:
        item = None
        if operation.paging is not None:
            selection = operation.paging.item_field.selection
            item = Item(inside[id(selection)], is_nullable_item(operation.paging), operation.name in paginations)
        return Functions(self._values).of(operation, self._operations[operation.name], item)

    def _imports(self, body: str) -> str:
        """The imports that the text needs."""
        nodes = ast.walk(ast.parse(body))
        words = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        # In a dict of hints, which are texts.
        words |= {"NotRequired"} if "NotRequired[" in body else set()
        lines = [f"import {module}" for module in sorted(self._values.modules)]
        for module, names in IMPORTS.items():
            if used := [name for name in names if name in words]:
                line = f"from {module} import {', '.join(used)}"
                wrapped = ",\n    ".join(used)
                lines.append(line if len(line) <= 120 else f"from {module} import (\n    {wrapped},\n)")
        return "\n".join(lines) + "\n"
