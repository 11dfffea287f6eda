"""A file of Swift for a model."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import DocumentError
from ..model import Field, Model
from .inputs import Inputs
from .layout import Code
from .naming import Naming
from .objects import Objects
from .operations import Operations, definition
from .paging import PagedQueries
from .values import Values

_HEAD = "// Written by `swiftpager generate` from a schema and its documents: do not edit.\n// swift-format-ignore-file"
_FOUNDATION = frozenset(("Data", "Date", "Decimal", "URL", "UUID"))
_TYPE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def printed(model: Model, scalars: Mapping[str, str] | None = None, namespace: str | None = None) -> str:
    """The text of a file with types for a model.

    scalars    the types of the schema's own scalars: {"DateTime": "Timestamp"}; others are `JSONValue`
    namespace  the name of an enum around all types

    Raises `DocumentError` for what Swift cannot have.
    """
    types = dict(_types(model, scalars or {}))
    if namespace is not None and not _TYPE.fullmatch(namespace):
        raise DocumentError(f"--namespace {namespace}: expected the name of a type")
    code = Code()
    code.raw(_HEAD)
    if any(text.startswith("Foundation.") for text in types.values()):
        code.line("public import Foundation")
    code.line("public import SwiftPager")
    if any(text.startswith("Foundation.") for text in types.values()):
        code.line("import SwiftPagerFoundation")
    code.gap()
    if namespace is None:
        _write(code, model, types)
    else:
        with code.block(f"nonisolated public enum {namespace}"):
            _write(code, model, types)
    return code.text


def _types(model: Model, scalars: Mapping[str, str]) -> dict[str, str]:
    types: dict[str, str] = {}
    for name, text in scalars.items():
        if name not in model.type_names:
            raise DocumentError(f"--scalar {name}={text}: the schema has no scalar {name}")
        if not _TYPE.fullmatch(text):
            raise DocumentError(f"--scalar {name}={text}: expected the name of a type")
        types[name] = f"Foundation.{text}" if text in _FOUNDATION else text
    # A cursor is a text, whatever its type is called.
    return {**dict.fromkeys(_cursors(model), "String"), **types}


def _cursors(model: Model) -> list[str]:
    """The schema's own scalars that are the types of cursors."""
    found: list[str] = []
    for operation in model.operations:
        if operation.paging is not None:
            told = [operation.paging.info.get(role) for role in ("end_cursor", "start_cursor")]
            taken = [operation.paging.variables.get(role) for role in ("after", "before")]
            found += [
                way[-1].type.named.name for way in told if way is not None and isinstance(way[-1], Field)
            ]
            found += [
                one.type.named.name for one in operation.variables
                if any(place is not None and place.variable == one.name and not place.members for place in taken)
            ]
    return [name for name in found if name in model.scalars]


def _write(code: Code, model: Model, types: Mapping[str, str]) -> None:
    naming = Naming(model, types)
    values = Values(naming, types)
    objects = Objects(code, naming, values, model.fragments)
    inputs = Inputs(code, naming, values, model)
    paged = PagedQueries(code, naming, values, inputs, model)
    operations = Operations(code, naming, objects, inputs, paged, model.fragments)
    for operation in model.operations:
        code.gap()
        if operation.kind == "subscription":
            code.line(f"// {operation.name} is a subscription, which SwiftPager does not have.")
        else:
            operations.write(operation)
    for name, fragment in model.fragments.items():
        code.gap()
        if fragment.selection.fragment:
            code.line(f"public typealias {naming.fragments[name]} = {naming.fragments[fragment.selection.fragment]}")
        else:
            objects.write(fragment.selection, definition(fragment.text))
    for enum in model.enums.values():
        code.gap()
        inputs.enum(enum)
    for input_ in model.inputs.values():
        code.gap()
        inputs.input(input_)
