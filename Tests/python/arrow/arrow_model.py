"""A second, simple version of the rules in docs/python/arrow.md: the type of a column, and its values."""

import json
from typing import Any

import pyarrow

# How the library marks JSON text.
JSON_METADATA = {b"swiftpager.type": b"json"}
LARGEST_EXACT = 1 << 53


class Text:
    """JSON text."""


def unified(values: list[Any]) -> Any:
    """The type that can hold all values: a type of pyarrow, Text, [element] or {key: member}."""
    present = [value for value in values if value is not None]
    kinds = {type(value) for value in present}
    if not kinds:
        return pyarrow.null()
    if kinds == {bool}:
        return pyarrow.bool_()
    if kinds == {str}:
        return pyarrow.string()
    if kinds == {float}:
        return pyarrow.float64()
    if kinds == {int}:
        return pyarrow.int64() if all(-(1 << 63) <= value < 1 << 63 for value in present) else Text
    if kinds == {int, float}:
        integers = [value for value in present if isinstance(value, int)]
        return pyarrow.float64() if all(abs(value) <= LARGEST_EXACT for value in integers) else Text
    if kinds == {list}:
        return [unified([element for value in present for element in value])]
    if kinds == {dict}:
        keys = list(dict.fromkeys(key for value in present for key in value))
        if not keys or any("\0" in key for key in keys):
            return Text
        return {key: unified([value.get(key) for value in present]) for key in keys}
    return Text


def converted(value: Any, kind: Any) -> Any:
    """A value in the form of its column."""
    if value is None:
        return None
    if kind is Text:
        return json.dumps(value)
    if isinstance(kind, list):
        return [converted(element, kind[0]) for element in value]
    if isinstance(kind, dict):
        return {key: converted(value.get(key), member) for key, member in kind.items()}
    return float(value) if kind == pyarrow.float64() else value


def field(name: str, kind: Any) -> pyarrow.Field:
    """A column with its type and metadata."""
    if kind is Text:
        return pyarrow.field(name, pyarrow.string(), metadata=JSON_METADATA)
    if isinstance(kind, list):
        return pyarrow.field(name, pyarrow.list_(field("item", kind[0])))
    if isinstance(kind, dict):
        return pyarrow.field(name, pyarrow.struct([field(key, member) for key, member in kind.items()]))
    return pyarrow.field(name, kind)


def expected_table(rows: list[Any]) -> pyarrow.Table:
    """The table for some rows."""
    kind = unified(rows)
    if isinstance(kind, dict):
        columns = kind
    elif all(row is None or row == {} for row in rows):
        columns = {}
    else:
        columns = {"value": kind}
        rows = [{"value": row} for row in rows]
    schema = pyarrow.schema([field(name, column) for name, column in columns.items()])
    return pyarrow.Table.from_pylist([converted(row, columns) or {} for row in rows], schema=schema)
