"""Columns whose types are wider in new Parquet parts than in older ones."""

from __future__ import annotations

from typing import Any

from .._optional import imported


def check_wider(old: Any, new: Any, folder: str) -> Any:
    """The new schema; raises ValueError if one of its columns cannot hold the values of the older parts."""
    types = imported("pyarrow").types
    for before, after in zip(old, new, strict=True):
        # Text holds any value: as it is, or as JSON.
        is_number = types.is_integer(before.type) and types.is_floating(after.type)
        if before.equals(after) or is_number or types.is_string(after.type):
            continue
        raise ValueError(
            f"the column {before.name!r} of the parts in {folder} has the type {before.type}, which can widen from"
            f" int64 to float64, and from any type to text, but not to {after.type}: give that type, or name another"
            " folder"
        )
    return new


def advice(schema: Any) -> str:
    """What to do if a row does not fit the columns of the parts."""
    return (
        "the types of the columns come from the first rows. A column can be wider in new parts: give `columns` with all"
        f" names ({', '.join(schema.names)}), and with a type for the column that has to widen:"
        ' {"price": {"type": "float64"}, …} holds whole numbers and fractions, {"price": {"type": "json"}, …} any value'
    )


def shown_schema(schema: Any) -> str:
    """The columns with their types, for messages."""
    return ", ".join(f"{field.name} ({field.type})" for field in schema)
